/** Codes of a full disk or an exhausted quota, from SQLite, the file system and Postgres. */
const CODES = new Set<unknown>(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100'])

/** Space that must be free for writes to count as working. */
export const RESERVE_BYTES = 2 ** 20

/** Returns true if an error, or an error that caused it, reports that there is no space to write. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (CODES.has((at as { code?: unknown }).code)) return true
  return false
}

/** Builds the error that SQLite throws on a full disk. */
export function sqliteFull(): Error {
  return Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
}
