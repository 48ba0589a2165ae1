import type { BalanceMovement } from '../../server/gateways/payments/payments.ts'
import { findDifferences } from '../../server/sale/accounting/compare-with-stripe.ts'
import { listEntriesSince } from '../../server/sale/records/ledger.repository.ts'
import type { Market } from './market.ts'
import type { Sale } from './sale.ts'
import { waitUntil } from './wait-until.ts'

const SETTLING_SECONDS = 120
/** Maximum difference between the clocks of this machine and Stripe, in milliseconds. */
const CLOCK_MS = 600_000

/**
 * Waits until the books agree with the Stripe balance transactions. Returns the number of transactions that
 * were compared. Other activity of the Stripe account is ignored.
 */
export async function compareBooks(market: Market, sales: readonly Sale[], startedAt: Date): Promise<number> {
  const since = new Date(startedAt.getTime() - CLOCK_MS)
  return waitUntil(
    async () => {
      const entries = await listEntriesSince(market.ctx.db, since)
      const movements = await listOwnMovements(market, sales, since)
      return findDifferences(entries, movements, Infinity).length === 0 ? movements.length : null
    },
    { seconds: SETTLING_SECONDS, failure: 'The books differ from the Stripe balance transactions.' },
  )
}

async function listOwnMovements(
  market: Market,
  sales: readonly Sale[],
  since: Date,
): Promise<BalanceMovement[]> {
  const own = new Set((await Promise.all(sales.map((sale) => listObjects(market, sale)))).flat())
  const movements = await market.ctx.payments.listBalanceMovements(since)
  return movements.filter(({ reference }) => own.has(reference))
}

/** Returns the IDs of a sale's Stripe objects that move money. */
async function listObjects({ stripe }: Market, { intentId, purchaseId }: Sale): Promise<string[]> {
  const payment = { payment_intent: intentId }
  const [refunds, disputes, transfers] = await Promise.all([
    stripe.refunds.list(payment),
    stripe.disputes.list(payment),
    stripe.transfers.list({ transfer_group: purchaseId }),
  ])
  const reversals = transfers.data.flatMap((transfer) => transfer.reversals.data)
  const objects = [...refunds.data, ...disputes.data, ...transfers.data, ...reversals]
  return [intentId, ...objects.map(({ id }) => id)]
}
