import { ProblemError, type Sentence } from './problems.ts'

/** The most that one account may have stored. */
export const quotas = {
  drafts: 25_000,
  importValues: 5_000,
  /** Rows that the ledger of cars records for the changes of one account within an hour. */
  ledgerRowsPerHour: 2_000_000,
  /** Cells of the failed rows of all applied imports; bytes count as 1,024 to the kB. */
  rejectBytes: 20 * 1024 * 1024,
} as const

export type QuotaName = keyof typeof quotas
export type Quotas = Readonly<Record<QuotaName, number>>

const details: Record<QuotaName, (limit: string) => Sentence> = {
  drafts: (limit) => `Your account can have up to ${limit} drafts. List or delete some first.`,
  importValues: (limit) =>
    `Your account can save up to ${limit} values of files. Clear the ones you no longer need first.`,
  ledgerRowsPerHour: (limit) =>
    `Your account can make up to ${limit} changes to cars within an hour. Wait an hour, then try again.`,
  rejectBytes: (limit) =>
    `The rows with errors of your imports can take up to ${limit} bytes. Correct the rows with errors in the file, then import it again.`,
}

/** Builds the 409 that names the quota and the way out. */
export function quotaExceeded(quota: QuotaName, { [quota]: limit }: Quotas): ProblemError {
  return new ProblemError('quota-exceeded', {
    detail: details[quota](limit.toLocaleString('en-US')),
    facts: { quota, limit },
  })
}
