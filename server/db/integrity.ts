import Sqlite from 'better-sqlite3'

/**
 * Returns a description of the database's damage, or null if the database is intact.
 * @throws SqliteError if the database could not be read for another reason, such as a lock
 * @see https://www.sqlite.org/pragma.html#pragma_quick_check
 */
export function findDamage(sqlite: Sqlite.Database, check: 'integrity_check' | 'quick_check'): string | null {
  try {
    const response = sqlite.pragma(`${check}(1)`, { simple: true })
    return response === 'ok' ? null : String(response)
  } catch (error) {
    if (isDamage(error)) return error.message
    throw error
  }
}

/** Reports whether SQLite could not read the file because it is damaged. */
export function isDamage(error: unknown): error is Error {
  return error instanceof Sqlite.SqliteError && DAMAGE.test(error.code)
}

/** The error codes for a damaged file (https://www.sqlite.org/rescode.html). */
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/
