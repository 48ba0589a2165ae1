/** Codes of a full disk or an exhausted quota, from SQLite, the file system and Postgres. */
const FULL = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100'])

/** Space that must be free for writes to count as working. */
export const RESERVE_BYTES = 2 ** 20

/**
 * Codes of a disk that became read-only or rejects writes, from the file system and SQLite. SQLite reports an exhausted
 * quota as a failed write, too.
 */
const REJECTED = /^(EROFS|SQLITE_READONLY(_.*)?|SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHMMAP|SHMSIZE))$/

/** Returns true if an error, or an error that caused it, reports that there is no space to write. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, (code) => FULL.has(code))
}

/** Returns true if an error, or an error that caused it, reports that the disk is full or rejects writes. */
export function isUnwritable(error: unknown): boolean {
  return hasCode(error, (code) => FULL.has(code) || REJECTED.test(code))
}

function hasCode(error: unknown, matches: (code: string) => boolean): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (matches(String((at as { code?: unknown }).code))) return true
  return false
}

/** Builds the error that SQLite throws on a full disk. */
export function sqliteFull(): Error {
  return Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
}
