import { sql, type SelectQueryBuilder } from 'kysely'
import { createQuotaProblem, type Quotas } from '../../contract/api/quotas.ts'
import { prepareQuery } from './engines/prepare-query.ts'
import type { Db, Tables } from './tables.ts'
import { deleteRows } from './delete-rows.ts'

export interface CarWriter {
  db: Db
  config: { quotas: Quotas }
  now(): Date
}

/** A change set whose ledger rows count toward its actor's quota. */
interface Recorded {
  set: number
  actorId: string | null
  countedAt: Date
}

interface RecordedInMinute {
  set: number
  actor: string
  minute: string
}

/** Counts the ledger rows of a new change set. */
export async function countSet(trx: Db, { set, actorId, countedAt }: Recorded): Promise<void> {
  if (actorId !== null) await addRowsOfSet(trx, { set, actor: actorId, minute: formatMinute(countedAt) })
}

/** Counts the ledger rows that a batch has added to a change set: those with IDs above `after`. */
export async function countAdded(
  trx: Db,
  { set, actorId, countedAt, after }: Recorded & { after: number },
): Promise<void> {
  if (actorId !== null)
    await addRowsAfter(trx, { set, actor: actorId, minute: formatMinute(countedAt), after })
}

/** Reports whether the account has used up its hourly quota of ledger rows. */
export async function isLedgerFull({ db, config, now }: CarWriter, actor: string): Promise<boolean> {
  const { rows } = await sumChanges(db, { actor, after: formatMinute(hourBefore(now())) })
  return (rows[0]?.changes ?? 0) >= config.quotas.ledgerRowsPerHour
}

/**
 * Verifies that the account's quota is not full. Must be called before the writing transaction. Inside it, on
 * Postgres, reading other change sets would make concurrent writes conflict. Concurrent writes may therefore
 * exceed the quota by one transaction each.
 * @throws ProblemError `quota-exceeded`
 */
export async function assertLedgerNotFull(ctx: CarWriter, actor: string): Promise<void> {
  if (await isLedgerFull(ctx, actor)) throw createQuotaProblem('ledgerRowsPerHour', ctx.config.quotas)
}

/** Deletes counts that are older than the quota's period. */
export async function purgeLedgerUse(db: Db, now: Date): Promise<number> {
  return deleteRows(db.deleteFrom('ledger_use').where('minute', '<=', formatMinute(hourBefore(now))))
}

const HOUR_MS = 3600_000

function hourBefore(now: Date): Date {
  return new Date(now.getTime() - HOUR_MS)
}

/** Truncates a time to the minute: `2026-01-31T12:59`. */
function formatMinute(time: Date): string {
  return time.toISOString().slice(0, 16)
}

/** These queries run with every write of a car, so they are prepared. */
const sumChanges = prepareQuery((db, { actor, after }: { actor: string; after: string }) =>
  db
    .selectFrom('ledger_use')
    .select(({ fn }) => fn.sum<number | null>('changes').as('changes'))
    .where('actor', '=', actor)
    .where('minute', '>', after),
)
const addRowsOfSet = prepareQuery((db, recorded: RecordedInMinute) =>
  addRows(db, recorded, (rows) => rows.where('car_changes.set', '=', recorded.set)),
)
// The plus sign keeps SQLite from using the change set index, as in `countMore`.
const addRowsAfter = prepareQuery((db, recorded: RecordedInMinute & { after: number }) =>
  addRows(db, recorded, (rows) =>
    rows.where('car_changes.id', '>', recorded.after).where(sql`+"car_changes"."set"`, '=', recorded.set),
  ),
)

type Ledger = SelectQueryBuilder<Tables, 'car_changes', object>

/**
 * Adds rows to the account's count. Only one transaction at a time writes a change set, so an account's
 * concurrent writes do not wait for each other here.
 */
function addRows(db: Db, { set, actor, minute }: RecordedInMinute, filterRows: (rows: Ledger) => Ledger) {
  return db
    .insertInto('ledger_use')
    .columns(['change_set', 'minute', 'actor', 'changes'])
    .expression(({ selectFrom }) =>
      filterRows(selectFrom('car_changes'))
        .select((eb) => [
          eb.val(set).as('change_set'),
          eb.val(minute).as('minute'),
          eb.val(actor).as('actor'),
          eb.fn.countAll<number>().as('changes'),
        ])
        .having((eb) => eb(eb.fn.countAll(), '>', eb.lit(0))),
    )
    .onConflict((conflict) =>
      conflict.columns(['change_set', 'minute']).doUpdateSet(({ ref, eb }) => ({
        changes: eb(ref('ledger_use.changes'), '+', ref('excluded.changes')),
      })),
    )
}
