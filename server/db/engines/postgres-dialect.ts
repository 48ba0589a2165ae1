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
import { onPostgres } from './either.ts'
import { orLost } from './lost-database.ts'
import { readAgain, tryAgain } from './transactions.ts'

/** What a statement of a transaction may take. */
export const STATEMENT_MS = 10_000
/** What a transaction may do nothing: it holds locks. */
const IDLE_MS = 10_000

/**
 * As SQLite's one writer has it: a transaction reads and writes as if it were alone. Of two that could not have come one
 * after the other, Postgres refuses one, which is tried again. The limits are the transaction's own, so that they hold
 * behind a pooler, too.
 */
const BEGIN = `begin isolation level serializable;
  set local statement_timeout = ${STATEMENT_MS};
  set local idle_in_transaction_session_timeout = ${IDLE_MS}`

/** @param announce runs before each commit of what has written, within the transaction */
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
  /** It is committed, and others are told. Resolves once they have heard it. */
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
    return new Connection(await orLost(() => this.#inner.acquireConnection()), this)
  }

  releaseConnection({ inner }: Connection): Promise<void> {
    return this.#inner.releaseConnection(inner)
  }

  async beginTransaction(connection: Connection): Promise<void> {
    await orLost(() => connection.inner.executeQuery(CompiledQuery.raw(BEGIN)))
    connection.begin()
  }

  async commitTransaction(connection: Connection): Promise<void> {
    const { inner, hasWritten } = connection
    const announced = hasWritten ? await this.#announce(inner) : null
    try {
      await orLost(() => this.#inner.commitTransaction(inner))
    } catch (error) {
      announced?.onFailure()
      throw error
    }
    connection.isInTransaction = false
    await announced?.onCommit()
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    connection.isInTransaction = false
    await orLost(() => this.#inner.rollbackTransaction(connection.inner))
  }

  destroy(): Promise<void> {
    return this.#inner.destroy()
  }
}

/** What Kysely holds while it runs one query or one transaction. */
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
    const read = () => orLost(() => this.inner.executeQuery<R>(query))
    if (this.isInTransaction) return writes(query) ? this.#write<R>(query) : read()
    return writes(query) ? tryAgain(() => this.#writeExclusively<R>(query)) : readAgain(read)
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize)
  }

  #write<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.hasWritten = true
    return orLost(() => this.inner.executeQuery<R>(query))
  }

  /** A statement that writes is a transaction, with or without one around it. */
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

const writing = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode'])

function writes({ query, sql }: CompiledQuery): boolean {
  return (
    writing.has(query.kind) || (query.kind === 'RawNode' && /^\s*(insert|update|delete|with)\b/i.test(sql))
  )
}

/** Of what is said for both engines it takes what is for this one. */
class Compiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    const own = onPostgres(node)
    if (own) this.visitNode(own)
    else super.visitRaw(node)
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node
    const name = 'operator' in operator ? String(operator.operator) : ''
    if (isEmptyList(rightOperand) && name in ofNone) return this.append(ofNone[name]!)
    if (!isParameter(rightOperand) || !(name in ofAny)) return super.visitBinaryOperation(node)
    this.visitNode(leftOperand)
    this.append(` ${ofAny[name]} `)
    this.visitNode(rightOperand)
  }
}

/** To be in a list of none: SQLite knows that nothing is. */
const ofNone: Record<string, string> = { in: 'false', 'not in': 'true' }

/** Between two values, of which either may be null. */
const ofAny: Record<string, string> = { is: 'is not distinct from', 'is not': 'is distinct from' }

function isEmptyList(node: OperationNode): boolean {
  return 'values' in node && Array.isArray(node.values) && node.values.length === 0
}

function isParameter(node: OperationNode): boolean {
  return ValueNode.is(node) && !node.immediate
}
