import { figure } from '../figure.ts'
import { ProblemError, type Sentence } from './problems.ts'

/** The most that one account may store. A kilobyte is 1,024 bytes. */
export const quotas = {
  /**
   * Number of drafts, checked when another draft is saved or a car returns to draft. Drafts that an import
   * adds count, but are not rejected.
   */
  drafts: 25_000,
  importValues: 5_000,
  /** Number of rows that the car ledger records for one account's changes within an hour. */
  ledgerRowsPerHour: 2_000_000,
  /** Text size of the rows of one file. */
  fileRowBytes: 100 * 1024 * 1024,
  /** Text size of the rows of all imports that have not been applied. */
  openRowBytes: 200 * 1024 * 1024,
  /** Cell size of the failed rows of all applied imports. */
  rejectBytes: 20 * 1024 * 1024,
} as const

export type QuotaName = keyof typeof quotas
export type Quotas = Readonly<Record<QuotaName, number>>

const details: Record<QuotaName, (limit: string) => Sentence> = {
  drafts: (limit) => `Your account can have up to ${limit} drafts. List or delete some first.`,
  importValues: (limit) =>
    `Your account can save up to ${limit} values of files. Choose “As in the file” for values you no longer need, and save those first.`,
  ledgerRowsPerHour: (limit) =>
    `Your account can make up to ${limit} changes to cars within an hour. Wait an hour, then try again.`,
  fileRowBytes: (limit) =>
    `The rows of a file can take up to ${limit} once they’re read. Delete columns you don’t need, or split it into several files.`,
  openRowBytes: (limit) =>
    `The files you haven’t imported yet can take up to ${limit} once they’re read. Import or discard one, then upload this file again.`,
  rejectBytes: (limit) =>
    `The rows with errors of your imports can take up to ${limit}. Correct the rows with errors in the file, then import it again.`,
}

/** Builds the 409 that names the quota and explains how to get below it. */
export function quotaExceeded(quota: QuotaName, { [quota]: limit }: Quotas): ProblemError {
  return new ProblemError('quota-exceeded', {
    detail: details[quota](isOfBytes(quota) ? megabytes(limit) : figure(limit)),
    facts: { quota, limit },
  })
}

function isOfBytes(quota: QuotaName): boolean {
  return quota === 'fileRowBytes' || quota === 'openRowBytes' || quota === 'rejectBytes'
}

/** Returns, for example, `20 MB`. */
function megabytes(bytes: number): string {
  return `${figure(bytes / 1024 / 1024)} MB`
}
