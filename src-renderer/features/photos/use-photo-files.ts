import { useState } from 'react'
import { useFileDrop } from '../../ui/form/use-file-drop.ts'
import { toPhotoFiles, type PhotoFile } from './photo-file.ts'
import { InvalidFilesError } from './zip-entries.ts'
import { toProblem } from '../../api/problem.ts'

export interface PhotoFiles {
  /** True while files are dragged over the page. */
  isOver: boolean
  isReading: boolean
  /** The reason why the dropped or chosen files can't be used. */
  errorMessage: string | null
  choose: (files: Iterable<File>) => void
}

/**
 * Accepts files that are dropped anywhere on the page or chosen, including files in folders and zip files.
 * @param onFiles receives the files; its errors are shown to the user
 */
export function usePhotoFiles(onFiles: (files: PhotoFile[]) => Promise<void> | void): PhotoFiles {
  const [isReading, setReading] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)

  async function take(found: Promise<{ path: string; file: File }[]>): Promise<void> {
    setReading(true)
    setErrorMessage(null)
    try {
      const files = await toPhotoFiles(await found)
      if (files.length === 0) setErrorMessage('There are no files in that.')
      else await onFiles(files)
    } catch (error) {
      setErrorMessage(describeFailure(error))
    } finally {
      setReading(false)
    }
  }

  const isOver = useFileDrop((_files, transfer) => {
    if (!isReading) void take(droppedFiles(transfer))
  })
  return {
    isOver,
    isReading,
    errorMessage,
    choose: (files) => void take(Promise.resolve(chosenFiles(files))),
  }
}

function describeFailure(error: unknown): string {
  return error instanceof InvalidFilesError ? error.message : toProblem(error).message
}

interface Dropped {
  path: string
  file: File
}

/**
 * Maximum number of files. A folder with more files than a dealer has photos, such as a whole disk, was
 * dropped by mistake.
 */
const MAX_FILES = 20_000

const TOO_MANY = 'That’s more files than we can go through. Drop the folder that has the photos.'

/**
 * Returns all dropped files. Paths of files in folders include the folders.
 * @throws InvalidFilesError
 */
async function droppedFiles(transfer: DataTransfer): Promise<Dropped[]> {
  // This must precede any await, because the browser clears the dropped items after the event handler.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const found: Dropped[] = []
  for (const entry of entries) await walk(entry, found)
  return found
}

/** Returns the files that were chosen in a file dialog. */
function chosenFiles(files: Iterable<File>): Dropped[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
}

async function walk(entry: FileSystemEntry, found: Dropped[]): Promise<void> {
  if (found.length >= MAX_FILES) throw new InvalidFilesError(TOO_MANY)
  if (entry.isFile) found.push({ path: entry.fullPath, file: await fileOf(entry as FileSystemFileEntry) })
  else for (const child of await childrenOf(entry as FileSystemDirectoryEntry)) await walk(child, found)
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** Reads a folder's children in batches until none are left. */
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
