import * as z from 'zod'
import { importLimits } from '../import-limits.ts'
import { pagePath, pages } from '../pages.ts'

const rows = z.number().int().min(0).max(importLimits.rows)

/** How much of a file from a watched folder goes in without anybody being asked: at most so many rows of each. */
export const watchLimits = z.object({
  create: rows,
  update: rows,
  error: rows,
  /** Cars on the lot that the file lacks: null leaves them, else so many go off it. */
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
 * What became of a file.
 * - `applied`: it is in. `unchanged`: it changed nothing.
 * - `needs-you`: it waits for somebody to look. `refused`: the server didn't take it.
 */
const watchOutcomes = ['applied', 'unchanged', 'needs-you', 'refused'] as const

export const watchedFile = z.object({
  fileName: z.string(),
  /** In ms since 1970. */
  at: z.number(),
  outcome: z.enum(watchOutcomes),
  /** What was done, or why it waits: sentences. */
  text: z.string(),
  importID: z.string().nullable(),
  /** Nobody has looked at it yet, where somebody should. */
  isOpen: z.boolean(),
})

export type WatchedFile = z.output<typeof watchedFile>

/** The folder that the console watches for who is signed in. */
export const watchedFolder = z.object({
  folder: z.string().nullable(),
  limits: watchLimits,
  /** `waiting`: the server is out of reach. `no-folder`: the folder is. */
  status: z.enum(['watching', 'working', 'waiting', 'no-folder']),
  /** The newest first. */
  files: z.array(watchedFile),
})

export type WatchedFolder = z.output<typeof watchedFolder>

/** Where somebody sees what a file would do; without an import, which folder it came from. */
export function watchedFilePath({ importID }: Pick<WatchedFile, 'importID'>): string {
  return importID === null ? pages.account.path : pagePath('carImport', { id: importID })
}
