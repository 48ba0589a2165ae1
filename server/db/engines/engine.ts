import { PostgresAdapter, type QueryExecutorProvider } from 'kysely'

/**
 * The engine that stores the data. This folder implements all differences between the engines, with one file
 * per topic. Code outside this folder never checks which engine is in use.
 */
export type Engine = 'sqlite' | 'postgres'

/** One implementation for each engine. */
export type PerEngine<T> = Record<Engine, T>

export function getEngine(db: QueryExecutorProvider): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}
