import { formatNumber } from '../number-format.ts'
import { MAX_SHORTLIST_CARS } from '../shortlist-limits.ts'
import { MAX_SEARCHES } from '../search-limits.ts'
import { ProblemError, type Sentence } from './problems.ts'

/** The storage quotas per account. A kilobyte is 1,024 bytes. */
export const quotas = {
  /**
   * Number of drafts, checked when a draft is created or a car becomes a draft again. Imported drafts
   * count, but are never rejected.
   */
  drafts: 25_000,
  importValues: 5_000,
  shortlist: MAX_SHORTLIST_CARS,
  searches: MAX_SEARCHES,
  /** Number of rows that an account may add to the car ledger per hour. */
  ledgerRowsPerHour: 2_000_000,
  /** The size of one imported file's rows, as text, in bytes. */
  fileRowBytes: 100 * 1024 * 1024,
  /** The size of the rows of all unapplied imports, as text, in bytes. */
  openRowBytes: 200 * 1024 * 1024,
  /** The size of the failed rows' cells in all applied imports, in bytes. */
  rejectBytes: 20 * 1024 * 1024,
} as const

export type QuotaName = keyof typeof quotas
export type Quotas = Readonly<Record<QuotaName, number>>

const details: Record<QuotaName, (limit: string) => Sentence> = {
  drafts: (limit) => `Your account can have up to ${limit} drafts. List or delete some first.`,
  importValues: (limit) =>
    `Your account can save up to ${limit} values of files. Choose “As in the file” for values you no longer need, and save those first.`,
  shortlist: (limit) => `The Kerb can have up to ${limit} cars. Remove some first.`,
  searches: (limit) => `You can save up to ${limit} searches. Delete one first.`,
  ledgerRowsPerHour: (limit) =>
    `Your account can make up to ${limit} changes to cars within an hour. Wait an hour, then try again.`,
  fileRowBytes: (limit) =>
    `The rows of a file can take up to ${limit} once they’re read. Delete columns you don’t need, or split it into several files.`,
  openRowBytes: (limit) =>
    `The files you haven’t imported yet can take up to ${limit} once they’re read. Import or discard one, then upload this file again.`,
  rejectBytes: (limit) =>
    `The rows with errors of your imports can take up to ${limit}. Correct the rows with errors in the file, then import it again.`,
}

/** Builds the 409 error that names the quota and explains how to get below it. */
export function createQuotaProblem(quota: QuotaName, { [quota]: limit }: Quotas): ProblemError {
  return new ProblemError('quota-exceeded', {
    detail: details[quota](isOfBytes(quota) ? megabytes(limit) : formatNumber(limit)),
    facts: { quota, limit },
  })
}

function isOfBytes(quota: QuotaName): boolean {
  return quota === 'fileRowBytes' || quota === 'openRowBytes' || quota === 'rejectBytes'
}

function megabytes(bytes: number): string {
  return `${formatNumber(bytes / 1024 / 1024)} MB`
}
