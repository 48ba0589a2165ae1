import type { SqliteDatabase } from '../../server/db/connection.ts'

/**
 * Maximum size of SQLite's page cache in KiB, enough for a million cars. SQLite allocates only what it needs.
 */
const CACHE_KIB = 4 * 1024 * 1024
/**
 * The tables that store cars. Their unique indexes remain during the bulk insert, because they reject invalid
 * rows, and so does the index by VIN, because the change log looks up each new car's VIN.
 */
const TABLES = ['cars', 'car_changes', 'car_pictures']

/**
 * Runs `work`, which adds hundreds of thousands of cars. All pages stay in memory, writes do not wait for the
 * disk, and the indexes are created after all rows. If it is interrupted, the database is unusable and must
 * be discarded.
 */
export async function runBulkLoad({ sqlite }: SqliteDatabase, work: () => Promise<void>): Promise<void> {
  sqlite.pragma(`cache_size = -${CACHE_KIB}`)
  sqlite.pragma('synchronous = off')
  sqlite.pragma('journal_mode = memory')
  const indexes = sqlite
    .prepare<string[], { name: string; sql: string }>(
      `select name, sql from sqlite_schema
       where type = 'index' and sql not like '%unique%' and name <> 'cars_by_vin' and tbl_name in (${TABLES.map(() => '?').join()})`,
    )
    .all(...TABLES)
  for (const { name } of indexes) sqlite.exec(`drop index "${name}"`)
  await work()
  for (const { sql } of indexes) sqlite.exec(sql)
}
