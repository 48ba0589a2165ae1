import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import { getEngine, type Engine } from './engine.ts'
import type { Db } from '../tables.ts'

/**
 * Builds a query once per engine. For a small query, Kysely takes longer to build it than SQLite takes to run
 * it.
 * @param build receives placeholders instead of the values, and must insert each one into the query unchanged
 */
export function prepareQuery<V extends { [K in keyof V]: string | number | null }, R>(
  build: (db: Db, values: V) => Compilable<R>,
): (db: Db, values: V) => Promise<QueryResult<R>> {
  const queries: Partial<Record<Engine, CompiledQuery<R>>> = {}
  return (db, values) => {
    const built = (queries[getEngine(db)] ??= build(db, buildPlaceholders(values)).compile())
    const parameters = built.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof V] : parameter,
    )
    return db.executeQuery<R>({ ...built, parameters })
  }
}

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

function buildPlaceholders<V extends object>(values: V): V {
  return Object.fromEntries(Object.keys(values).map((name) => [name, new Placeholder(name)])) as V
}
