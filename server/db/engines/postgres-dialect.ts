import {
  CompiledQuery,
  type BinaryOperationNode,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  ValueNode,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type OperationNode,
  type QueryResult,
  type RawNode,
} from 'kysely'
import type { Pool } from 'pg'
import { findPostgresVariant } from './either.ts'
import { detectLostDatabase } from './lost-database.ts'
import { readAgain, tryAgain } from './transactions.ts'

/** Maximum duration of a statement in a transaction, in milliseconds. */
export const STATEMENT_MS = 10_000
/** Maximum idle time of a transaction, in milliseconds. An idle transaction still holds its locks. */
const IDLE_MS = 10_000

/**
 * The statements that begin a transaction. A transaction reads and writes as if no other were running, as
 * with SQLite's single writer. If two transactions could not have run one after the other, Postgres rejects
 * one of them, and it is retried. The limits are set within the transaction because session settings don't
 * survive a pooler.
 */
const BEGIN = `begin isolation level serializable;
  set local statement_timeout = ${STATEMENT_MS};
  set local idle_in_transaction_session_timeout = ${IDLE_MS}`

/**
 * Creates the Kysely dialect for Postgres.
 * @param announce called within each transaction that has written, right before it is committed
 */
export function postgresDialect(pool: Pool, announce: Announce): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new AnnouncingDriver(pool, announce),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  }
}

export type Announce = (connection: DatabaseConnection) => Promise<Announced>

interface Announced {
  /**
   * Called once the transaction is committed and the other processes are notified. Resolves once they have
   * acknowledged it.
   */
  onCommit(): Promise<void>
  onFailure(): void
}

class AnnouncingDriver implements Driver {
  readonly #inner: Driver
  readonly #announce: Announce

  constructor(pool: Pool, announce: Announce) {
    this.#inner = new PostgresDriver({ pool })
    this.#announce = announce
  }

  init(): Promise<void> {
    return this.#inner.init()
  }

  async acquireConnection(): Promise<Connection> {
    return new Connection(await detectLostDatabase(() => this.#inner.acquireConnection()), this)
  }

  releaseConnection({ inner }: Connection): Promise<void> {
    return this.#inner.releaseConnection(inner)
  }

  async beginTransaction(connection: Connection): Promise<void> {
    await detectLostDatabase(() => connection.inner.executeQuery(CompiledQuery.raw(BEGIN)))
    connection.begin()
  }

  async commitTransaction(connection: Connection): Promise<void> {
    const { inner, hasWritten } = connection
    const announced = hasWritten ? await this.#announce(inner) : null
    try {
      await detectLostDatabase(() => this.#inner.commitTransaction(inner))
    } catch (error) {
      announced?.onFailure()
      throw error
    }
    connection.isInTransaction = false
    await announced?.onCommit()
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    connection.isInTransaction = false
    await detectLostDatabase(() => this.#inner.rollbackTransaction(connection.inner))
  }

  destroy(): Promise<void> {
    return this.#inner.destroy()
  }
}

/** The connection that Kysely holds while it runs one query or one transaction. */
class Connection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly #driver: AnnouncingDriver
  isInTransaction = false
  hasWritten = false

  constructor(inner: DatabaseConnection, driver: AnnouncingDriver) {
    this.inner = inner
    this.#driver = driver
  }

  begin(): void {
    this.isInTransaction = true
    this.hasWritten = false
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const read = () => detectLostDatabase(() => this.inner.executeQuery<R>(query))
    if (this.isInTransaction) return isWrite(query) ? this.#write<R>(query) : read()
    return isWrite(query) ? tryAgain(() => this.#writeExclusively<R>(query)) : readAgain(read)
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize)
  }

  #write<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.hasWritten = true
    return detectLostDatabase(() => this.inner.executeQuery<R>(query))
  }

  /** Runs a single writing statement in its own transaction. */
  async #writeExclusively<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#driver.beginTransaction(this)
    try {
      const result = await this.#write<R>(query)
      await this.#driver.commitTransaction(this)
      return result
    } catch (error) {
      await this.#driver.rollbackTransaction(this)
      throw error
    }
  }
}

const writeKinds = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode'])

function isWrite({ query, sql }: CompiledQuery): boolean {
  return (
    writeKinds.has(query.kind) || (query.kind === 'RawNode' && /^\s*(insert|update|delete|with)\b/i.test(sql))
  )
}

/** The query compiler, which selects the Postgres variant of query parts that have one variant per engine. */
class Compiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    const variant = findPostgresVariant(node)
    if (variant) this.visitNode(variant)
    else super.visitRaw(node)
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node
    const name = 'operator' in operator ? String(operator.operator) : ''
    if (isEmptyList(rightOperand) && name in emptyListResults) return this.append(emptyListResults[name]!)
    if (!isParameter(rightOperand) || !(name in nullSafeOperators)) return super.visitBinaryOperation(node)
    this.visitNode(leftOperand)
    this.append(` ${nullSafeOperators[name]} `)
    this.visitNode(rightOperand)
  }
}

/**
 * The constant results of membership tests on an empty list. SQLite accepts an empty list, but Postgres does
 * not.
 */
const emptyListResults: Record<string, string> = { in: 'false', 'not in': 'true' }

/** The Postgres operators for null-safe comparisons, by their SQLite counterparts. */
const nullSafeOperators: Record<string, string> = { is: 'is not distinct from', 'is not': 'is distinct from' }

function isEmptyList(node: OperationNode): boolean {
  return 'values' in node && Array.isArray(node.values) && node.values.length === 0
}

function isParameter(node: OperationNode): boolean {
  return ValueNode.is(node) && !node.immediate
}
