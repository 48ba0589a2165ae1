import { sql, type RawBuilder } from 'kysely'
import { either } from './either.ts'
import type { Answers } from './engine.ts'

/**
 * Logs that triggers write are read on from the change that one knows. SQLite numbers changes in the order of its commits.
 * On Postgres a commit may come after one with higher numbers, so each row says in `tx` of which transaction it is: all
 * below the oldest that is under way have ended, and what later ones have written is found once more the next time.
 * Transactions that this server has not begun are another server's, whose data were restored here.
 */
interface CommitOrder {
  /** The oldest change that is there; what is another server's came before all. The number is the log's own. */
  first(log: string, number: string): string
  /** Up to which change all is known to be there. */
  last(log: string, number: string): string
  /** What a change is found by. */
  place(number: string): string
  /** The rows of a log that this server has written. */
  rows(log: string): string
  /** Whether there is nothing new where the last change is the one that one knows. */
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

/** How far the ledger of all cars is. */
export const lastCarChange: RawBuilder<number> = either({
  sqlite: sql`coalesce((${sql.raw(inSqlite.last('car_changes', 'id'))}), 0)`,
  postgres: sql`(${sql.raw(inPostgres.last('car_changes', 'id'))})`,
})

/** The id of a change set that begins. */
export const nextSet: RawBuilder<number> = either({
  sqlite: sql`(select coalesce(max(id), 0) + 1 from change_sets)`,
  postgres: sql`nextval(pg_get_serial_sequence('change_sets', 'id'))`,
})

/** Whether a change of the ledger may be one that was not there then. */
export const isAfter = (change: number): RawBuilder<boolean> =>
  either({
    sqlite: sql`(car_changes.id > ${change})`,
    postgres: sql`(car_changes.tx > ${change} and car_changes.tx < ${sql.raw(begun)})`,
  })

/** How far the ledger was means nothing to another server: all of a feed is looked at again. */
export const resetFeedCursors = "update feeds set checked_change = 0, checked_seller = ''"
