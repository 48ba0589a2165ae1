import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import { engineOf, type Engine } from './engine.ts'
import type { Db } from '../tables.ts'

/**
 * Builds a query once per engine. For a small query, Kysely takes longer to build it than SQLite takes to run
 * it.
 * @param build inserts each value into the query unchanged; it receives placeholders, never the values
 */
export function prepareQuery<V extends { [K in keyof V]: string | number | null }, R>(
  build: (db: Db, values: V) => Compilable<R>,
): (db: Db, values: V) => Promise<QueryResult<R>> {
  const queries: Partial<Record<Engine, CompiledQuery<R>>> = {}
  return (db, values) => {
    const built = (queries[engineOf(db)] ??= build(db, placesOf(values)).compile())
    const parameters = built.parameters.map((parameter) =>
      parameter instanceof Place ? values[parameter.name as keyof V] : parameter,
    )
    return db.executeQuery<R>({ ...built, parameters })
  }
}

/** The placeholder for the value with this name. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

function placesOf<V extends object>(values: V): V {
  return Object.fromEntries(Object.keys(values).map((name) => [name, new Place(name)])) as V
}
