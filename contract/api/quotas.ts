import { figure } from '../figure.ts'
import { ProblemError, type Sentence } from './problems.ts'

/** The most that one account may have stored; bytes count as 1,024 to the kB. */
export const quotas = {
  /** Drafts when another one is saved or a car goes back to draft. Drafts that an import adds count, but are not refused. */
  drafts: 25_000,
  importValues: 5_000,
  /** Rows that the ledger of cars records for the changes of one account within an hour. */
  ledgerRowsPerHour: 2_000_000,
  /** Text of the rows of one file. */
  fileRowBytes: 100 * 1024 * 1024,
  /** Text of the rows of all imports that are not applied. */
  openRowBytes: 200 * 1024 * 1024,
  /** Cells of the failed rows of all applied imports. */
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

/** Builds the 409 that names the quota and the way out. */
export function quotaExceeded(quota: QuotaName, { [quota]: limit }: Quotas): ProblemError {
  return new ProblemError('quota-exceeded', {
    detail: details[quota](isOfBytes(quota) ? megabytes(limit) : figure(limit)),
    facts: { quota, limit },
  })
}

function isOfBytes(quota: QuotaName): boolean {
  return quota === 'fileRowBytes' || quota === 'openRowBytes' || quota === 'rejectBytes'
}

/** `20 MB` */
function megabytes(bytes: number): string {
  return `${figure(bytes / 1024 / 1024)} MB`
}
