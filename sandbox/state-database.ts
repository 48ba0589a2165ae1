import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'

/** An existing file is damaged or has unexpected content, and must not be overwritten. */
export class CorruptStateError extends Error {
  override name = 'CorruptStateError'

  constructor(path: string, reason: string) {
    super(`The state file ${path} cannot be used: ${reason}. Move it away to start fresh.`)
  }
}

/** Another process is writing the file. Two writers would undo each other's changes. */
export class StateInUseError extends Error {
  override name = 'StateInUseError'

  constructor(path: string) {
    super(
      `The state file ${path} is in use by another Kerblight. Stop that one, or choose another folder with DATA_DIR.`,
    )
  }
}

/** Records by ID, oldest first. `get` returns a copy, so changes take effect only when it is put back. */
export interface Collection<T> {
  get(id: string): T | undefined
  put(id: string, record: T): void
  delete(id: string): void
  ids(): string[]
  all(): T[]
}

export interface StateDatabase {
  collection<T>(name: string): Collection<T>
  /** Resolves when all changes so far are on disk. Concurrent calls share one write. */
  saved(): Promise<void>
  /** Saves all pending changes, awaited or not, and closes the database. */
  close(): void
}

const VERSION = 1

const SCHEMA = `
  BEGIN;
  CREATE TABLE records (
    position INTEGER PRIMARY KEY,
    collection TEXT NOT NULL,
    id TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (collection, id)
  ) STRICT;
  PRAGMA user_version = ${VERSION};
  COMMIT;
`

/** Maximum delay in milliseconds before changes that no caller awaits are on disk. */
const SAVE_WITHIN_MS = 250

/** Maximum time in milliseconds to wait for another sandbox that is shutting down. */
const WAIT_FOR_LOCK_MS = 1_500

/**
 * Opens a stand-in's state, a single SQLite file that only one process may write.
 * @throws StateInUseError if another process has it open
 * @throws CorruptStateError if the file is unusable; the file remains unchanged
 */
export function openStateDatabase(path: string): StateDatabase {
  const lock = takeLock(path)
  const db = closeOnFailure(lock, () => openFile(path))
  let hasChanges = false
  let sharedSave: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  /**
   * Runs a write in the current transaction. This connection sees the uncommitted changes; other readers do
   * not.
   */
  function change(write: () => void): void {
    if (!hasChanges) {
      db.exec('BEGIN IMMEDIATE')
      hasChanges = true
      // Callers that need the write await `saved` and get its error.
      timer = setTimeout(() => void saved().catch(() => {}), SAVE_WITHIN_MS).unref()
    }
    assertStateNotLost()
    try {
      write()
    } catch (error) {
      // `saved` reports the failure to every caller whose change was in the transaction.
      if (db.inTransaction) db.exec('ROLLBACK')
      void saved().catch(() => {})
      throw error
    }
  }

  /**
   * Throws if SQLite has ended the transaction. When the disk is full, SQLite rolls back the whole
   * transaction, and later changes would be stored without the earlier ones.
   */
  function assertStateNotLost(): void {
    if (!db.inTransaction) throw new Error(`The changes could not be written to ${path}`)
  }

  function commit(): void {
    if (!hasChanges) return
    clearTimeout(timer)
    hasChanges = false
    assertStateNotLost()
    try {
      db.exec('COMMIT')
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK')
      throw error
    }
  }

  function saved(): Promise<void> {
    sharedSave ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      sharedSave = null
      commit()
    })
    return sharedSave
  }

  return {
    collection: <T>(name: string) => createCollection<T>(db, name, change),
    saved,
    close() {
      try {
        commit()
      } finally {
        db.close()
        lock.close()
      }
    },
  }
}

/**
 * Locks the state until the returned database is closed or the process ends. Other processes may still read
 * it.
 */
function takeLock(path: string): Sqlite.Database {
  const lock = new Sqlite(`${path}.lock`, { timeout: WAIT_FOR_LOCK_MS })
  return closeOnFailure(lock, () => {
    try {
      return lock.exec('BEGIN EXCLUSIVE')
    } catch (error) {
      if (error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY') throw new StateInUseError(path)
      throw error
    }
  })
}

function openFile(path: string): Sqlite.Database {
  const version = readVersion(path)
  const db = new Sqlite(path, { timeout: 250 })
  return closeOnFailure(db, () => {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    return version === 0 ? db.exec(SCHEMA) : db
  })
}

function closeOnFailure<T>(db: Sqlite.Database, run: () => T): T {
  try {
    return run()
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Returns the file's version, or 0 for a new file. If a kill left a write-ahead log behind, the file is
 * opened read-only. Otherwise, closing it would checkpoint the log into the file, even if the file is
 * damaged.
 */
function readVersion(path: string): unknown {
  const db = new Sqlite(path, { readonly: existsSync(path) && existsSync(`${path}-wal`) })
  try {
    const version = db.pragma('user_version', { simple: true })
    if (version !== 0 && version !== VERSION)
      throw new CorruptStateError(path, `its version is ${String(version)}, not ${VERSION}`)
    const response = db.pragma('quick_check(1)', { simple: true })
    if (response !== 'ok') throw new CorruptStateError(path, String(response))
    return version
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code))
      throw new CorruptStateError(path, error.message)
    throw error
  } finally {
    db.close()
  }
}

function createCollection<T>(
  db: Sqlite.Database,
  name: string,
  change: (write: () => void) => void,
): Collection<T> {
  const get = db.prepare<[string, string], string>('SELECT text FROM records WHERE collection = ? AND id = ?')
  const ids = db.prepare<[string], string>('SELECT id FROM records WHERE collection = ? ORDER BY position')
  const all = db.prepare<[string], string>('SELECT text FROM records WHERE collection = ? ORDER BY position')
  const put = db.prepare<[string, string, string]>(
    `INSERT INTO records (collection, id, text) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET text = excluded.text WHERE text <> excluded.text`,
  )
  const remove = db.prepare<[string, string]>('DELETE FROM records WHERE collection = ? AND id = ?')
  for (const read of [get, ids, all]) read.pluck()

  return {
    get(id) {
      const text = get.get(name, id)
      return text === undefined ? undefined : (JSON.parse(text) as T)
    },
    put: (id, record) => change(() => put.run(name, id, JSON.stringify(record))),
    delete: (id) => change(() => remove.run(name, id)),
    ids: () => ids.all(name),
    all: () => all.all(name).map((text) => JSON.parse(text) as T),
  }
}
