import * as z from 'zod'
import { watchedFile, watchLimits } from '../../contract/desktop/watched-folder.ts'
import { readJson, writeJson } from '../system/json-file.ts'

const entry = z.object({
  folder: z.string(),
  limits: watchLimits,
  /** State stamps of files by name, from the last read or from when the folder was chosen. */
  known: z.record(z.string(), z.string()),
  /** Content hashes of the files that were read. */
  hashes: z.array(z.string()),
  /** An import that has not ended. */
  pending: z.object({ importID: z.string(), fileName: z.string(), offLot: z.number() }).nullable(),
  files: z.array(watchedFile),
})

export type WatchedEntry = z.output<typeof entry>

/** Watched folders by account. Users never share an entry. */
export interface WatchedFolderStore {
  find: (account: string) => WatchedEntry | null
  /** Saves an entry; null deletes it. */
  save: (account: string, entry: WatchedEntry | null) => void
}

export function createWatchedFolderStore(file: string): WatchedFolderStore {
  const storedEntries = z.record(z.string(), entry)
  let all = readJson(file, storedEntries) ?? {}
  return {
    find: (account) => all[account] ?? null,
    save(account, changed) {
      const { [account]: _before, ...others } = all
      all = changed === null ? others : { ...others, [account]: changed }
      writeJson(file, all)
    },
  }
}
