import { sql } from 'kysely'
import type { Db } from '../../server/db/tables.ts'

/**
 * True if the tests can check query plans. Only SQLite's plans are checked, so tests on Postgres skip them.
 */
export const hasPlans = process.env.TEST_ENGINE !== 'postgres'

/** Returns SQLite's plans for all queries that `work` runs (sqlite.org/eqp.html). */
export async function collectQueryPlans(db: Db, work: () => Promise<unknown>): Promise<string[]> {
  const executed: { text: string; parameters: readonly unknown[] }[] = []
  const executor = db.getExecutor()
  const compile = executor.compileQuery.bind(executor)
  executor.compileQuery = (node, queryId) => {
    const query = compile(node, queryId)
    executed.push({ text: query.sql, parameters: query.parameters })
    return query
  }
  try {
    await work()
  } finally {
    executor.compileQuery = compile
  }
  const plans: string[] = []
  for (const { text, parameters } of executed) plans.push(await explain(db, text, parameters))
  return plans
}

async function explain(db: Db, text: string, parameters: readonly unknown[]): Promise<string> {
  const segments = text.split('?')
  const fragments = segments.flatMap((part, n) =>
    n < segments.length - 1 ? [sql.raw(part), sql`${parameters[n]}`] : [sql.raw(part)],
  )
  const query = sql<{ detail: string }>`explain query plan ${sql.join(fragments, sql.raw(''))}`
  const { rows } = await query.execute(db)
  return rows.map((row) => row.detail).join('\n')
}
