import Sqlite from 'better-sqlite3'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type SqliteDatabase,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config.ts'
import { backUp } from './backup.ts'
import { migrate, migrations, schemaVersion } from './migrate.ts'
import type { Db, Tables } from './tables.ts'
import { watchOtherProcesses, watchWrites, type OnWrite, type WriteWatch } from './watch-writes.ts'

/** The database cannot be used as it is; nothing in it was changed. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}

export interface Database {
  db: Db
  /** The connection below, for backups and the integrity check. */
  sqlite: Sqlite.Database
  close(): Promise<void>
}

export interface OpenOptions {
  now?: () => Date
  /** Told where the copy is that was made before the schema changed. */
  onBackUp?: (copy: string) => void
  /** Told of every write once it is committed, other processes' too: which table, or null where it may be any. */
  onWrite?: OnWrite
  /** Told of other processes' writes again, by themselves: nothing else of them is known. */
  onForeignWrite?: () => void
}

/**
 * Opens the SQLite file, checks its integrity and brings its schema up to date, with a backup first.
 * @throws DatabaseError on a corrupt file, one that cannot be opened or backed up, another program's, or a schema newer
 * than this program's.
 */
export async function openDatabase(
  place: ':memory:' | Pick<Config, 'databaseFile' | 'backupDir'>,
  options: OpenOptions = {},
): Promise<Database> {
  const file = place === ':memory:' ? place : place.databaseFile
  const sqlite = openFile(file)
  const {
    now = () => new Date(),
    onBackUp = () => {},
    onWrite = () => {},
    onForeignWrite = () => {},
  } = options
  const writes = watchWrites(onWrite)
  const db: Db = new Kysely<Tables>({ dialect: dialectOf(sqlite, writes), plugins: [writes.plugin] })
  const endWatch = watchOtherProcesses(sqlite, () => {
    onWrite(null)
    onForeignWrite()
  })
  const close = async () => {
    endWatch()
    await db.destroy()
  }
  try {
    checkIntegrity(sqlite, file)
    const version = await schemaVersion(db)
    checkVersion(sqlite, file, version)
    if (place !== ':memory:' && version > 0 && version < migrations.length)
      onBackUp(await backUpFirst(sqlite, place.backupDir, now()))
    await migrate(db)
    if (file === ':memory:') empty ??= sqlite.serialize()
    return { db, sqlite, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A database without rows, up to date: the next one in memory starts as its copy. Tests open one each. */
let empty: Buffer | undefined

function openFile(file: string): Sqlite.Database {
  try {
    const isInMemory = file === ':memory:'
    if (!isInMemory) mkdirSync(dirname(file), { recursive: true })
    const sqlite = new Sqlite((isInMemory && empty) || file, { timeout: 5000 })
    sqlite.pragma('journal_mode = WAL')
    // WAL's default, NORMAL, loses acknowledged commits when power fails.
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('foreign_keys = ON')
    return sqlite
  } catch (error) {
    throw new DatabaseError(
      `Can’t open the database ${file}: ${(error as Error).message}. Nothing was changed.`,
      {
        cause: error,
      },
    )
  }
}

function checkIntegrity(sqlite: Sqlite.Database, file: string): void {
  let answer: unknown
  try {
    answer = sqlite.pragma('quick_check(1)', { simple: true })
  } catch (error) {
    answer = (error as Error).message
  }
  if (answer !== 'ok')
    throw new DatabaseError(
      `The database ${file} is damaged (${String(answer)}). Nothing was changed; restore a backup.`,
    )
}

function checkVersion(sqlite: Sqlite.Database, file: string, version: number): void {
  if (version > migrations.length)
    throw new DatabaseError(
      `${file} was written by a newer Kerblight (schema ${version}, this one knows ${migrations.length}). Update Kerblight.`,
    )
  if (version === 0 && sqlite.prepare('select 1 from sqlite_schema').get())
    throw new DatabaseError(
      `${file} belongs to another program. Nothing was changed; set DATABASE_URL to a file of Kerblight’s own.`,
    )
}

async function backUpFirst(sqlite: Sqlite.Database, directory: string, now: Date): Promise<string> {
  try {
    return await backUp(sqlite, directory, now, 'before-migration')
  } catch (error) {
    throw new DatabaseError(
      `Can’t back up the database to BACKUP_DIR (${directory}), which its schema change needs first: ${(error as Error).message}. Nothing was changed.`,
      { cause: error },
    )
  }
}

/** Begins immediately, so that two writers queue for the lock instead of failing half-way. */
class ImmediateDriver extends SqliteDriver {
  readonly #writes: WriteWatch

  constructor(database: SqliteDatabase, writes: WriteWatch) {
    super({ database })
    this.#writes = writes
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    this.#writes.begin()
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#writes.commit()
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#writes.rollback()
    await super.rollbackTransaction(connection)
  }
}

function dialectOf(sqlite: Sqlite.Database, writes: WriteWatch): Dialect {
  const database = withPreparedStatements(sqlite)
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ImmediateDriver(database, writes),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

const MAX_STATEMENTS = 500

/** Reuses prepared statements by their text. */
function withPreparedStatements(sqlite: Sqlite.Database): SqliteDatabase {
  const statements = new LRUCache<string, Sqlite.Statement>({ max: MAX_STATEMENTS })
  return {
    close: () => void sqlite.close(),
    prepare(text) {
      let statement = statements.get(text)
      if (!statement) {
        statement = sqlite.prepare(text)
        statements.set(text, statement)
      }
      return statement
    },
  }
}
