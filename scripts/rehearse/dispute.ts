import { followDispute } from '../../server/sale/disputes/follow-dispute.ts'
import type { Market } from './market.ts'
import { check, type Sale } from './sale.ts'
import { waitUntil } from './wait-until.ts'

const DISPUTE_SECONDS = 120

/** Waits for the dispute that the test card causes, and records it. Returns its ID. */
export async function receiveDispute({ ctx, stripe, call }: Market, sale: Sale): Promise<string> {
  const dispute = await waitUntil(
    async () => (await stripe.disputes.list({ payment_intent: sale.intentId })).data[0] ?? null,
    { seconds: DISPUTE_SECONDS, failure: 'Stripe opened no dispute.' },
  )
  await followDispute(ctx, dispute.id)
  const { state } = await call('buyer', 'getDeal', { params: { purchaseID: sale.purchaseId } })
  check(state === 'disputed', `The deal’s state is ${state} instead of disputed.`)
  const { evidence } = await stripe.disputes.retrieve(dispute.id)
  check(evidence.product_description !== null, 'The evidence did not reach Stripe.')
  return dispute.id
}

/**
 * Submits the evidence that makes the bank decide for the seller, and waits until the deal continues.
 * @see https://docs.stripe.com/testing#evidence
 */
export async function winDispute({ ctx, call }: Market, sale: Sale, id: string): Promise<void> {
  const body = { evidence: { uncategorized_text: 'winning_evidence' } }
  await call('admin', 'updateDispute', { params: { id }, body })
  await call('admin', 'submitDispute', { params: { id } })
  await waitUntil(
    async () => {
      await followDispute(ctx, id)
      const { state } = await call('buyer', 'getDeal', { params: { purchaseID: sale.purchaseId } })
      return state === 'paid' ? state : null
    },
    { seconds: DISPUTE_SECONDS, failure: `The dispute ${id} was not won.` },
  )
}
