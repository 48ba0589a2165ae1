import * as z from 'zod'
import { id, isoTime, oneOf } from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'
import { pages } from './pages.ts'

/** The query parameters of the payouts page that show a seller's statements. */
export const STATEMENTS_VIEW = 'statements'
export function statementsPath(sellerId?: string): string {
  const seller = sellerId === undefined ? '' : `&seller=${encodeURIComponent(sellerId)}`
  return `${pages.payouts.path}?view=${STATEMENTS_VIEW}${seller}`
}

const statementDocuments = ['statement', 'invoice'] as const
export type StatementDocument = (typeof statementDocuments)[number]

/** Changes that a statement lists in addition to the sales that were paid out, and their display names. */
export const statementChanges = {
  charge: 'Paid by the buyer',
  refund: 'Refunded to the buyer',
  'refund-returned': 'Refund returned by the buyer’s bank',
  dispute: 'Disputed by the buyer',
  'dispute-won': 'Dispute decided for the seller',
  reversal: 'Taken back from the Stripe account',
  debt: 'Added to the debt',
  'fee-refund': 'Fee given back',
  'fee-correction': 'Fee charged again',
} as const
export type StatementChange = keyof typeof statementChanges

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats a month such as `2026-11` as `November 2026`. */
export function formatMonth(month: string): string {
  return monthName.format(new Date(`${month}-01T00:00:00Z`))
}

const month = z
  .string('Send a month, such as 2026-11.')
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Send a month, such as 2026-11.')

const minor = z.number().int()

const listedMonth = z.object({
  month,
  /** False while the month's entries can still change. A month becomes final one hour after its end in UTC. */
  isFinal: z.boolean(),
  /** Number of sales that were paid out. */
  sales: minor,
  payoutMinor: minor,
  /** The fees without the refunded fees; negative if more was refunded. */
  feeMinor: minor,
  takenBackMinor: minor,
  /** True if the month has fees, so that there is an invoice. */
  hasInvoice: z.boolean(),
})

const balance = z.object({
  /** The amount that the seller will receive for sales that are handed over and not paid out. */
  waitingMinor: minor,
  debtMinor: minor,
})

const car = { purchaseID: z.string(), carName: z.string() }

const statementSale = z.object({
  ...car,
  at: isoTime,
  buyerPaidMinor: minor,
  /** The part that was refunded before the payout. */
  refundedMinor: minor,
  feeMinor: minor,
  debtMinor: minor,
  payoutMinor: minor,
  /** Null if the fee and the debt left nothing to transfer. */
  transferID: z.string().nullable(),
})

const statementChange = z.object({
  ...car,
  at: isoTime,
  kind: z.enum(Object.keys(statementChanges) as [StatementChange, ...StatementChange[]]),
  /** In cents, always positive; the kind states the direction. */
  amount: minor,
  reference: z.string(),
})

/** All amounts are in cents, and all times and months in UTC. */
const statement = z.object({
  month,
  isFinal: z.boolean(),
  sellerName: z.string(),
  opening: balance,
  closing: balance,
  /** Increase of the balance by sales that were handed over, after fees and refunds. */
  dueMinor: minor,
  sales: z.array(statementSale),
  changes: z.array(statementChange),
  /** Sales that were handed over and not paid out at the end. */
  waiting: z.array(z.object({ ...car, at: isoTime, amount: minor })),
  totals: z.object({
    buyerPaidMinor: minor,
    refundedMinor: minor,
    feeMinor: minor,
    debtMinor: minor,
    payoutMinor: minor,
    takenBackMinor: minor,
    newDebtMinor: minor,
    feeRefundMinor: minor,
    /** The fees that were refunded by mistake and are charged again. */
    feeCorrectionMinor: minor,
  }),
  /** The number of the fee invoice; null without fees, and until the month is final. */
  invoiceNumber: z.string().nullable(),
})

const sellerQuery = z.object({ seller: id.optional() })
const monthParams = z.object({ month })
const documentQuery = sellerQuery.extend({ document: oneOf(statementDocuments) })

export type ListedMonth = z.infer<typeof listedMonth>
export type Statement = z.infer<typeof statement>

export const statementEndpoints = {
  getStatements: {
    summary: 'Get the totals of your months, newest first; admins choose any seller',
    who: 'seller-or-admin',
    row: 'owner-or-admin',
    query: sellerQuery,
    output: z.object({ sellerName: z.string(), months: z.array(listedMonth) }),
    problems: ['not-found'],
    limit: 'R1',
  },
  getStatement: {
    summary: 'Get the statement of a month: balances, sales, refunds, debts, and disputes',
    who: 'seller-or-admin',
    row: 'owner-or-admin',
    params: monthParams,
    query: sellerQuery,
    output: statement,
    problems: ['not-found'],
    limit: 'R1',
  },
  getStatementPdf: {
    summary: 'Download the statement or the fee invoice of a month as a PDF',
    who: 'seller-or-admin',
    row: 'owner-or-admin',
    params: monthParams,
    query: documentQuery,
    output: z.string(),
    contentType: 'application/pdf',
    problems: ['not-found'],
    limit: 'W1',
  },
  getStatementCsv: {
    summary: 'Download the statement or the fee invoice of a month as CSV',
    who: 'seller-or-admin',
    row: 'owner-or-admin',
    params: monthParams,
    query: documentQuery,
    output: z.string(),
    contentType: 'text/csv',
    problems: ['not-found'],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
