import { formatCents } from '../../../contract/money.ts'
import {
  formatMonth,
  statementChanges,
  type Statement,
  type StatementDocument,
} from '../../../contract/statements.ts'
import { utcTimes } from '../../sale/deals/utc-times.ts'
import type { Config } from '../../config/config.ts'

/** The operator as named in documents: the site's host name and its contact details. */
export type Issuer = Pick<Config, 'publicUrl' | 'contact'>

/** Formats a date as `Nov 21, 2026` in UTC. */
export function formatDate(at: Date | string): string {
  return utcTimes.day(new Date(at).toISOString())
}

export function getMonthDays(month: string): { first: Date; last: Date } {
  const first = new Date(`${month}-01T00:00:00Z`)
  return { first, last: new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)) }
}

export function formatDocumentTitle(document: StatementDocument, { month, isFinal }: Statement): string {
  const name = document === 'invoice' ? 'Fee invoice' : 'Statement'
  return `${name} for ${formatMonth(month)}${isFinal ? '' : ' (so far)'}`
}

/** Formats an amount that reduces a balance. */
export function negateAmount(minor: number): string {
  return minor === 0 ? formatCents(0) : formatCents(-minor)
}

export interface FeeLine {
  at: string
  label: string
  /** The amount of the sale on which the fee was computed, in cents; null for a refund or a correction. */
  saleMinor: number | null
  /** In cents; negative for a refunded fee. */
  feeMinor: number
}

/** Lists the fees, the refunded fees, and the corrections of a month, oldest first. */
export function listFees({ sales, changes }: Statement): FeeLine[] {
  const fees = sales
    .filter(({ feeMinor }) => feeMinor > 0)
    .map(({ at, carName, buyerPaidMinor, refundedMinor, feeMinor }) => ({
      at,
      label: `Fee for the sale of ${carName}`,
      saleMinor: buyerPaidMinor - refundedMinor,
      feeMinor,
    }))
  const corrections = changes
    .filter(({ kind }) => kind === 'fee-refund' || kind === 'fee-correction')
    .map(({ at, carName, kind, amount }) => ({
      at,
      label: `${statementChanges[kind]} for ${carName}`,
      saleMinor: null,
      feeMinor: kind === 'fee-refund' ? -amount : amount,
    }))
  return [...fees, ...corrections].sort((a, b) => a.at.localeCompare(b.at))
}
