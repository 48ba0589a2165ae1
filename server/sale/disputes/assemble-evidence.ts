import { formatCount } from '../../../contract/number-format.ts'
import { formatAmountWithCurrency } from '../../../contract/money.ts'
import { MAX_EVIDENCE_LENGTH, type Evidence } from '../../../contract/disputes.ts'
import { formatMileage } from '../../../contract/cars/mileage.ts'
import {
  odometerStatementLabels,
  titleBrandLabels,
  warrantyKindLabels,
} from '../../../contract/deal-documents.ts'
import { problemReasonLabels } from '../../../contract/deal-life.ts'
import type { Db } from '../../db/tables.ts'
import { isAboutPayment } from '../../core/messages/notify.ts'
import { findUser } from '../../core/users/user.repository.ts'
import { RESERVATION_TERMS } from '../payments/reservation.ts'
import { findDeal, listDealEvents, type Deal, type SoldListing } from '../records/deal.repository.ts'
import { findDealMoney } from '../records/deal-money.ts'
import { listDealProblems } from '../records/deal-problem.repository.ts'
import { findDocumentDetails } from '../records/deal-document.repository.ts'
import { listSignatures } from '../records/deal-signature.repository.ts'
import { findReservation, type Reservation } from '../records/deposit.repository.ts'
import { isDisputeOfDeal, type StoredDispute } from '../records/dispute.repository.ts'
import { findPayment, type Payment } from '../records/payment.repository.ts'
import { findPurchase, type Purchase } from '../records/purchase.repository.ts'

const DAY_MS = 86_400_000

/** Writes the texts of the evidence from the records of a payment, its reservation, and its deal, if any. */
export async function assembleEvidence(db: Db, dispute: StoredDispute): Promise<Evidence> {
  const purchase = (await findPurchase(db, dispute.purchaseId))!
  const payment = (await findPayment(db, dispute.paymentId))!
  const reservation = await findReservation(db, payment.id)
  const deal = (await isDisputeOfDeal(db, dispute.id)) ? await findDeal(db, purchase.id) : null
  const payments = deal ? (await findDealMoney(db, deal)).payments : [payment]
  const buyer = await findUser(db, purchase.buyerId)
  const listing = deal?.listing ?? reservation?.listing
  const evidence: Evidence = {
    customer_name: purchase.buyerName,
    uncategorized_text: [
      describePayments(payments, purchase),
      reservation && describeReservation(reservation),
      deal && (await describeDeal(db, deal)),
      await describeMessages(db, purchase, payments, deal !== null || !payment.isDeposit),
    ]
      .filter(Boolean)
      .join('\n\n')
      .slice(0, MAX_EVIDENCE_LENGTH),
  }
  if (listing) evidence.product_description = describeListing(purchase.carName, listing)
  if (reservation) evidence.refund_policy_disclosure = describeTerms(reservation)
  if (buyer?.email) evidence.customer_email_address = buyer.email
  if (deal?.confirmedAt) evidence.service_date = deal.confirmedAt.slice(0, 10)
  return evidence
}

function describeListing(carName: string, { fields = {} }: SoldListing): string {
  const facts = Object.entries(fields).filter(([, value]) => value !== null && value !== '')
  const lines = facts.map(([label, value]) => `${label}: ${value}`)
  return [`The listing of the ${carName} when it was paid for:`, ...lines]
    .join('\n')
    .slice(0, MAX_EVIDENCE_LENGTH)
}

function describePayments(payments: readonly Payment[], { buyerName }: Purchase): string {
  return payments
    .map((paid) => {
      const { amount, carName, intentId, isDeposit, otherAmount, paidAt } = paid
      const part = isDeposit
        ? `a deposit of ${formatAmountWithCurrency(amount)}`
        : formatAmountWithCurrency(amount)
      const receipt = `Receipt: ${buyerName} paid ${part} by card for the ${carName} on ${paidAt}. Transaction ${intentId}.`
      const rest = `${formatAmountWithCurrency(otherAmount)} was recorded as paid at the dealership.`
      return [receipt, isDeposit && otherAmount > 0 && rest, describeRefund(paid)].filter(Boolean).join(' ')
    })
    .join('\n')
}

function describeRefund({ state, refundedAmount, refundId, refundReason }: Payment): string {
  const reason = refundReason ? ` Reason for the refund: ${refundReason}.` : ''
  if (state === 'refunded')
    return `It was refunded in full${refundId ? `, refund ${refundId}` : ''}.${reason}`
  if (state === 'refund-pending') return `A full refund was decided, but is not made yet.${reason}`
  const refunded =
    refundedAmount > 0 ? `${formatAmountWithCurrency(refundedAmount)} was refunded.` : 'It was not refunded.'
  return state === 'refund-failed' ? `Stripe refused a full refund.${reason} ${refunded}` : refunded
}

/** States the terms of a reservation and how it ended. */
function describeReservation({
  amount,
  startedAt,
  reservedUntil,
  endedAt,
  endedBy,
  state,
}: Reservation): string {
  const days = Math.round((Date.parse(reservedUntil) - Date.parse(startedAt)) / DAY_MS)
  const sides = { buyer: 'The buyer', seller: 'The seller', admin: 'Our team', system: null }
  const side = endedBy && sides[endedBy]
  const ends = {
    held: 'The reservation has not ended.',
    credited: `The deposit was counted toward the price at ${endedAt}.`,
    refunded: side ? `${side} ended the reservation at ${endedAt}.` : `The reservation ended at ${endedAt}.`,
    'paid-at-dealership': `${side} recorded at ${endedAt} that the buyer paid the rest at the dealership.`,
  }
  return `Reservation: a deposit of ${formatAmountWithCurrency(amount)} reserved the car for the buyer for ${formatCount(days, 'day')}, from ${startedAt} to ${reservedUntil}. ${ends[state]}`
}

function describeTerms({ startedAt, reservedUntil }: Reservation): string {
  return `The confirmation that the buyer was sent at ${startedAt} states the end of the reservation, ${reservedUntil}, and: “${RESERVATION_TERMS}”`
}

async function describeDeal(db: Db, deal: Deal): Promise<string> {
  const parts = [
    describeHandover(deal),
    await describeDocuments(db, deal),
    await describeHistory(db, deal),
    await describeProblems(db, deal),
  ]
  return parts.filter(Boolean).join('\n\n')
}

function describeHandover({ handoverAt, confirmedAt, confirmedBy, place }: Deal): string {
  const agreed = handoverAt ? `Buyer and seller agreed to meet at ${handoverAt}${place && `, ${place}`}.` : ''
  const ways = {
    code: 'The buyer gave the seller the six-digit code that only the buyer can see',
    buyer: 'The buyer confirmed in their account that they have the car',
    timer: 'Neither side reported a problem after the agreed handover',
    admin: 'Our team decided after a reported problem that the car was handed over',
  }
  const confirmed = confirmedAt && confirmedBy ? `${ways[confirmedBy]}, at ${confirmedAt}.` : ''
  return [agreed, confirmed].filter(Boolean).join(' ')
}

/** Lists the signatures and the facts that the seller stated about the car at the handover. */
async function describeDocuments(db: Db, { purchaseId }: Deal): Promise<string> {
  const details = await findDocumentDetails(db, purchaseId)
  if (!details) return ''
  const { revision, savedAt, facts } = details
  const reading = formatMileage(facts.odometer, facts.odometerUnit)
  const signatures = await listSignatures(db, purchaseId)
  return [
    `Sale documents, revision ${revision}, with the details that the seller saved at ${savedAt}:`,
    `Odometer at the handover: ${reading}. ${odometerStatementLabels[facts.odometerStatement]}.`,
    `Title: ${titleBrandLabels[facts.titleBrand]}. ${facts.lienHolder ? `Lien: ${facts.lienHolder}` : 'No lien'}.`,
    `${warrantyKindLabels[facts.warranty]}. ${facts.warrantyText}`.trim(),
    ...signatures.map(
      ({ signedAt, side, name, ...signed }) =>
        `${signedAt} The ${side} signed revision ${signed.revision} (text version ${signed.textVersion}) as “${name}”.`,
    ),
  ].join('\n')
}

async function describeHistory(db: Db, { purchaseId }: Deal): Promise<string> {
  const events = await listDealEvents(db, purchaseId)
  return ['Course of the sale:', ...events.map(({ at, side, text }) => `${at} (${side}) ${text}`)].join('\n')
}

async function describeProblems(db: Db, { purchaseId }: Deal): Promise<string> {
  const problems = await listDealProblems(db, purchaseId)
  return problems
    .map(
      ({ openedAt, side, reason, text, outcome, outcomeReason }) =>
        `At ${openedAt}, the ${side} reported: ${problemReasonLabels[reason]}. ${text}${outcome ? ` Decision: ${outcome}. ${outcomeReason}` : ''}`,
    )
    .join('\n')
}

/**
 * Lists the notifications about the payments that the buyer received, which were also sent by email.
 * @param isWithPurchase true to include those whose link contains the ID of the purchase. If a reservation did not become
 * a sale, these may be about a later sale of the car.
 */
async function describeMessages(
  db: Db,
  { id: purchaseId, buyerId }: Purchase,
  payments: readonly Payment[],
  isWithPurchase: boolean,
): Promise<string> {
  const [firstPaidAt] = payments.map(({ paidAt }) => paidAt).toSorted()
  const messages = await db
    .selectFrom('messages')
    .select(['id', 'created_at', 'read_at', 'subject', 'link'])
    .where('user_id', '=', buyerId)
    .where('created_at', '>=', firstPaidAt!)
    .orderBy('created_at')
    .execute()
  const lines = messages
    .filter(
      ({ id, link }) =>
        payments.some((payment) => isAboutPayment(id, payment.id)) ||
        (isWithPurchase && link.includes(purchaseId)),
    )
    .map(
      ({ created_at: sentAt, read_at: readAt, subject }) =>
        `${sentAt} ${subject}${readAt ? ` (read at ${readAt})` : ''}`,
    )
  return lines.length > 0 ? ['Notifications sent to the buyer:', ...lines].join('\n') : ''
}
