import { chmodSync, lstatSync, readdirSync, statSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../config/config.ts'
import { listLockFiles } from '../db/data-lock.ts'

/**
 * Restricts new files of this process and its child processes to their user. It has no effect on Windows,
 * which has no file modes.
 */
export function writePrivately(): void {
  if (process.platform !== 'win32') process.umask(0o077)
}

type DataPaths = Pick<Config, 'dataDir' | 'databaseFile' | 'backupDir'>
type Warn = (warning: string) => void

/**
 * Removes other users' access to files that earlier versions of Kerblight wrote or that were copied here. A
 * folder that also contains other files is not changed. A warning reports this, as well as anything else that
 * can't be changed. Photos are protected by their folder's mode.
 */
export function restrictAccess(paths: DataPaths, warn: Warn): void {
  if (process.platform === 'win32') return
  for (const folder of ownFolders(paths)) {
    const names = listFileNames(folder.path)
    if (names === null) continue
    const ownNames = names.filter(folder.isOwn)
    const isShared = names.some((name) => !folder.isOwn(name) && name !== 'lost+found')
    if (folder.setting) close(folder.path, folder.setting, warn, isShared)
    for (const name of ownNames) {
      const path = join(folder.path, name)
      if (lstatSync(path, { throwIfNoEntry: false })?.isFile())
        close(path, folder.setting ?? 'DATABASE_URL', warn)
    }
  }
}

interface OwnFolder {
  path: string
  /** The setting that names the folder, or null if the folder's own mode must not be changed. */
  setting: string | null
  isOwn(name: string): boolean
}

/**
 * The default names in the data folder. Existing files stay there even if `DATABASE_URL` or `BACKUP_DIR`
 * later names another location.
 */
const [DATABASE, BACKUPS] = ['kerblight.db', 'backups']
const STATE = /^secrets\.json(\.|$)|^(stripe|identity)\.(db|json)|^stripe\..*\.journal$/
const IMAGES = /^[0-9a-f]{2}$|^installation-id(\..*\.tmp)?$/

function ownFolders({ dataDir, databaseFile, backupDir }: DataPaths): OwnFolder[] {
  const locks = listLockFiles({ dataDir, databaseFile }).map((file) => basename(file))
  const isDatabase = (name: string) => name.startsWith(basename(databaseFile)) || locks.includes(name)
  const isBackup = (name: string) => /^kerblight-.*\.db/.test(name)
  const defaultBackups = join(dataDir, BACKUPS)
  const subfolders = ['images', 'imports', 'mail', BACKUPS, basename(backupDir)]
  return [
    {
      path: dataDir,
      setting: 'DATA_DIR',
      isOwn: (name) =>
        isDatabase(name) || name.startsWith(DATABASE) || STATE.test(name) || subfolders.includes(name),
    },
    { path: dirname(databaseFile), setting: null, isOwn: isDatabase },
    { path: join(dataDir, 'mail'), setting: 'DATA_DIR', isOwn: (name) => /\.eml(\.tmp)?$/.test(name) },
    { path: join(dataDir, 'images'), setting: 'DATA_DIR', isOwn: (name) => IMAGES.test(name) },
    { path: join(dataDir, 'imports'), setting: 'DATA_DIR', isOwn: (name) => /^[\w-]{22}$/.test(name) },
    { path: backupDir, setting: 'BACKUP_DIR', isOwn: isBackup },
    ...(defaultBackups === backupDir ? [] : [{ path: defaultBackups, setting: 'DATA_DIR', isOwn: isBackup }]),
  ]
}

function listFileNames(folder: string): string[] | null {
  try {
    return readdirSync(folder)
  } catch {
    // The folder does not exist yet or is unreadable. The code that needs it reports this.
    return null
  }
}

/**
 * Removes other users' access to a path. It is unknown who created a symbolic link, so links are left
 * unchanged.
 */
function close(path: string, setting: string, warn: Warn, isShared = false): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  const targetStats = statSync(path, { throwIfNoEntry: false })
  if (!stats || !targetStats || !isOpen(targetStats)) return
  const failure = reasonToLeave(stats, isShared) ?? tryToClose(path, stats)
  if (failure)
    warn(
      `${path} (${setting}) can be accessed by other users of this machine (mode ${(targetStats.mode & 0o7777).toString(8)}). Its mode was not changed: ${failure}.`,
    )
}

function isOpen({ mode }: Stats): boolean {
  return (mode & 0o077) !== 0
}

function reasonToLeave(stats: Stats, isShared: boolean): string | null {
  if (stats.isSymbolicLink()) return 'it is a symbolic link'
  if (stats.uid !== process.getuid?.()) return 'it belongs to another user'
  if (isShared || (stats.mode & 0o1000) !== 0)
    return 'other programs use it too; use a separate folder for Kerblight'
  return null
}

function tryToClose(path: string, stats: Stats): string | null {
  try {
    chmodSync(path, stats.mode & (stats.isDirectory() ? 0o700 : 0o600))
    return isOpen(lstatSync(path)) ? 'its file system does not support file modes' : null
  } catch (error) {
    return (error as Error).message
  }
}
