import type Stripe from 'stripe'
import { disputeStates } from '../../../contract/disputes.ts'
import type { Dispute, PaymentsGateway } from './payments.ts'
import { idOf, MAX_ITEMS, PAGE_SIZE, withOutageError, toSeconds, type LoadStripe } from './stripe-client.ts'

type DisputesGateway = Pick<PaymentsGateway, 'getDispute' | 'listDisputes' | 'updateDispute'>

/** @see https://docs.stripe.com/disputes/api */
export function createDisputesGateway(load: LoadStripe): DisputesGateway {
  return {
    async getDispute(id) {
      const stripe = await load()
      return toDispute(await withOutageError(stripe.disputes.retrieve(id)))
    },

    async listDisputes(since) {
      const stripe = await load()
      const list = stripe.disputes.list({ created: { gte: toSeconds(since) }, limit: PAGE_SIZE })
      return (await withOutageError(list.autoPagingToArray({ limit: MAX_ITEMS }))).map(toDispute)
    },

    async updateDispute(id, evidence, submit) {
      const stripe = await load()
      return toDispute(await withOutageError(stripe.disputes.update(id, { evidence, submit })))
    },
  }
}

function toDispute(dispute: Stripe.Dispute): Dispute {
  const { due_by: dueBy } = dispute.evidence_details
  const movements = dispute.balance_transactions
  return {
    id: dispute.id,
    intentId: idOf(dispute.payment_intent),
    amount: dispute.amount,
    reason: dispute.reason,
    state: disputeStates.find((state) => state === dispute.status) ?? 'under_review',
    openedAt: new Date(dispute.created * 1000),
    dueBy: dueBy ? new Date(dueBy * 1000) : null,
    withdrawn: -movements.reduce((sum, { amount }) => sum + amount, 0),
    fee: movements.reduce((sum, { fee }) => sum + fee, 0),
  }
}
