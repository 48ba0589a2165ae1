import { useState } from 'react'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { chosenFiles, droppedFiles } from './dropped-files.ts'
import { toPhotoFiles, type PhotoFile } from './photo-file.ts'
import { RefusedFiles } from './zip-entries.ts'

import { toProblem } from '../../api/problem.ts'

export interface PhotoFiles {
  /** Files are held over the page. */
  isOver: boolean
  isReading: boolean
  /** Why what was dropped or chosen can't be taken. */
  fault: string | null
  choose: (files: Iterable<File>) => void
}

/**
 * Files that are dropped anywhere on the page, or chosen; those in folders and zips, too.
 * @param onFiles what it throws is shown, too
 */
export function usePhotoFiles(onFiles: (files: PhotoFile[]) => Promise<void> | void): PhotoFiles {
  const [isReading, setReading] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  async function take(found: Promise<{ path: string; file: File }[]>): Promise<void> {
    setReading(true)
    setFault(null)
    try {
      const files = await toPhotoFiles(await found)
      if (files.length === 0) setFault('There are no files in that.')
      else await onFiles(files)
    } catch (error) {
      setFault(sayWhy(error))
    } finally {
      setReading(false)
    }
  }

  const isOver = useFileDrop((_files, transfer) => {
    if (!isReading) void take(droppedFiles(transfer))
  })
  return { isOver, isReading, fault, choose: (files) => void take(Promise.resolve(chosenFiles(files))) }
}

function sayWhy(error: unknown): string {
  return error instanceof RefusedFiles ? error.message : toProblem(error).message
}
