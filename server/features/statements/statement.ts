import { getMonthDays } from './statement-texts.ts'
import { createHash } from 'node:crypto'
import {
  statementChanges,
  type ListedMonth,
  type Statement,
  type StatementChange,
} from '../../../contract/statements.ts'
import type { Db } from '../../db/tables.ts'
import type { PostingKind } from '../../sale/records/ledger.repository.ts'
import {
  listHandoverMonths,
  listMonthEntries,
  listUnpaidSales,
  readDebt,
  sumMonths,
  type MonthEntry,
  type MonthSum,
  type Span,
} from './statement.repository.ts'

const DAY_MS = 86_400_000
/** Maximum delay in milliseconds between the end of a month and the commit of its last entries. */
const SETTLING_MS = 3_600_000

export function monthRange(month: string): Span {
  const { first, last } = getMonthDays(month)
  return { start: first, end: new Date(last.getTime() + DAY_MS) }
}

export function isFinal(month: string, now: Date): boolean {
  return now.getTime() >= monthRange(month).end.getTime() + SETTLING_MS
}

/** Lists the months in which a seller's sales have moved money or were handed over, newest first. */
export async function listStatementMonths(db: Db, sellerId: string, now: Date): Promise<ListedMonth[]> {
  const sums = await sumMonths(db, sellerId)
  const months = new Set([...sums.map(({ month }) => month), ...(await listHandoverMonths(db, sellerId))])
  return [...months]
    .sort()
    .reverse()
    .map((month) =>
      summarize(
        month,
        sums.filter((sum) => sum.month === month),
        now,
      ),
    )
}

function summarize(month: string, sums: readonly MonthSum[], now: Date): ListedMonth {
  const find = (kind: PostingKind, account: MonthSum['account']) =>
    sums.find((sum) => sum.kind === kind && sum.account === account)
  const amountOf = (...key: Parameters<typeof find>) => find(...key)?.amount ?? 0
  return {
    month,
    isFinal: isFinal(month, now),
    sales: find('payout', 'platform')?.count ?? 0,
    payoutMinor: amountOf('payout', 'seller') + amountOf('debt-payment', 'debt'),
    feeMinor: amountOf('payout', 'fee') + amountOf('fee-refund', 'fee'),
    takenBackMinor: amountOf('reversal', 'platform'),
    hasInvoice: find('payout', 'fee') !== undefined || find('fee-refund', 'fee') !== undefined,
  }
}

/**
 * Computes a seller's statement from the books. The closing balance equals the opening balance, plus the
 * amount due, minus the payouts, minus the new debts; a balance is what waits for payout minus the debt.
 * @returns null if nothing happened in the month
 */
export async function computeStatement(
  db: Db,
  seller: { id: string; name: string },
  month: string,
  now: Date,
): Promise<Statement | null> {
  const span = monthRange(month)
  const entries = await listMonthEntries(db, seller.id, span)
  if (entries.length === 0 && !(await listHandoverMonths(db, seller.id)).includes(month)) return null
  const waitingBefore = await listUnpaidSales(db, seller.id, span.start)
  const waiting = await listUnpaidSales(db, seller.id, span.end)
  const opening = {
    waitingMinor: sumBy(waitingBefore, 'amount'),
    debtMinor: await readDebt(db, seller.id, span.start),
  }
  const closing = {
    waitingMinor: sumBy(waiting, 'amount'),
    debtMinor: await readDebt(db, seller.id, span.end),
  }
  const sales = listSales(entries)
  const changes = listChanges(entries)
  const totals = sumUp(sales, changes)
  return {
    month,
    isFinal: isFinal(month, now),
    sellerName: seller.name,
    opening,
    closing,
    dueMinor: closing.waitingMinor - opening.waitingMinor + totals.payoutMinor + totals.debtMinor,
    sales,
    changes,
    waiting: waiting.map(({ purchaseId, carName, confirmedAt, amount }) => ({
      purchaseID: purchaseId,
      carName,
      at: confirmedAt,
      amount,
    })),
    totals,
    invoiceNumber: hasFees(totals) && isFinal(month, now) ? invoiceNumber(seller.id, month) : null,
  }
}

/** Reports whether a month has an invoice, even if its fees add up to zero. */
export function hasFees({ feeMinor, feeRefundMinor, feeCorrectionMinor }: Statement['totals']): boolean {
  return feeMinor + feeRefundMinor + feeCorrectionMinor > 0
}

/** Returns a stable number, such as `2026-11-3F2A9C81B04D`. */
function invoiceNumber(sellerId: string, month: string): string {
  const seller = createHash('sha256').update(sellerId).digest('hex').slice(0, 12)
  return `${month}-${seller.toUpperCase()}`
}

function listSales(entries: readonly MonthEntry[]): Statement['sales'] {
  const byPurchase = Map.groupBy(entries, ({ purchaseId }) => purchaseId)
  return entries
    .filter(({ kind, account }) => kind === 'payout' && account === 'platform')
    .map(({ purchaseId, carName, at, charged, transferId, amount }) => {
      const amountOf = (kind: PostingKind, account: MonthEntry['account']) =>
        byPurchase.get(purchaseId)!.find((entry) => entry.kind === kind && entry.account === account)
          ?.amount ?? 0
      const debt = amountOf('debt-payment', 'platform')
      return {
        purchaseID: purchaseId,
        carName,
        at,
        buyerPaidMinor: charged,
        refundedMinor: charged + amount,
        feeMinor: amountOf('payout', 'fee'),
        debtMinor: debt,
        payoutMinor: amountOf('payout', 'seller') - debt,
        transferID: transferId,
      }
    })
}

/** Lists each posting of these kinds once, by its entry that receives the amount. */
function listChanges(entries: readonly MonthEntry[]): Statement['changes'] {
  return entries.flatMap(({ amount, purchaseId, carName, at, reference, ...entry }) => {
    const kind = findChange(entry)
    return kind && amount > 0 ? { purchaseID: purchaseId, carName, at, kind, amount, reference } : []
  })
}

/** Returns the change that an entry with an increase belongs to, or null if a statement does not list it. */
function findChange({ kind, account }: Pick<MonthEntry, 'kind' | 'account'>): StatementChange | null {
  if (kind === 'fee-refund' && account === 'fee') return 'fee-correction'
  return isChange(kind) ? kind : null
}

function isChange(kind: PostingKind): kind is PostingKind & StatementChange {
  return kind in statementChanges
}

function sumUp(sales: Statement['sales'], changes: Statement['changes']): Statement['totals'] {
  const sumOf = (kind: StatementChange) =>
    sumBy(
      changes.filter((change) => change.kind === kind),
      'amount',
    )
  return {
    buyerPaidMinor: sumBy(sales, 'buyerPaidMinor'),
    refundedMinor: sumBy(sales, 'refundedMinor'),
    feeMinor: sumBy(sales, 'feeMinor'),
    debtMinor: sumBy(sales, 'debtMinor'),
    payoutMinor: sumBy(sales, 'payoutMinor'),
    takenBackMinor: sumOf('reversal'),
    newDebtMinor: sumOf('debt'),
    feeRefundMinor: sumOf('fee-refund'),
    feeCorrectionMinor: sumOf('fee-correction'),
  }
}

function sumBy<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0)
}
