/** Error codes for a full disk or an exhausted quota, from SQLite, the file system, and Postgres. */
const FULL = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100'])

/** Minimum number of free bytes. With less, the disk is treated as not writable. */
export const RESERVE_BYTES = 2 ** 20

/**
 * Error codes for a disk that became read-only or rejects writes, from the file system and SQLite. SQLite
 * also reports an exhausted quota as a failed write.
 */
const REJECTED = /^(EROFS|SQLITE_READONLY(_.*)?|SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHMMAP|SHMSIZE))$/

const MOVE = 'or set DATA_DIR and BACKUP_DIR to other folders.'
const READ_ONLY = `is on a read-only file system. Make the file system writable, ${MOVE}`

/** Reasons by error code. The codes are those of Node.js, or SQLite's without their extensions. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: describeDenial(),
  EPERM: describeDenial(),
  EROFS: READ_ONLY,
  ENOTDIR: `is not a folder, or one of its parents is not. Move the file away, ${MOVE}`,
  EEXIST: `is not a folder. Move the file away, ${MOVE}`,
  SQLITE_READONLY: describeDenial('The file system may also be read-only.'),
  SQLITE_CANTOPEN: describeDenial('The file system may also be read-only.'),
}

/**
 * Describes why a file or folder cannot be used, and what to do.
 * @param place the path to name if the error names none
 * @returns null if the error is about something else
 */
export function describeFileError(error: unknown, place?: string): string | null {
  if (!(error instanceof Error)) return null
  const { code = '', path = place } = error as NodeJS.ErrnoException
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

/** Reports whether an error, or an error that caused it, was raised because no space is left. */
function isDiskFull(error: unknown): boolean {
  return hasCode(error, (code) => FULL.has(code))
}

/**
 * Reports whether an error, or an error that caused it, was raised because the disk is full or rejects
 * writes.
 */
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
