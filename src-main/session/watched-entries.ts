import * as z from 'zod'
import { watchedFile, watchLimits } from '../../contract/desktop/watched-folder.ts'
import { readJson, writeJson } from '../system/json-file.ts'

const entry = z.object({
  folder: z.string(),
  limits: watchLimits,
  /** How each file was when it was read last, or when the folder was chosen: by name. */
  known: z.record(z.string(), z.string()),
  /** Of the files that were read. */
  hashes: z.array(z.string()),
  /** Read by the server, and not done with. */
  pending: z.object({ importID: z.string(), fileName: z.string(), offLot: z.number() }).nullable(),
  files: z.array(watchedFile),
})

/** A folder that somebody has watched. */
export type WatchedEntry = z.output<typeof entry>

/** The watched folders of all who use this computer, by account: what is one's is never another's. */
export interface WatchedEntries {
  find: (account: string) => WatchedEntry | null
  /** Null forgets it. */
  save: (account: string, entry: WatchedEntry | null) => void
}

export function createWatchedEntries(file: string): WatchedEntries {
  const kept = z.record(z.string(), entry)
  let all = readJson(file, kept) ?? {}
  return {
    find: (account) => all[account] ?? null,
    save(account, changed) {
      const { [account]: _before, ...others } = all
      all = changed === null ? others : { ...others, [account]: changed }
      writeJson(file, all)
    },
  }
}
