import type { FolderFile } from '../system/folder-files.ts'

/** The unreadable files of a folder. Each is retried without blocking the others. */
export interface UnreadableFiles {
  /**
   * Chooses the next file to read: one that isn't known to be unreadable, or else the one that was tried
   * longest ago.
   */
  choose: (files: readonly FolderFile[]) => FolderFile | null
  /**
   * Records that a file is unreadable.
   * @returns the time since when this is known; undefined if it is new
   */
  note: (name: string, now: number) => number | undefined
  /** Records that a file is readable. */
  markReadable: (name: string) => void
}

export function createUnreadableFiles(): UnreadableFiles {
  /** The time of each file's first failure. The file that was tried longest ago comes first. */
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
