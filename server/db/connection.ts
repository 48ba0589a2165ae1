import Sqlite from 'better-sqlite3'
import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Dialect } from 'kysely'
import type { Config } from '../config/config.ts'
import { describeFileError } from '../system/file-error.ts'
import { backUpOnce } from './backup.ts'
import { followChangeLog } from './change-log.ts'
import { checkSchema } from './check-schema.ts'
import { DatabaseError } from './database-error.ts'
import type { Database, OpenOptions } from './database.ts'
import { assertSpaceInFile } from './engines/assert-space.ts'
import { runWithoutLock } from './engines/exclusive-runner.ts'
import type { PostgresAddress } from '../config/postgres-address.ts'
import { createSqliteRowReader } from './engines/row-batch-reader.ts'
import { createGroupCommit, type GroupCommit } from './group-commit.ts'
import { isDamage } from './integrity.ts'
import { adviseRestore } from './restore-advice.ts'
import { noLogSync, openLogSync, type LogSync } from './log-sync.ts'
import { migrate } from './migrate.ts'
import { MigrationError } from './migration-error.ts'
import type { Migration } from './engines/migration.ts'
import { findNewestVersion } from './migrations.ts'
import { createSqliteDriver } from './sqlite-driver.ts'
import { createStatements } from './statements.ts'
import type { Db, Tables } from './tables.ts'

const LARGE_CACHE_KIB = 256 * 1024

export interface SqliteDatabase extends Database {
  /**
   * The underlying connection. Other code must use `db`, since data on this connection may be uncommitted.
   */
  sqlite: Sqlite.Database
  /** Runs work on the underlying connection between the transactions of `db`. */
  betweenWrites: GroupCommit['read']
}

/**
 * Opens the database and upgrades its schema. A SQLite file is first backed up to a verified copy. A Postgres
 * schema is upgraded only at server startup.
 * @throws DatabaseError if the database cannot be opened or backed up, belongs to another program, or has a
 * newer schema than this version supports. On Postgres, it is also thrown for an older schema that this
 * caller may not upgrade.
 */
export function openDatabase(
  place: SqliteLocation & PostgresLocation,
  options?: OpenOptions,
): Promise<Database>
export function openDatabase(
  place: ':memory:' | SqliteLocation,
  options?: OpenOptions,
): Promise<SqliteDatabase>
export async function openDatabase(
  place: ':memory:' | (SqliteLocation & Partial<PostgresLocation>),
  options: OpenOptions = {},
): Promise<Database> {
  if (typeof place === 'string' || !place.postgres) return openSqlite(place, options)
  // Imported lazily to save memory on SQLite installations.
  const { openPostgres } = await import('./engines/postgres-connection.ts')
  return openPostgres(place.postgres, options)
}

type SqliteLocation = Pick<Config, 'databaseFile' | 'backupDir'>

interface PostgresLocation {
  /** The Postgres address, or null if the SQLite file is used. */
  postgres: PostgresAddress | null
}

async function openSqlite(
  place: ':memory:' | SqliteLocation,
  options: OpenOptions = {},
): Promise<SqliteDatabase> {
  try {
    return await openUndamaged(place, options)
  } catch (error) {
    const damage = error instanceof DatabaseError ? error.cause : error
    if (place === ':memory:' || !isDamage(damage)) throw error
    throw new DatabaseError(
      `The database ${place.databaseFile} is damaged (${damage.message}). ${adviseRestore([place.backupDir])}`,
      { cause: error },
    )
  }
}

async function openUndamaged(
  place: ':memory:' | SqliteLocation,
  options: OpenOptions = {},
): Promise<SqliteDatabase> {
  const file = place === ':memory:' ? place : place.databaseFile
  const {
    beforeCreate = async () => {},
    migrations,
    now = () => new Date(),
    onBackUp = () => {},
    onChanges = () => {},
  } = options
  const isMissing = file !== ':memory:' && !statSync(file, { throwIfNoEntry: false })?.size
  if (isMissing) await beforeCreate()
  const { sqlite, log } = openFile(file)
  let readOwnCommits = () => {}
  const turns = createGroupCommit(sqlite, log, () => readOwnCommits())
  const db: Db = new Kysely<Tables>({ dialect: createDialect(sqlite, turns) })
  let endFollowing = () => {}
  const close = async () => {
    endFollowing()
    await db.destroy()
    await log.close()
  }
  try {
    const version = await checkSchema(db, file, migrations)
    if (version === 0 && file !== ':memory:' && !isMissing) await beforeCreate()
    if (place !== ':memory:' && version > 0 && version < findNewestVersion(migrations)) {
      const copy = await backUpFirst(sqlite, place.backupDir, now())
      onBackUp(copy)
      await upgrade(db, { file, version, copy, steps: migrations })
    } else await migrate(db, migrations)
    if (file === ':memory:') emptyDatabase ??= sqlite.serialize()
    const isInMemory = file === ':memory:'
    const changeLog = followChangeLog(sqlite, onChanges)
    readOwnCommits = changeLog.readOwnCommits
    endFollowing = changeLog.close
    return {
      ...createAccess(sqlite, turns.read),
      readExternalCommits: changeLog.readExternal,
      db,
      file: isInMemory ? null : file,
      place: isInMemory ? null : file,
      sqlite,
      betweenWrites: turns.read,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function createAccess(
  sqlite: Sqlite.Database,
  betweenWrites: GroupCommit['read'],
): Pick<
  Database,
  | 'addCounts'
  | 'assertSpace'
  | 'exclusively'
  | 'expectManyWrites'
  | 'unreachableSince'
  | 'readPool'
  | 'rowBatchReader'
  | 'readRows'
> {
  const rows = createSqliteRowReader(sqlite)
  const statements = createStatements(sqlite)
  return {
    unreachableSince: () => null,
    readPool: null,
    addCounts: null,
    assertSpace: () => betweenWrites(() => assertSpaceInFile(sqlite)),
    exclusively: runWithoutLock,
    // The cache holds the car indexes. With a smaller one, rereading their pages would take most of the time.
    expectManyWrites: () => void sqlite.pragma(`cache_size = -${LARGE_CACHE_KIB}`),
    rowBatchReader: (work) => betweenWrites(() => work(rows)),
    readRows: (query) => betweenWrites(() => statements.read(query)),
  }
}

/**
 * An empty database with the current schema. Later in-memory databases start as copies of it, which speeds up
 * tests.
 */
let emptyDatabase: Buffer | undefined

function openFile(file: string): { sqlite: Sqlite.Database; log: LogSync } {
  try {
    const isInMemory = file === ':memory:'
    if (!isInMemory) mkdirSync(dirname(file), { recursive: true })
    const sqlite = new Sqlite((isInMemory && emptyDatabase) || file, { timeout: 5000 })
    const mode = sqlite.pragma('journal_mode = WAL', { simple: true })
    // SQLite opens a file without write permission, and fails only at the first write.
    if (!isInMemory) accessSync(file, constants.W_OK)
    // With NORMAL, SQLite's commit to the log does not wait for the disk. The committing transaction waits
    // instead, without blocking the thread.
    sqlite.pragma(`synchronous = ${mode === 'wal' ? 'NORMAL' : 'FULL'}`)
    sqlite.pragma('foreign_keys = ON')
    return { sqlite, log: mode === 'wal' ? openWriteAheadLog(sqlite) : noLogSync }
  } catch (error) {
    throw new DatabaseError(
      describeFileError(error, file) ??
        `Can’t open the database ${file}: ${(error as Error).message}. Nothing was changed.`,
      {
        cause: error,
      },
    )
  }
}

/**
 * Opens the write-ahead log, which the first read creates. The checkpoint moves changes that a crash left in
 * the log into the file, with SQLite's own syncs, before anything depends on them.
 */
function openWriteAheadLog(sqlite: Sqlite.Database): LogSync {
  sqlite.pragma('wal_checkpoint')
  return openLogSync(`${sqlite.name}-wal`)
}

async function backUpFirst(sqlite: Sqlite.Database, directory: string, now: Date): Promise<string> {
  try {
    return await backUpOnce(sqlite, directory, now, 'before-migration')
  } catch (error) {
    throw new DatabaseError(
      `Can’t back up the database to BACKUP_DIR (${directory}), as required before the schema upgrade: ${(error as Error).message}. Nothing was changed.`,
      { cause: error },
    )
  }
}

interface Upgrade {
  file: string
  /** The schema version before the upgrade. */
  version: number
  /** The path of the backup made before the upgrade. */
  copy: string
  steps: readonly Migration[] | undefined
}

async function upgrade(db: Db, { file, version, copy, steps }: Upgrade): Promise<void> {
  try {
    await migrate(db, steps)
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    throw error.withAdvice(
      `Can’t upgrade the database ${file} from schema ${version} to schema ${findNewestVersion(steps)}.`,
      `The upgrade was rolled back: the database is unchanged, at schema ${version}.
Backup made before the upgrade: ${copy}
To return to the previous version, install the previous version of Kerblight and start it. If you need the backup, restore it first:
  npm run restore -- ${quoteForShell(copy)}`,
    )
  }
}

function quoteForShell(path: string): string {
  if (/^[\w./:\\@+-]+$/.test(path)) return path
  return process.platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", `'\\''`)}'`
}

function createDialect(sqlite: Sqlite.Database, turns: GroupCommit): Dialect {
  return {
    createAdapter: () => new TurnTakingAdapter(),
    createDriver: () => createSqliteDriver(sqlite, turns),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/**
 * Leaves transaction scheduling to the driver. With Kysely's own scheduling, transactions could not share a
 * commit.
 */
class TurnTakingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}
