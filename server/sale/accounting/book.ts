import type { Db } from '../../db/tables.ts'
import type { Charge, Dispute, Refund } from '../../gateways/payments/payments.ts'
import type { Payment } from '../records/payment.repository.ts'
import { listDealEntries, post, type LedgerEntry, type Posting } from '../records/ledger.repository.ts'

/**
 * The postings of a sale. The platform's account is the money that the operator holds for others; a sale that
 * is over leaves nothing in it. Each function can be repeated, because the books contain a posting of the same
 * kind and reference only once.
 */

type Parties = Pick<Payment, 'purchaseId' | 'buyerId' | 'sellerId'>

export async function bookCharge(db: Db, payment: Payment, now: Date): Promise<void> {
  const { amount, intentId } = payment
  await post(db, buildPaymentPosting(payment, 'charge', intentId, { buyer: -amount, platform: amount }), now)
}

/** Books Stripe's processing fee, which the operator pays. */
export async function bookStripeFee(
  db: Db,
  payment: Payment,
  charge: Charge | null,
  now: Date,
): Promise<void> {
  if (charge?.fee) {
    const amounts = { fee: -charge.fee, 'stripe-fee': charge.fee }
    await post(db, buildPaymentPosting(payment, 'stripe-fee', charge.id, amounts), now)
  }
}

/**
 * Books refunds, and refunds that a bank has returned, until the books contain the amount refunded in total.
 * @param total the amount that has been refunded or is being refunded, in cents
 * @param refunds all of the payment's refunds that have not failed, newest first
 */
export async function bookRefunds(
  db: Db,
  payment: Payment,
  total: number,
  refunds: readonly Pick<Refund, 'id' | 'amount'>[],
  now: Date,
): Promise<void> {
  const entries = await listDealEntries(db, payment.purchaseId)
  const booked = entries.filter(
    ({ account, kind, paymentId }) =>
      account === 'buyer' && kind.startsWith('refund') && paymentId === payment.id,
  )
  let missing = total - booked.reduce((sum, { amount }) => sum + amount, 0)
  for (const { reference, amount } of listReturned(booked, refunds)) {
    const amounts = { buyer: -amount, platform: amount }
    await post(db, buildPaymentPosting(payment, 'refund-returned', reference, amounts), now)
    missing += amount
  }
  const references = new Set(booked.map(({ reference }) => reference))
  for (const { id, amount } of refunds.filter((refund) => !references.has(refund.id))) {
    if (missing <= 0) break
    const share = Math.min(amount, missing)
    await post(db, buildPaymentPosting(payment, 'refund', id, { buyer: share, platform: -share }), now)
    missing -= share
  }
}

/** Lists the booked refunds that are no longer among the payment's refunds in Stripe. */
function listReturned(booked: readonly LedgerEntry[], refunds: readonly Pick<Refund, 'id'>[]): LedgerEntry[] {
  const activeIds = new Set(refunds.map(({ id }) => id))
  const returnedIds = new Set(
    booked.flatMap(({ kind, reference }) => (kind === 'refund-returned' ? [reference] : [])),
  )
  return booked.filter(
    ({ kind, reference }) =>
      kind === 'refund' &&
      reference.startsWith('re_') &&
      !activeIds.has(reference) &&
      !returnedIds.has(reference),
  )
}

/** Books a payout, which moves the money of the sale from the platform to the seller and the fee. */
export async function bookPayout(
  db: Db,
  parties: Parties,
  payout: { id: string; transferId: string | null; paid: number; fee: number; debt: number },
  now: Date,
): Promise<void> {
  const { id, transferId, paid, fee, debt } = payout
  const amounts = { platform: -paid, fee, seller: paid - fee }
  await post(db, posting(parties, 'payout', transferId ?? id, amounts), now)
  await post(db, posting(parties, 'debt-payment', id, { debt: -debt, platform: debt }), now)
}

/** Books a reversal, which returns part of a seller's payout to the platform. */
export async function bookReversal(
  db: Db,
  parties: Parties,
  { id, amount }: { id: string; amount: number },
  now: Date,
): Promise<void> {
  await post(db, posting(parties, 'reversal', id, { seller: -amount, platform: amount }), now)
}

/** Books the part of the fee that the platform refunds. */
export async function bookFeeRefund(
  db: Db,
  parties: Parties,
  { reference, amount }: { reference: string; amount: number },
  now: Date,
): Promise<void> {
  await post(db, posting(parties, 'fee-refund', reference, { fee: -amount, platform: amount }), now)
}

/** Books the renewed charge of a fee that was refunded without a reversal of the seller's share. */
export async function bookFeeCorrection(
  db: Db,
  parties: Parties,
  { reference, amount }: { reference: string; amount: number },
  now: Date,
): Promise<void> {
  await post(db, posting(parties, 'fee-refund', reference, { fee: amount, platform: -amount }), now)
}

/** Books an amount that could not be recovered from a seller’s account as the seller’s debt. */
export async function bookDebt(
  db: Db,
  parties: Parties,
  { id, amount }: { id: string; amount: number },
  now: Date,
): Promise<void> {
  await post(db, posting(parties, 'debt', id, { seller: -amount, debt: amount }), now)
}

/**
 * Books a dispute. Stripe withdraws the disputed money and a fee when a dispute opens, and returns the money
 * if the dispute is won.
 */
export async function bookDispute(
  db: Db,
  payment: Payment,
  { id, amount, withdrawn, fee, state }: Dispute,
  now: Date,
): Promise<void> {
  const isReturned = state === 'won' && withdrawn < amount
  if (withdrawn > 0 || isReturned)
    await post(db, buildPaymentPosting(payment, 'dispute', id, { buyer: amount, platform: -amount }), now)
  if (isReturned)
    await post(db, buildPaymentPosting(payment, 'dispute-won', id, { buyer: -amount, platform: amount }), now)
  await post(db, buildPaymentPosting(payment, 'dispute-fee', id, { fee: -fee, 'stripe-fee': fee }), now)
}

/** Builds a posting for one of the payments of a purchase. */
function buildPaymentPosting(
  payment: Payment,
  kind: Posting['kind'],
  reference: string,
  amounts: Posting['amounts'],
): Posting {
  return { ...posting(payment, kind, reference, amounts), paymentId: payment.id }
}

function posting(
  { purchaseId, buyerId, sellerId }: Parties,
  kind: Posting['kind'],
  reference: string,
  amounts: Posting['amounts'],
): Posting {
  return { kind, purchaseId, buyerId, sellerId, reference, amounts }
}
