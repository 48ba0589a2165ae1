import { formatExact } from '../../../contract/money.ts'
import { MAX_EVIDENCE, type Evidence } from '../../../contract/disputes.ts'
import { formatMileage } from '../../../contract/cars/mileage.ts'
import {
  odometerStatementLabels,
  titleBrandLabels,
  warrantyKindLabels,
} from '../../../contract/deal-documents.ts'
import { problemReasonLabels } from '../../../contract/deal-life.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { findUser } from '../../core/users/user.repository.ts'
import { findDeal, listDealEvents, type Deal } from '../records/deal.repository.ts'
import { listDealProblems } from '../records/deal-problem.repository.ts'
import { findDocumentDetails } from '../records/deal-document.repository.ts'
import { listSignatures } from '../records/deal-signature.repository.ts'
import { findPayment } from '../records/payment.repository.ts'
import { findPurchase } from '../records/purchase.repository.ts'
import { findDispute, saveEvidence, type StoredDispute } from '../records/dispute.repository.ts'

/**
 * Assembles the evidence for a dispute from the deal, and stores it at Stripe without submitting it. An admin
 * checks and submits it.
 * @throws ProblemError `service-unavailable` if Stripe does not respond.
 */
export async function stageEvidence(ctx: Context, disputeId: string): Promise<void> {
  const dispute = await findDispute(ctx.db, disputeId)
  if (!dispute || !acceptsEvidence(dispute, ctx.now()) || Object.keys(dispute.evidence).length > 0) return
  const deal = await findDeal(ctx.db, dispute.purchaseId)
  if (!deal) return
  const evidence = await assembleEvidence(ctx.db, deal)
  await ctx.payments.updateDispute(disputeId, evidence, false)
  await saveEvidence(ctx.db, disputeId, evidence)
}

function acceptsEvidence({ state, submittedAt, dueBy }: StoredDispute, now: Date): boolean {
  return state.endsWith('needs_response') && !submittedAt && (dueBy === null || dueBy > now.toISOString())
}

/** Writes the texts of the evidence from the records of a deal. */
async function assembleEvidence(db: Db, deal: Deal): Promise<Evidence> {
  const purchase = (await findPurchase(db, deal.purchaseId))!
  const payment = (await findPayment(db, deal.paymentId))!
  const buyer = await findUser(db, deal.buyerId)
  const evidence: Evidence = {
    product_description: describeListing(purchase.carName, deal),
    customer_name: purchase.buyerName,
    uncategorized_text: [
      `Receipt: ${purchase.buyerName} paid ${formatExact(payment.amount)} for the ${purchase.carName} on ${payment.paidAt}. Transaction ${payment.intentId}.`,
      describeHandover(deal),
      await describeDocuments(db, deal),
      await describeHistory(db, deal),
      await describeProblems(db, deal),
      await describeMessages(db, deal),
    ]
      .filter(Boolean)
      .join('\n\n')
      .slice(0, MAX_EVIDENCE),
  }
  if (buyer?.email) evidence.customer_email_address = buyer.email
  if (deal.confirmedAt) evidence.service_date = deal.confirmedAt.slice(0, 10)
  return evidence
}

function describeListing(carName: string, { listing }: Deal): string {
  const facts = Object.entries(listing.fields ?? {}).filter(([, value]) => value !== null && value !== '')
  const lines = facts.map(([label, value]) => `${label}: ${value}`)
  return [`The listing of the ${carName} when it was paid for:`, ...lines].join('\n').slice(0, MAX_EVIDENCE)
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

/** Lists the notifications about the car that the buyer received, which were also sent by email. */
async function describeMessages(db: Db, { buyerId, purchaseId }: Deal): Promise<string> {
  const messages = await db
    .selectFrom('messages')
    .select(['created_at', 'read_at', 'subject'])
    .where('user_id', '=', buyerId)
    .where('link', 'like', `%${purchaseId}%`)
    .orderBy('created_at')
    .execute()
  const lines = messages.map(
    ({ created_at: sentAt, read_at: readAt, subject }) =>
      `${sentAt} ${subject}${readAt ? ` (read at ${readAt})` : ''}`,
  )
  return lines.length > 0 ? ['Notifications sent to the buyer:', ...lines].join('\n') : ''
}
