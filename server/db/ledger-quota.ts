import { quotaExceeded, type Quotas } from '../../contract/quotas.ts'
import { prepareQuery } from './engines/prepare-query.ts'
import type { Db } from './tables.ts'

/** The parts of the context that a write of cars needs. */
export interface CarWriter {
  db: Db
  config: { quotas: Quotas }
  now(): Date
}

const HOUR_MS = 3600_000

const sumChanges = prepareQuery((db, { actor, since }: { actor: string; since: string }) =>
  db
    .selectFrom('change_sets')
    .select(({ fn }) => fn.sum<number | null>('changes').as('changes'))
    .where('actor', '=', actor)
    .where('at', '>', since),
)

/** Returns true if the account's changes within the last hour fill its quota of ledger rows. */
export async function isLedgerFull({ db, config, now }: CarWriter, actor: string): Promise<boolean> {
  const since = new Date(now().getTime() - HOUR_MS).toISOString()
  const { rows } = await sumChanges(db, { actor, since })
  return (rows[0]?.changes ?? 0) >= config.quotas.ledgerRowsPerHour
}

/**
 * Called before the transaction that writes: on Postgres, reading other change sets inside it would make concurrent writes
 * collide. Concurrent writes may therefore exceed the quota by one transaction each.
 * @throws ProblemError `quota-exceeded`
 */
export async function refuseFullLedger(ctx: CarWriter, actor: string): Promise<void> {
  if (await isLedgerFull(ctx, actor)) throw quotaExceeded('ledgerRowsPerHour', ctx.config.quotas)
}
