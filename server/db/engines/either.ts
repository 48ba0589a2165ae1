import { sql, type OperationNode, type RawBuilder } from 'kysely'
import type { PerEngine } from './engine.ts'

/**
 * Builds a query part from its SQL for each engine. The query contains SQLite's version, which the Postgres
 * compiler replaces.
 */
export function either<T>({ sqlite, postgres }: PerEngine<RawBuilder<T>>): RawBuilder<T> {
  const node = sqlite.toOperationNode()
  postgresVariants.set(node, postgres)
  return sql<T>`${{ toOperationNode: () => node }}`
}

const postgresVariants = new WeakMap<OperationNode, RawBuilder<unknown>>()

/** Returns the Postgres version of a query part, or undefined if both engines use the same SQL. */
export function findPostgresVariant(node: OperationNode): OperationNode | undefined {
  return postgresVariants.get(node)?.toOperationNode()
}
