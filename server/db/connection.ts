import Sqlite from 'better-sqlite3'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Dialect } from 'kysely'
import type { Config } from '../config.ts'
import { backUp } from './backup.ts'
import { checkSchema } from './check-schema.ts'
import { DatabaseError } from './database-error.ts'
import { createGroupCommit, type GroupCommit } from './group-commit.ts'
import { migrate, migrations } from './migrate.ts'
import { createSqliteDriver } from './sqlite-driver.ts'
import type { Db, Tables } from './tables.ts'
import { watchOtherProcesses, type OnWrite } from './watch-writes.ts'

export interface Database {
  db: Db
  /** The connection below. What may be uncommitted is read and written through `db` alone. */
  sqlite: Sqlite.Database
  /** Runs work on the connection below between the transactions of `db`. */
  betweenWrites: GroupCommit['read']
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
 * Opens the SQLite file and brings its schema up to date, with a checked backup first.
 * @throws DatabaseError on a file that cannot be opened or backed up, another program's, or a schema newer than this
 * program's.
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
  const turns = createGroupCommit(sqlite, onWrite)
  const db: Db = new Kysely<Tables>({ dialect: dialectOf(sqlite, turns) })
  const endWatch = watchOtherProcesses(sqlite, () => {
    onWrite(null)
    onForeignWrite()
  })
  const close = async () => {
    endWatch()
    await db.destroy()
  }
  try {
    const version = await checkSchema(db, file)
    if (place !== ':memory:' && version > 0 && version < migrations.length)
      onBackUp(await backUpFirst(sqlite, place.backupDir, now()))
    await migrate(db)
    if (file === ':memory:') empty ??= sqlite.serialize()
    return { db, sqlite, betweenWrites: turns.read, close }
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

function dialectOf(sqlite: Sqlite.Database, turns: GroupCommit): Dialect {
  return {
    createAdapter: () => new TurnTakingAdapter(),
    createDriver: () => createSqliteDriver(sqlite, turns),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** The driver gives turns; Kysely's own would keep transactions from sharing a commit. */
class TurnTakingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}
