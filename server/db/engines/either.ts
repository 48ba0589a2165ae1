import { sql, type OperationNode, type RawBuilder } from 'kysely'
import type { Answers } from './engine.ts'

/**
 * Builds a part of a query in the SQL of both engines. The query itself contains SQLite's SQL, which the
 * compiler for Postgres replaces.
 */
export function either<T>({ sqlite, postgres }: Answers<RawBuilder<T>>): RawBuilder<T> {
  const node = sqlite.toOperationNode()
  postgresVariants.set(node, postgres)
  return sql<T>`${{ toOperationNode: () => node }}`
}

const postgresVariants = new WeakMap<OperationNode, RawBuilder<unknown>>()

/** Returns the Postgres version of a query part, if the engines differ there. */
export function onPostgres(node: OperationNode): OperationNode | undefined {
  return postgresVariants.get(node)?.toOperationNode()
}
