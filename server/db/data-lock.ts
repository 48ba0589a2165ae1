import Sqlite from 'better-sqlite3'
import { chmodSync, mkdirSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import type { Config } from '../config/config.ts'
import { DatabaseError } from './database-error.ts'

export interface DataLock {
  release(): void
}

/** Time to wait for another process that is shutting down, in milliseconds. */
const WAIT_MS = 1500

/**
 * The open locks. They are referenced here because better-sqlite3 closes a connection that is
 * garbage-collected, which would release its lock.
 */
const openLocks = new Set<Sqlite.Database>()

/**
 * Reserves the data folder and its SQLite database for this process until the lock is released or the process
 * ends. If the process is killed, the operating system releases the lock. Readers and writers of the database
 * itself are not affected. On Postgres, several processes may share the folder, so nothing is locked.
 * @throws DatabaseError if another process holds the lock, or the lock file cannot be used
 */
export function lockData({ postgres, dataDir, databaseFile }: Config): DataLock {
  const locks: Sqlite.Database[] = []
  const release = () => {
    for (const lock of locks.splice(0)) {
      openLocks.delete(lock)
      lock.close()
    }
  }
  try {
    for (const file of postgres ? [] : listLockFiles({ dataDir, databaseFile })) locks.push(lockFile(file))
  } catch (error) {
    release()
    throw error
  }
  return { release }
}

/** Locks a separate SQLite file, to which nothing is ever written. */
function lockFile(file: string): Sqlite.Database {
  let lock: Sqlite.Database | undefined
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    lock = new Sqlite(file, { timeout: WAIT_MS })
    // A journal file would remain in the data folder if the process were killed.
    lock.pragma('journal_mode = memory')
    lock.exec('begin exclusive')
    restrictToOwner(file)
    openLocks.add(lock)
    return lock
  } catch (error) {
    lock?.close()
    throw new DatabaseError(describeLockError(file, error as Error & { code?: string }), { cause: error })
  }
}

/** Makes a lock file accessible only to its owner. Any other user who could open it could also lock it. */
function restrictToOwner(file: string): void {
  if (process.platform !== 'win32') chmodSync(file, 0o600)
}

function describeLockError(file: string, { code, message }: Error & { code?: string }): string {
  if (code?.startsWith('SQLITE_BUSY'))
    return `${file} is locked: Kerblight is already running with this data. Stop Kerblight first, or set DATA_DIR and DATABASE_URL to another place. Nothing was changed.`
  return `Can’t lock ${file}: ${message}. DATA_DIR must be a local folder that this user can write to. Nothing was changed.`
}

/**
 * Lists the files that a server on SQLite locks: one for the data folder and, if the database is in another
 * folder, one for the database.
 */
export function listLockFiles({ dataDir, databaseFile }: Pick<Config, 'dataDir' | 'databaseFile'>): string[] {
  const files = [join(dataDir, 'kerblight.lock')]
  if (databaseFile !== ':memory:') files.push(join(dirname(databaseFile), `${parse(databaseFile).name}.lock`))
  return [...new Set(files)]
}
