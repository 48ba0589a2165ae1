import { formatCount } from '../../../contract/number-format.ts'
import { pages } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import { notify } from '../../core/messages/notify.ts'
import { listAdminIds } from '../../core/users/user.repository.ts'
import type { BalanceMovement } from '../../gateways/payments/payments.ts'
import {
  recordComparison,
  replaceDifferences,
  type Difference,
} from '../records/ledger-difference.repository.ts'
import {
  listReferencedEntries,
  listEntriesSince,
  sumSettledDebts,
  type LedgerEntry,
  type PostingKind,
} from '../records/ledger.repository.ts'

const DAY_MS = 86_400_000
/** Number of days that a comparison covers. */
const LOOK_BACK_DAYS = 14
/** The age in milliseconds below which an entry or a movement may not have a counterpart yet. */
const SETTLING_MS = 3_600_000

/** The posting that each kind of movement on Stripe's balance causes, and the account that shows its amount. */
const counterparts = {
  charge: { kind: 'charge', account: 'buyer' },
  refund: { kind: 'refund', account: 'buyer' },
  transfer: { kind: 'payout', account: 'seller' },
  reversal: { kind: 'reversal', account: 'seller' },
  dispute: { kind: 'dispute', account: 'buyer' },
} as const satisfies Record<Exclude<BalanceMovement['kind'], 'other'>, Pick<LedgerEntry, 'kind' | 'account'>>

/**
 * Compares the books with the movements on Stripe's balance, and shows the differences to the admins. It
 * corrects nothing, because a difference needs a person.
 */
export async function compareWithStripe(ctx: Context): Promise<void> {
  const now = ctx.now()
  const since = new Date(now.getTime() - LOOK_BACK_DAYS * DAY_MS)
  // A movement may be slightly older than its entry.
  const movements = await ctx.payments.listBalanceMovements(new Date(since.getTime() - DAY_MS))
  const references = movements.flatMap(({ reference, refundedIntentId }) =>
    refundedIntentId === null ? [reference] : [reference, refundedIntentId],
  )
  const entries = await addTransferredAmounts(ctx, [
    ...(await listEntriesSince(ctx.db, since)),
    ...(await listReferencedEntries(ctx.db, references)),
  ])
  const found = findDifferences(entries, movements, now.getTime() - SETTLING_MS)
  const added = await ctx.db.transaction().execute(async (trx) => {
    await recordComparison(trx, now)
    return replaceDifferences(trx, found, now)
  })
  if (added.length === 0) return
  ctx.log.error({ differences: added }, 'the books differ from Stripe’s balance')
  for (const userId of await listAdminIds(ctx.db))
    await notify(ctx.db, ctx, {
      userId,
      kind: 'disputed',
      subject: `The books differ from Stripe: ${formatCount(added.length, 'difference')}`,
      body: 'Compare them with the transactions in Stripe’s dashboard. The list is on the Payouts page.',
      link: pages.payouts.path,
    })
}

/** Reduces the payouts that settled a debt to the amounts that were transferred. */
async function addTransferredAmounts({ db }: Context, entries: LedgerEntry[]): Promise<LedgerEntry[]> {
  const isTransfer = ({ kind, account }: LedgerEntry) => kind === 'payout' && account === 'seller'
  const purchaseIds = entries.filter(isTransfer).map(({ purchaseId }) => purchaseId)
  const debts = await sumSettledDebts(db, purchaseIds)
  return entries.map((entry) =>
    isTransfer(entry) ? { ...entry, amount: entry.amount - (debts.get(entry.purchaseId) ?? 0) } : entry,
  )
}

/**
 * Returns the differences between entries and movements, without those that had no time yet to reach the
 * other side.
 * @param settledBefore a time in milliseconds since 1970
 */
export function findDifferences(
  entries: readonly LedgerEntry[],
  movements: readonly BalanceMovement[],
  settledBefore: number,
): Difference[] {
  const differences: Difference[] = []
  const unmatched = new Map(
    entries.filter(isAtStripe).map((entry) => [buildPostingKey(entry.kind, entry.reference), entry]),
  )
  const returned = new Set(movements.filter(isReturn).map(({ reference }) => reference))
  const refundedBeforeBooks = new Set(entries.filter(isFromBeforeBooks).map(({ reference }) => reference))
  for (const movement of movements) {
    const { kind, reference, amount, at } = movement
    if (kind === 'other' || isReturn(movement)) continue
    if (refundedBeforeBooks.has(movement.refundedIntentId ?? '')) continue
    const key = buildPostingKey(counterparts[kind].kind, reference)
    const entry = unmatched.get(key)
    unmatched.delete(key)
    const booked = entry ? -entry.amount : null
    const sides = { reference, purchaseId: entry?.purchaseId ?? null, booked, stripe: amount }
    if (booked === null) {
      // A refund that the bank returned before it was booked has no effect on the books.
      if (at.getTime() < settledBefore && !(kind === 'refund' && returned.has(reference)))
        differences.push({ kind: 'missing-here', ...sides })
    } else if (booked !== amount) differences.push({ kind: 'amount', ...sides })
  }
  for (const { reference, purchaseId, amount, at } of unmatched.values())
    if (Date.parse(at) < settledBefore)
      differences.push({ kind: 'missing-at-stripe', reference, purchaseId, booked: -amount, stripe: null })
  // The books show one difference per Stripe object.
  return [...new Map(differences.map((each) => [each.reference, each])).values()]
}

/** Reports whether a movement returns the money of a won dispute, or of a refund that the bank returned. */
function isReturn({ kind, amount }: BalanceMovement): boolean {
  return (kind === 'dispute' || kind === 'refund') && amount > 0
}

/** Reports whether an entry is a payment's refunds from before the books, which are booked as one amount. */
function isFromBeforeBooks({ kind, reference }: LedgerEntry): boolean {
  return kind === 'refund' && reference.startsWith('pi_')
}

/** Reports whether a Stripe movement corresponds to the entry. A payout of 0 has no transfer. */
function isAtStripe(entry: LedgerEntry): boolean {
  const { kind, account, reference, amount } = entry
  if (isFromBeforeBooks(entry)) return false
  if (kind === 'payout' && (!reference.startsWith('tr_') || amount === 0)) return false
  return Object.values(counterparts).some((each) => each.kind === kind && each.account === account)
}

function buildPostingKey(kind: PostingKind, reference: string): string {
  return `${kind} ${reference}`
}
