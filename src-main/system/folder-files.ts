import { readdir, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { importEndings } from '../../contract/import-limits.ts'

/** A file as it is when it is looked at. */
export interface FolderFile {
  name: string
  size: number
  /** In ms since 1970. */
  changedAt: number
}

/** Hidden, or what a spreadsheet that is open keeps beside its file. */
const CLUTTER = /^(?:\.|~\$)/

/** The files of cars that lie in a folder itself, by name. @throws where the folder can't be read */
export async function listFolder(folder: string): Promise<FolderFile[]> {
  const names = (await readdir(folder)).filter((name) => isReadable(name) && !CLUTTER.test(name))
  const found = await Promise.all(names.toSorted().map((name) => lookAt(folder, name)))
  return found.flatMap((file) => file ?? [])
}

function isReadable(name: string): boolean {
  return importEndings.some((ending) => ending === extname(name).toLowerCase())
}

/** Null for what is no file, or gone by now. */
export async function lookAt(folder: string, name: string): Promise<FolderFile | null> {
  const found = await stat(join(folder, name)).catch(() => null)
  return found?.isFile() ? { name, size: found.size, changedAt: found.mtimeMs } : null
}

/** Tells one state of a file from another. */
export function stampOf({ size, changedAt }: FolderFile): string {
  return `${size} ${changedAt}`
}
