import { readdir, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { importEndings } from '../../contract/import-limits.ts'

export interface FolderFile {
  name: string
  size: number
  /** In ms since 1970. */
  changedAt: number
}

/** Hidden files, and the lock files of spreadsheet programs. */
const CLUTTER = /^(?:\.|~\$)/

/**
 * Lists the importable files of a folder, without subfolders.
 * @throws if the folder is unreadable
 */
export async function listFolder(folder: string): Promise<FolderFile[]> {
  const names = (await readdir(folder)).filter((name) => isReadable(name) && !CLUTTER.test(name))
  const found = await Promise.all(names.toSorted().map((name) => readFolderFile(folder, name)))
  return found.flatMap((file) => file ?? [])
}

function isReadable(name: string): boolean {
  return importEndings.some((ending) => ending === extname(name).toLowerCase())
}

/** Returns null if the path is not a file. */
export async function readFolderFile(folder: string, name: string): Promise<FolderFile | null> {
  const found = await stat(join(folder, name)).catch(() => null)
  return found?.isFile() ? { name, size: found.size, changedAt: found.mtimeMs } : null
}

/** Returns a fingerprint of a file's size and modification time, which detects changes. */
export function getFileFingerprint({ size, changedAt }: FolderFile): string {
  return `${size} ${changedAt}`
}
