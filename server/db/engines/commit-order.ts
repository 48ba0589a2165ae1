import { sql, type RawBuilder } from 'kysely'
import { either } from './either.ts'
import type { Answers } from './engine.ts'

/**
 * The queries that read a log written by triggers, from a known change onward. SQLite numbers changes in the
 * order of commits. On Postgres, a transaction may commit after one with higher numbers, so each row records
 * its transaction in `tx`. All transactions before the oldest one in progress have ended; changes of later
 * ones are found again next time. Transactions that this server has not begun are another server's, whose
 * data was restored here.
 */
interface CommitOrder {
  /**
   * Selects the oldest existing change. Another server's changes count as older than all others.
   * @param number the log's column of change numbers
   */
  first(log: string, number: string): string
  /** Selects the change up to which the log is known to be complete. */
  last(log: string, number: string): string
  /** Returns the column by which a change is found. */
  place(number: string): string
  /** Selects the rows of a log that this server has written. */
  rows(log: string): string
  /** True if nothing is new when the last change is the known one. */
  isStrict: boolean
}

const ended = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint'
const begun = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint'

export const commitOrder: Answers<CommitOrder> = {
  sqlite: {
    first: (log, number) => `select min(${number}) from ${log}`,
    last: (log, number) => `select max(${number}) from ${log}`,
    place: (number) => number,
    rows: (log) => log,
    isStrict: true,
  },
  postgres: {
    first: (log) => `select case when max(tx) < ${begun} then min(tx) else 0 end from ${log}`,
    last: () => `select ${ended} - 1`,
    place: () => 'tx',
    rows: (log) => `(select * from ${log} where tx < ${begun}) as ${log}`,
    isStrict: false,
  },
}

const [inSqlite, inPostgres] = [commitOrder.sqlite, commitOrder.postgres]

/** The change up to which the ledger of all cars is complete. */
export const lastCarChange: RawBuilder<number> = either({
  sqlite: sql`coalesce((${sql.raw(inSqlite.last('car_changes', 'id'))}), 0)`,
  postgres: sql`(${sql.raw(inPostgres.last('car_changes', 'id'))})`,
})

/** The ID of a new change set. */
export const nextSet: RawBuilder<number> = either({
  sqlite: sql`(select coalesce(max(id), 0) + 1 from change_sets)`,
  postgres: sql`nextval(pg_get_serial_sequence('change_sets', 'id'))`,
})

/** Builds a condition that holds for changes of the ledger that may be newer than the given one. */
export const isAfter = (change: number): RawBuilder<boolean> =>
  either({
    sqlite: sql`(car_changes.id > ${change})`,
    postgres: sql`(car_changes.tx > ${change} and car_changes.tx < ${sql.raw(begun)})`,
  })

/**
 * Resets the positions of feeds in the ledger, because they mean nothing to another server. All cars of a
 * feed are then checked again.
 */
export const resetFeedCursors = "update feeds set checked_change = 0, checked_seller = ''"
