import { isDiskFull } from './disk-full.ts'

const MOVE = 'or set DATA_DIR and BACKUP_DIR to other folders.'
const READ_ONLY = `is on a read-only file system. Make the file system writable, ${MOVE}`

/** Reasons by error code of Node.js, or of SQLite without its extension. */
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
 * @param place named if the error names no path
 * @returns null if the error is about something else
 */
export function describeFileFault(error: unknown, place?: string): string | null {
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
