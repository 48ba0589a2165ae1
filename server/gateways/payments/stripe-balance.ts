import type Stripe from 'stripe'
import type { BalanceMovement, PaymentsGateway } from './payments.ts'
import {
  getStripeId,
  MAX_ITEMS,
  PAGE_SIZE,
  withStripeProblem,
  toSeconds,
  type LoadStripe,
} from './stripe-client.ts'

/** @see https://docs.stripe.com/reports/balance-transaction-types */
export function createBalanceGateway(load: LoadStripe): Pick<PaymentsGateway, 'listBalanceMovements'> {
  return {
    async listBalanceMovements(since) {
      const stripe = await load()
      const list = stripe.balanceTransactions.list({
        created: { gte: toSeconds(since) },
        expand: ['data.source'],
        limit: PAGE_SIZE,
      })
      return (await withStripeProblem(list.autoPagingToArray({ limit: MAX_ITEMS }))).map(toMovement)
    },
  }
}

function toMovement(transaction: Stripe.BalanceTransaction): BalanceMovement {
  const { id, amount, fee, created } = transaction
  const refundedIntentId = getRefundedIntent(transaction)
  return {
    id,
    amount,
    fee,
    refundedIntentId,
    at: new Date(created * 1000),
    ...getMovementSource(transaction),
  }
}

function getRefundedIntent({ source }: Stripe.BalanceTransaction): string | null {
  const isRefund = source !== null && typeof source !== 'string' && source.object === 'refund'
  return isRefund ? getStripeId(source.payment_intent) : null
}

/** Returns the object that a movement belongs to. A charge is identified by its PaymentIntent. */
function getMovementSource({
  source,
  id,
}: Stripe.BalanceTransaction): Pick<BalanceMovement, 'kind' | 'reference'> {
  if (source === null || typeof source === 'string') return { kind: 'other', reference: source ?? id }
  switch (source.object) {
    case 'charge':
      return { kind: 'charge', reference: getStripeId(source.payment_intent) || source.id }
    case 'refund':
      return { kind: 'refund', reference: source.id }
    case 'transfer':
      return { kind: 'transfer', reference: source.id }
    case 'transfer_reversal':
      return { kind: 'reversal', reference: source.id }
    case 'dispute':
      return { kind: 'dispute', reference: source.id }
    default:
      return { kind: 'other', reference: source.id }
  }
}
