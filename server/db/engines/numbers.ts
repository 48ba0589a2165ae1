import { sql, type QueryExecutorProvider } from 'kysely'
import { engineOf } from './engine.ts'

/** Rows that number themselves go on behind those that came with their numbers: SQLite looks what is there, Postgres counts. */
export async function continueNumbers(
  db: QueryExecutorProvider,
  table: string,
  column: string,
): Promise<void> {
  if (engineOf(db) === 'sqlite') return
  const last = sql`(select max(${sql.ref(column)}) from ${sql.table(table)})`
  await sql`select setval(pg_get_serial_sequence(${table}, ${column}), coalesce(${last}, 1), ${last} is not null)`.execute(
    db,
  )
}
