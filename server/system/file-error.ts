/** The error codes for a full disk or an exhausted quota, from SQLite, the file system, and Postgres. */
const FULL_CODES = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100'])

/** Minimum number of free bytes, below which the disk counts as full. */
export const RESERVE_BYTES = 2 ** 20

/**
 * The error codes for a disk that became read-only or rejects writes, from the file system and SQLite. SQLite
 * also reports an exhausted quota as a failed write.
 */
const REJECTED_PATTERN = /^(EROFS|SQLITE_READONLY(_.*)?|SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHMMAP|SHMSIZE))$/

const OR_MOVE_FOLDERS = 'or set DATA_DIR and BACKUP_DIR to other folders.'
const READ_ONLY = `is on a read-only file system. Make the file system writable, ${OR_MOVE_FOLDERS}`

/** Reasons by error code, as in Node.js, or as in SQLite without extensions. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: describeDenial(),
  EPERM: describeDenial(),
  EROFS: READ_ONLY,
  ENOTDIR: `is not a folder, or one of its parents is not. Move the file away, ${OR_MOVE_FOLDERS}`,
  EEXIST: `is not a folder. Move the file away, ${OR_MOVE_FOLDERS}`,
  SQLITE_READONLY: describeDenial('The file system may also be read-only.'),
  SQLITE_CANTOPEN: describeDenial('The file system may also be read-only.'),
}

/**
 * Describes why a file or folder cannot be used, and what to do.
 * @param fallbackPath the path to name if the error names none
 * @returns null if the error has another cause
 */
export function describeFileError(error: unknown, fallbackPath?: string): string | null {
  if (!(error instanceof Error)) return null
  const { code = '', path = fallbackPath } = error as NodeJS.ErrnoException
  if (path === undefined) return null
  if (isDiskFull(error))
    return `${path} cannot be written because the disk or the quota is full. Free some space, and try again.`
  const reason = reasons[code] ?? reasons[code.split('_', 2).join('_')]
  return reason === undefined ? null : `${path} ${reason}`
}

function describeDenial(otherwise?: string): string {
  const id = process.getuid?.()
  const user = id === undefined ? 'this user' : `this user (uid ${id})`
  const fix = `cannot be written by ${user}. Run the command as the user that owns the folder, or give the folder and its files to this user.`
  return otherwise === undefined ? fix : `${fix} ${otherwise}`
}

function isDiskFull(error: unknown): boolean {
  return hasCode(error, (code) => FULL_CODES.has(code))
}

/** Reports whether a full disk or rejected write caused an error, directly or through its `cause`. */
export function isUnwritable(error: unknown): boolean {
  return hasCode(error, (code) => FULL_CODES.has(code) || REJECTED_PATTERN.test(code))
}

function hasCode(error: unknown, matches: (code: string) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (matches(String((cause as { code?: unknown }).code))) return true
  return false
}

export function sqliteFull(): Error {
  return Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
}
