import { sql, type RawBuilder } from 'kysely'
import { either } from './either.ts'
import type { PerEngine } from './engine.ts'

/**
 * The queries that read a trigger-written log from a known change onward. SQLite numbers changes in commit
 * order. On Postgres, a transaction may commit after one with higher numbers, so each row records its
 * transaction in `tx`. All transactions before the oldest active one have ended. Changes of later
 * transactions may be found more than once. A transaction number that this server has not reached yet comes
 * from another server, whose data was restored here.
 */
interface CommitOrder {
  /**
   * Returns the query for the oldest existing change. Changes from another server count as older than all
   * others.
   * @param number the log column that contains the change number
   */
  first(log: string, number: string): string
  /** Returns the query for the change up to which the log is known to be complete. */
  last(log: string, number: string): string
  /** Returns the column that determines the order of changes. */
  orderColumn(number: string): string
  /** Returns a source for a `from` clause with only the log rows that this server has written. */
  rows(log: string): string
  /** True if an unchanged last change means that there are no new changes. */
  isStrict: boolean
}

const oldestActiveTransaction = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint'
const nextTransaction = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint'

export const commitOrder: PerEngine<CommitOrder> = {
  sqlite: {
    first: (log, number) => `select min(${number}) from ${log}`,
    last: (log, number) => `select max(${number}) from ${log}`,
    orderColumn: (number) => number,
    rows: (log) => log,
    isStrict: true,
  },
  postgres: {
    first: (log) => `select case when max(tx) < ${nextTransaction} then min(tx) else 0 end from ${log}`,
    last: () => `select ${oldestActiveTransaction} - 1`,
    orderColumn: () => 'tx',
    rows: (log) => `(select * from ${log} where tx < ${nextTransaction}) as ${log}`,
    isStrict: false,
  },
}

const [inSqlite, inPostgres] = [commitOrder.sqlite, commitOrder.postgres]

/** SQL for the change up to which the ledger is complete. */
export const lastCarChange: RawBuilder<number> = either({
  sqlite: sql`coalesce((${sql.raw(inSqlite.last('car_changes', 'id'))}), 0)`,
  postgres: sql`(${sql.raw(inPostgres.last('car_changes', 'id'))})`,
})

/** SQL for the oldest change in the change log, and for the change up to which it is complete. */
export const [firstLoggedChange, lastLoggedChange] = (['first', 'last'] as const).map((end) =>
  either({
    sqlite: sql`coalesce((${sql.raw(inSqlite[end]('change_log', 'change'))}), 0)`,
    postgres: sql`coalesce((${sql.raw(inPostgres[end]('change_log', 'change'))}), 0)`,
  }),
) as [RawBuilder<number>, RawBuilder<number>]

/** SQL for the position of a logged change. */
export const loggedPosition: RawBuilder<number> = either({
  sqlite: sql.raw(inSqlite.orderColumn('change')),
  postgres: sql.raw(inPostgres.orderColumn('change')),
})

/** Builds a condition that a logged change may be newer than the given one. */
export const isLoggedAfter = (change: number): RawBuilder<boolean> =>
  either({
    sqlite: sql`(change > ${change})`,
    postgres: sql`(tx > ${change} and tx < ${sql.raw(nextTransaction)})`,
  })

/** SQL for the ID of a new change set. */
export const nextSet: RawBuilder<number> = either({
  sqlite: sql`(select coalesce(max(id), 0) + 1 from change_sets)`,
  postgres: sql`nextval(pg_get_serial_sequence('change_sets', 'id'))`,
})

/** Builds a condition that a ledger change may be newer than the given one. */
export const isAfter = (change: number): RawBuilder<boolean> =>
  either({
    sqlite: sql`(car_changes.id > ${change})`,
    postgres: sql`(car_changes.tx > ${change} and car_changes.tx < ${sql.raw(nextTransaction)})`,
  })

/**
 * The statements that reset the positions in the ledger and the change log, which are meaningless on another
 * server. All cars of the feeds are then checked again, and all cars are compared with the saved searches.
 */
export const resetPositions = `update feeds set checked_change = 0, checked_seller = '';
  update search_position set change = 0`
