import { useState } from 'react'
import { useFileDrop } from '../../ui/form/use-file-drop.ts'
import { toPhotoFiles, type PhotoFile } from './photo-file.ts'
import { InvalidFilesError } from './zip-entries.ts'
import { toProblem } from '../../api/problem.ts'

export interface PhotoFiles {
  isOver: boolean
  isReading: boolean
  /** Why the dropped or chosen files can't be used. */
  errorMessage: string | null
  choose: (files: Iterable<File>) => void
}

/**
 * Accepts files that are dropped anywhere on the page or chosen, including those in folders and zip files.
 * @param onFiles receives the files. Its errors are shown to the user.
 */
export function usePhotoFiles(onFiles: (files: PhotoFile[]) => Promise<void> | void): PhotoFiles {
  const [isReading, setReading] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)

  async function take(foundFiles: Promise<{ path: string; file: File }[]>): Promise<void> {
    setReading(true)
    setErrorMessage(null)
    try {
      const files = await toPhotoFiles(await foundFiles)
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

/** Maximum number of files. A larger folder, such as a whole disk, was dropped by mistake. */
const MAX_FILES = 20_000

const TOO_MANY = 'That’s more files than we can go through. Drop the folder that has the photos.'

/**
 * Returns all dropped files, with any folders in their paths.
 * @throws InvalidFilesError
 */
async function droppedFiles(transfer: DataTransfer): Promise<Dropped[]> {
  // Must precede any await: the browser clears the dropped items after the event handler.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const foundFiles: Dropped[] = []
  for (const entry of entries) await walk(entry, foundFiles)
  return foundFiles
}

function chosenFiles(files: Iterable<File>): Dropped[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
}

async function walk(entry: FileSystemEntry, foundFiles: Dropped[]): Promise<void> {
  if (foundFiles.length >= MAX_FILES) throw new InvalidFilesError(TOO_MANY)
  if (entry.isFile)
    foundFiles.push({ path: entry.fullPath, file: await readEntryFile(entry as FileSystemFileEntry) })
  else for (const child of await childrenOf(entry as FileSystemDirectoryEntry)) await walk(child, foundFiles)
}

function readEntryFile(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** Reads a folder's children, which arrive in batches. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) return children
    children.push(...batch)
  }
}
