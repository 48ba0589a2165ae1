import type Stripe from 'stripe'
import type { Sentence } from '../../../contract/api/problems.ts'
import { disputeStates } from '../../../contract/disputes.ts'
import type { Dispute, PaymentsGateway } from './payments.ts'
import {
  getStripeId,
  isRefusal,
  MAX_ITEMS,
  PAGE_SIZE,
  toSeconds,
  toStripeProblem,
  withStripeProblem,
  type LoadStripe,
} from './stripe-client.ts'

type DisputesGateway = Pick<PaymentsGateway, 'getDispute' | 'listDisputes' | 'updateDispute'>

/** @see https://docs.stripe.com/disputes/api */
export function createDisputesGateway(load: LoadStripe): DisputesGateway {
  return {
    async getDispute(id) {
      const stripe = await load()
      return toDispute(await withStripeProblem(stripe.disputes.retrieve(id)))
    },

    async listDisputes(since) {
      const stripe = await load()
      const list = stripe.disputes.list({ created: { gte: toSeconds(since) }, limit: PAGE_SIZE })
      return (await withStripeProblem(list.autoPagingToArray({ limit: MAX_ITEMS }))).map(toDispute)
    },

    async updateDispute(id, evidence, submit) {
      const stripe = await load()
      try {
        return toDispute(await stripe.disputes.update(id, { evidence, submit }))
      } catch (error) {
        throw toStripeProblem(error, isRefusal(error) ? { refusal: describeRefusal(error) } : {})
      }
    },
  }
}

/** Quotes Stripe's message, which names the reason for the refusal. */
function describeRefusal({ message }: Error): Sentence {
  return `Stripe didn’t accept the evidence: ${message.replace(/\.$/, '')}.`
}

function toDispute(dispute: Stripe.Dispute): Dispute {
  const { due_by: dueBy } = dispute.evidence_details
  const movements = dispute.balance_transactions
  return {
    id: dispute.id,
    intentId: getStripeId(dispute.payment_intent),
    amount: dispute.amount,
    reason: dispute.reason,
    state: disputeStates.find((state) => state === dispute.status) ?? 'under_review',
    openedAt: new Date(dispute.created * 1000),
    dueBy: dueBy ? new Date(dueBy * 1000) : null,
    withdrawn: -movements.reduce((sum, { amount }) => sum + amount, 0),
    fee: movements.reduce((sum, { fee }) => sum + fee, 0),
  }
}
