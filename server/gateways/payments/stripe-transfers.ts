import type Stripe from 'stripe'
import { TransferRefusedError, type PaymentsGateway, type Reversal, type Transfer } from './payments.ts'
import {
  isInvalidRequest,
  MAX_ITEMS,
  PAGE_SIZE,
  withStripeProblem,
  toStripeProblem,
  type LoadStripe,
} from './stripe-client.ts'

type TransfersGateway = Pick<
  PaymentsGateway,
  'createTransfer' | 'listTransfers' | 'reverseTransfer' | 'listReversals' | 'getAccountBalance'
>

/** @see https://docs.stripe.com/connect/separate-charges-and-transfers */
export function createTransfersGateway(load: LoadStripe): TransfersGateway {
  return {
    async createTransfer({ payoutId, accountId, amount, currency, chargeId, transferGroup, idempotencyKey }) {
      const stripe = await load()
      const transfer = stripe.transfers.create(
        {
          amount,
          currency,
          destination: accountId,
          ...(chargeId !== null && { source_transaction: chargeId }),
          transfer_group: transferGroup,
          metadata: { payoutID: payoutId },
        },
        { idempotencyKey },
      )
      return toTransfer(await acceptOrRefuse(transfer))
    },

    async listTransfers(transferGroup) {
      const stripe = await load()
      const list = stripe.transfers.list({ transfer_group: transferGroup, limit: PAGE_SIZE })
      return (await withStripeProblem(list.autoPagingToArray({ limit: MAX_ITEMS }))).map(toTransfer)
    },

    async reverseTransfer({ transferId, rowId, amount, idempotencyKey }) {
      const stripe = await load()
      const reversal = stripe.transfers.createReversal(
        transferId,
        { amount, metadata: { rowID: rowId } },
        { idempotencyKey },
      )
      return toReversal(await acceptOrRefuse(reversal))
    },

    async listReversals(transferId) {
      const stripe = await load()
      const list = stripe.transfers.listReversals(transferId, { limit: PAGE_SIZE })
      return (await withStripeProblem(list.autoPagingToArray({ limit: MAX_ITEMS }))).map(toReversal)
    },

    async getAccountBalance(accountId) {
      const stripe = await load()
      const { available } = await withStripeProblem(stripe.balance.retrieve({}, { stripeAccount: accountId }))
      return Math.max(0, available.find(({ currency }) => currency === 'usd')?.amount ?? 0)
    },
  }
}

/**
 * Waits for Stripe's response, and converts its errors.
 * @throws TransferRefusedError if Stripe has refused the request; `service-unavailable` for other failures
 */
async function acceptOrRefuse<T>(response: Promise<T>): Promise<T> {
  try {
    return await response
  } catch (error) {
    if (!isInvalidRequest(error)) throw toStripeProblem(error)
    throw new TransferRefusedError(error.message, error.code === 'balance_insufficient', error)
  }
}

function toTransfer({ id, amount, metadata }: Stripe.Transfer): Transfer {
  return { id, amount, payoutId: metadata.payoutID ?? null }
}

function toReversal({ id, amount, metadata }: Stripe.TransferReversal): Reversal {
  return { id, amount, rowId: metadata?.rowID ?? null }
}
