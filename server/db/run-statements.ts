import { sql, type QueryExecutorProvider } from 'kysely'

/** Runs each of these, one after the other. */
export async function runStatements(db: QueryExecutorProvider, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
