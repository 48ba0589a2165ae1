import type { FolderFile } from '../system/folder-files.ts'

/** A folder's unreadable files. Each is retried without blocking the others. */
export interface UnreadableFileTracker {
  /** Chooses a file that is not known to be unreadable, or else the one with the oldest attempt. */
  choose: (files: readonly FolderFile[]) => FolderFile | null
  /**
   * Records that a file is unreadable.
   * @returns the time of its first failure; undefined if this is the first
   */
  note: (name: string, now: number) => number | undefined
  markReadable: (name: string) => void
}

export function createUnreadableFileTracker(): UnreadableFileTracker {
  /** First failure of each file, in the order of the last attempts. */
  const since = new Map<string, number>()
  return {
    choose(files) {
      const other = files.find(({ name }) => !since.has(name))
      const [longest] = [...since.keys()].flatMap((name) => files.find((file) => file.name === name) ?? [])
      return other ?? longest ?? null
    },
    note(name, now) {
      const before = since.get(name)
      since.delete(name)
      since.set(name, before ?? now)
      return before
    },
    markReadable: (name) => void since.delete(name),
  }
}
