import type Stripe from 'stripe'
import type { Db, Row } from '../db/tables.ts'
import { toAccountParams } from '../gateways/payments/stripe-accounts.ts'
import { bookCharge, bookStripeFee } from '../sale/accounting/book.ts'
import { updateDeal, insertDealEvent, moveDeal } from '../sale/records/deal.repository.ts'
import { openDeal } from '../sale/deals/open-deal.ts'
import { savePayoutAccount } from '../sale/records/payout-account.repository.ts'
import { toPayment } from '../sale/records/payment.repository.ts'
import { toPurchase } from '../sale/records/purchase.repository.ts'
import { addMinutes } from './time-offsets.ts'
import { demoPeople } from './demo-people.ts'
import type { DemoRows } from './demo-rows.ts'
import { userId } from './people-rows.ts'
import { createSeededId } from './random.ts'
import type { Charge } from './sale-rows.ts'

const DAY_MINUTES = 24 * 60
/** The age in days from which the demo buyers have their cars. */
const HANDED_OVER_DAYS = 5

/**
 * Creates active accounts for the demo sellers. The metadata completes onboarding in the sandbox.
 * @returns the accounts by user
 */
export async function createPayoutAccounts(stripe: Stripe): Promise<[userId: string, accountId: string][]> {
  const sellers = demoPeople.filter(({ account }) => account === 'seller')
  return Promise.all(
    sellers.map(async ({ email, fullName: name }): Promise<[string, string]> => {
      const params = toAccountParams({ userId: userId(email), email, name })
      const metadata = { ...params.metadata, sandbox_onboarding: 'complete' }
      const idempotencyKey = `seed-${createSeededId('payout-account', email)}`
      const account = await stripe.v2.core.accounts.create({ ...params, metadata }, { idempotencyKey })
      return [userId(email), account.id]
    }),
  )
}

export async function insertPayoutAccounts(
  trx: Db,
  accountIds: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  for (const [id, accountId] of accountIds)
    await savePayoutAccount(trx, id, { id: accountId, state: 'active', reasons: [] }, now)
}

/**
 * Opens the deals of the paid demo purchases. The older ones are handed over, so the deals job pays their
 * sellers; the newest waits for its buyer to choose a time.
 */
export async function insertDeals(
  trx: Db,
  { payments, purchases }: Pick<DemoRows, 'payments' | 'purchases'>,
  charges: ReadonlyMap<string, Charge>,
  now: Date,
): Promise<void> {
  for (const row of payments) {
    const { chargeId, fee } = charges.get(row.purchase_id)!
    const charge = { id: chargeId, fee }
    const payment = toPayment(row)
    const paidAt = new Date(row.paid_at)
    await bookCharge(trx, payment, paidAt)
    await bookStripeFee(trx, payment, charge, paidAt)
    const purchase = toPurchase(purchases.find(({ id }) => id === row.purchase_id)!)
    await openDeal(trx, paidAt, { payment, purchase, charge })
    if (now.getTime() - paidAt.getTime() >= HANDED_OVER_DAYS * DAY_MINUTES * 60_000)
      await handOver(trx, row, addMinutes(paidAt, 2 * DAY_MINUTES))
    else await propose(trx, row, now)
  }
}

async function handOver(
  trx: Db,
  { purchase_id: id, buyer_id: actorId }: Row<'payments'>,
  at: Date,
): Promise<void> {
  await moveDeal(trx, id, 'confirmReceived', { confirmedAt: at.toISOString(), confirmedBy: 'buyer' })
  const text = 'The buyer confirmed that they have the car.'
  await insertDealEvent(trx, id, { side: 'buyer', actorId, text }, at)
}

async function propose(
  trx: Db,
  { purchase_id: id, seller_id: actorId }: Row<'payments'>,
  now: Date,
): Promise<void> {
  const morning = new Date(now)
  morning.setUTCHours(17, 0, 0, 0)
  const times = [2, 3].map((days) => addMinutes(morning, days * DAY_MINUTES).toISOString())
  const at = now.toISOString()
  await updateDeal(trx, id, ['paid'], { proposals: [{ by: 'seller', times, at }] })
  const text = 'The seller proposed two times for the handover.'
  await insertDealEvent(trx, id, { side: 'seller', actorId, text }, now)
}
