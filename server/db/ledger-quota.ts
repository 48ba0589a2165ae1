import { sql, type SelectQueryBuilder } from 'kysely'
import { quotaExceeded, type Quotas } from '../../contract/api/quotas.ts'
import { prepareQuery } from './engines/prepare-query.ts'
import type { Db, Tables } from './tables.ts'
import { deleteRows } from './delete-rows.ts'

/** The parts of the context that are needed to write cars. */
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

/** Counts the ledger rows of a change set that has just been written. */
export async function countSet(trx: Db, { set, actorId, countedAt }: Recorded): Promise<void> {
  if (actorId !== null) await addRowsOfSet(trx, { set, actor: actorId, minute: minuteOf(countedAt) })
}

/** Counts the ledger rows that a batch has added to a change set, that is, rows with IDs above `after`. */
export async function countAdded(
  trx: Db,
  { set, actorId, countedAt, after }: Recorded & { after: number },
): Promise<void> {
  if (actorId !== null) await addRowsAfter(trx, { set, actor: actorId, minute: minuteOf(countedAt), after })
}

/**
 * Reports whether the ledger rows that the account's changes have recorded in the last hour exhaust its
 * quota.
 */
export async function isLedgerFull({ db, config, now }: CarWriter, actor: string): Promise<boolean> {
  const { rows } = await sumChanges(db, { actor, after: minuteOf(hourBefore(now())) })
  return (rows[0]?.changes ?? 0) >= config.quotas.ledgerRowsPerHour
}

/**
 * Verifies that the account's quota is not full. Called before the transaction that writes, because on
 * Postgres, reading other change sets inside it would make concurrent writes conflict. Concurrent writes may
 * therefore exceed the quota by one transaction each.
 * @throws ProblemError `quota-exceeded`
 */
export async function assertLedgerNotFull(ctx: CarWriter, actor: string): Promise<void> {
  if (await isLedgerFull(ctx, actor)) throw quotaExceeded('ledgerRowsPerHour', ctx.config.quotas)
}

/** Deletes counts from before the period that the quota covers. */
export async function purgeLedgerUse(db: Db, now: Date): Promise<number> {
  return deleteRows(db.deleteFrom('ledger_use').where('minute', '<=', minuteOf(hourBefore(now))))
}

const HOUR_MS = 3600_000

function hourBefore(now: Date): Date {
  return new Date(now.getTime() - HOUR_MS)
}

/** Returns the minute of a time, such as `2026-01-31T12:59`. */
function minuteOf(at: Date): string {
  return at.toISOString().slice(0, 16)
}

/** The queries are prepared, because they run with every write of a car. */
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
// The plus sign keeps SQLite from using the index of change sets, as in `countMore`.
const addRowsAfter = prepareQuery((db, recorded: RecordedInMinute & { after: number }) =>
  addRows(db, recorded, (rows) =>
    rows.where('car_changes.id', '>', recorded.after).where(sql`+"car_changes"."set"`, '=', recorded.set),
  ),
)

type Ledger = SelectQueryBuilder<Tables, 'car_changes', object>

/**
 * Adds to the count of rows. A change set is written by only one transaction at a time, so an account's
 * concurrent writes do not wait for each other here.
 */
function addRows(db: Db, { set, actor, minute }: RecordedInMinute, which: (rows: Ledger) => Ledger) {
  return db
    .insertInto('ledger_use')
    .columns(['change_set', 'minute', 'actor', 'changes'])
    .expression(({ selectFrom }) =>
      which(selectFrom('car_changes'))
        .select((of) => [
          of.val(set).as('change_set'),
          of.val(minute).as('minute'),
          of.val(actor).as('actor'),
          of.fn.countAll<number>().as('changes'),
        ])
        .having((of) => of(of.fn.countAll(), '>', of.lit(0))),
    )
    .onConflict((conflict) =>
      conflict.columns(['change_set', 'minute']).doUpdateSet(({ ref, eb }) => ({
        changes: eb(ref('ledger_use.changes'), '+', ref('excluded.changes')),
      })),
    )
}
