import * as z from 'zod'
import { importLimits } from '../import-limits.ts'
import { pagePath, pages } from '../pages.ts'

const rows = z.number().int().min(0).max(importLimits.rows)

/**
 * Maximum number of rows per kind of change for which a file from a watched folder is imported without
 * confirmation.
 */
export const watchLimits = z.object({
  create: rows,
  update: rows,
  error: rows,
  /**
   * Maximum number or percentage of cars that an import may take off the lot if they are missing from the
   * file. Null leaves them on the lot.
   */
  offLot: z
    .union([
      z.object({ upTo: rows, unit: z.literal('cars') }),
      z.object({ upTo: z.number().int().min(0).max(100), unit: z.literal('percent') }),
    ])
    .nullable(),
})

export type WatchLimits = z.output<typeof watchLimits>

export const firstLimits: WatchLimits = { create: 50, update: 200, error: 0, offLot: null }

/**
 * The outcome of a file.
 * - `applied`: it was imported. `unchanged`: it changed nothing.
 * - `needs-you`: it is waiting for the user. `refused`: the server rejected it.
 */
const watchOutcomes = ['applied', 'unchanged', 'needs-you', 'refused'] as const

export const watchedFile = z.object({
  fileName: z.string(),
  /** The processing time, in milliseconds since 1970. */
  at: z.number(),
  outcome: z.enum(watchOutcomes),
  /** Sentences that describe the result, or why the file needs attention. */
  text: z.string(),
  importID: z.string().nullable(),
  /** True if the file needs attention that the user has not dismissed. */
  isOpen: z.boolean(),
})

export type WatchedFile = z.output<typeof watchedFile>

export const watchedFolder = z.object({
  folder: z.string().nullable(),
  limits: watchLimits,
  /** `waiting`: the server is unreachable. `no-folder`: the folder is unavailable. */
  status: z.enum(['watching', 'working', 'waiting', 'no-folder']),
  /** The processed files, newest first. */
  files: z.array(watchedFile),
})

export type WatchedFolder = z.output<typeof watchedFolder>

/**
 * Returns the path of a file's import. Without an import, it is the account page, which shows the watched
 * folder.
 */
export function watchedFilePath({ importID }: Pick<WatchedFile, 'importID'>): string {
  return importID === null ? pages.account.path : pagePath('carImport', { id: importID })
}
