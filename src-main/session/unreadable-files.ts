import type { FolderFile } from '../system/folder-files.ts'

/** The files of a folder that can't be read. Each is tried again, and lets the others by. */
export interface UnreadableFiles {
  /** Of files that are to be read: one that isn't known to be unreadable, else the one that was tried longest ago. */
  choose: (files: readonly FolderFile[]) => FolderFile | null
  /** It can't be read. @returns since when that is known; undefined where it is new */
  note: (name: string, now: number) => number | undefined
  /** It can be read. */
  forget: (name: string) => void
}

export function createUnreadableFiles(): UnreadableFiles {
  /** The one that was tried longest ago first. */
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
    forget: (name) => void since.delete(name),
  }
}
