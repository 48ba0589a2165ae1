import { PostgresAdapter, type QueryExecutorProvider } from 'kysely'

/**
 * What the data stands in. Whatever the two do differently is answered for both in this folder, one file a question;
 * nobody outside of it asks which one it is.
 */
export type Engine = 'sqlite' | 'postgres'

/** Both answers to one question. */
export type Answers<T> = Record<Engine, T>

export function engineOf(db: QueryExecutorProvider): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}
