import { sql, type OperationNode, type RawBuilder } from 'kysely'
import type { Answers } from './engine.ts'

/** A part of a query in both engines' SQL. SQLite's is the query's own; the compiler for Postgres takes the other. */
export function either<T>({ sqlite, postgres }: Answers<RawBuilder<T>>): RawBuilder<T> {
  const node = sqlite.toOperationNode()
  others.set(node, postgres)
  return sql<T>`${{ toOperationNode: () => node }}`
}

const others = new WeakMap<OperationNode, RawBuilder<unknown>>()

/** What stands there on Postgres, where the two differ. */
export function onPostgres(node: OperationNode): OperationNode | undefined {
  return others.get(node)?.toOperationNode()
}
