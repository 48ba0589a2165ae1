import type Sqlite from 'better-sqlite3'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { GroupCommit, Member } from './group-commit.ts'

/**
 * Creates Kysely's driver for SQLite's only connection. Reads, single writes, and transactions each wait for
 * their turn.
 */
export function createSqliteDriver(sqlite: Sqlite.Database, turns: GroupCommit): Driver {
  const prepare = createPreparer(sqlite)
  return {
    init: async () => {},
    acquireConnection: async () => new Connection(prepare, turns),
    releaseConnection: async () => {},
    beginTransaction: (connection) => (connection as Connection).begin(),
    commitTransaction: (connection) => (connection as Connection).commit(),
    rollbackTransaction: (connection) => (connection as Connection).rollback(),
    destroy: () => turns.read(() => void sqlite.close()),
  }
}

/** The connection that Kysely holds while it runs one query or one transaction. */
class Connection implements DatabaseConnection {
  readonly #prepare: (text: string) => Sqlite.Statement
  readonly #turns: GroupCommit
  #member: Member | null = null

  constructor(prepare: (text: string) => Sqlite.Statement, turns: GroupCommit) {
    this.#prepare = prepare
    this.#turns = turns
  }

  async begin(): Promise<void> {
    this.#member = await this.#turns.begin()
  }

  commit(): Promise<void> {
    return this.#member!.commit()
  }

  rollback(): Promise<void> {
    return this.#member!.rollback()
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#prepare(sql)
    const work = () => run<R>(statement, parameters)
    if (!this.#member && statement.readonly) return this.#turns.read(work)
    return this.#member ? this.#member.run(work) : writeExclusively(this.#turns, work)
  }

  /** Reads all rows in one step. An open cursor would make every other query wait. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery(query)
  }
}

/** Runs a single writing statement in its own transaction. */
async function writeExclusively<T>(turns: GroupCommit, work: () => T): Promise<T> {
  const member = await turns.begin()
  try {
    const result = member.run(work)
    await member.commit()
    return result
  } catch (error) {
    await member.rollback()
    throw error
  }
}

function run<R>(statement: Sqlite.Statement, parameters: readonly unknown[]): QueryResult<R> {
  if (statement.reader) return { rows: statement.all(parameters) as R[] }
  const { changes } = statement.run(parameters)
  return { numAffectedRows: BigInt(changes), rows: [] }
}

const MAX_STATEMENTS = 500

function createPreparer(sqlite: Sqlite.Database): (text: string) => Sqlite.Statement {
  const statements = new LRUCache<string, Sqlite.Statement, void>({
    max: MAX_STATEMENTS,
    memoMethod: (text) => sqlite.prepare(text),
  })
  return (text) => statements.memo(text)
}
