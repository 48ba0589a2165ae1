import { RefusedFiles } from './zip-entries.ts'

interface Dropped {
  path: string
  file: File
}

/** A folder of more than a dealer has photos is one that was dropped by mistake, such as a whole disk. */
const MAX_FILES = 20_000

const TOO_MANY = 'That’s more files than we can go through. Drop the folder that has the photos.'

/** All files of what was dropped, those in folders with their paths. @throws RefusedFiles */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped[]> {
  // Before anything is awaited: the browser forgets what was dropped.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const found: Dropped[] = []
  for (const entry of entries) await walk(entry, found)
  return found
}

/** Of what was chosen in a dialog. */
export function chosenFiles(files: Iterable<File>): Dropped[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
}

async function walk(entry: FileSystemEntry, found: Dropped[]): Promise<void> {
  if (found.length >= MAX_FILES) throw new RefusedFiles(TOO_MANY)
  if (entry.isFile) found.push({ path: entry.fullPath, file: await fileOf(entry as FileSystemFileEntry) })
  else for (const child of await childrenOf(entry as FileSystemDirectoryEntry)) await walk(child, found)
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** Some at a time, until none come. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}
