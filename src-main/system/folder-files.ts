import { readdir, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { importEndings } from '../../contract/import-limits.ts'

/** The state of a file at the time of a check. */
export interface FolderFile {
  name: string
  size: number
  /** Milliseconds since 1970. */
  changedAt: number
}

/** Hidden files, and those that spreadsheet programs create next to an open file. */
const CLUTTER = /^(?:\.|~\$)/

/**
 * Lists the importable files directly in a folder, sorted by name.
 * @throws if the folder is unreadable
 */
export async function listFolder(folder: string): Promise<FolderFile[]> {
  const names = (await readdir(folder)).filter((name) => isReadable(name) && !CLUTTER.test(name))
  const found = await Promise.all(names.toSorted().map((name) => lookAt(folder, name)))
  return found.flatMap((file) => file ?? [])
}

function isReadable(name: string): boolean {
  return importEndings.some((ending) => ending === extname(name).toLowerCase())
}

/** Returns the state of a file, or null if it is not a file or no longer exists. */
export async function lookAt(folder: string, name: string): Promise<FolderFile | null> {
  const found = await stat(join(folder, name)).catch(() => null)
  return found?.isFile() ? { name, size: found.size, changedAt: found.mtimeMs } : null
}

/** Returns a stamp that distinguishes the states of a file. */
export function stampOf({ size, changedAt }: FolderFile): string {
  return `${size} ${changedAt}`
}
