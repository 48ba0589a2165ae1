import type { SqliteDatabase } from '../../server/db/connection.ts'

/** For the pages of a million cars; SQLite takes what it needs of it. */
const CACHE_KIB = 4 * 1024 * 1024
/** Where the rows of cars lie. Unique indexes stay: they refuse what is wrong. */
const TABLES = ['cars', 'car_changes', 'car_pictures']

/**
 * Runs `work`, which adds cars by the hundred thousand: with all pages in memory, no wait for the disk, and the indexes made
 * once all rows are there. Broken off, it leaves a database to throw away.
 */
export async function inBulk({ sqlite }: SqliteDatabase, work: () => Promise<void>): Promise<void> {
  sqlite.pragma(`cache_size = -${CACHE_KIB}`)
  sqlite.pragma('synchronous = off')
  sqlite.pragma('journal_mode = memory')
  const indexes = sqlite
    .prepare<string[], { name: string; sql: string }>(
      `select name, sql from sqlite_schema
       where type = 'index' and sql not like '%unique%' and tbl_name in (${TABLES.map(() => '?').join()})`,
    )
    .all(...TABLES)
  for (const { name } of indexes) sqlite.exec(`drop index "${name}"`)
  await work()
  for (const { sql } of indexes) sqlite.exec(sql)
}
