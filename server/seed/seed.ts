import Stripe from 'stripe'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { createStripe } from '../gateways/payments/stripe-client.ts'
import { insertCarsWithHistory } from './cut-prices.ts'
import { demoOrders, demoRows, type DemoRows } from './demo-rows.ts'
import type { Charge, Order } from './sale-rows.ts'
import { createSandboxAccounts } from './sandbox-accounts.ts'
import { createPayoutAccounts, insertDeals, insertPayoutAccounts } from './deal-rows.ts'
import { SeedError } from './seed-error.ts'
import { createSeededId } from './random.ts'

/**
 * Fills a database that has no users with the demo data. It creates accounts in the identity emulator, then
 * payments in the Stripe sandbox, and then all rows in one transaction. If a start is killed before the
 * transaction, the database stays empty, and the next start repeats the same steps.
 * @returns true if it inserted the data, or false if users already exist
 * @throws SeedError in live mode, or if the sandbox does not respond
 */
export async function seedDemo({
  config,
  db,
  now,
}: Pick<Context, 'config' | 'db' | 'now'>): Promise<boolean> {
  if (config.mode !== 'sandbox') throw new SeedError('Demo data is only for the sandbox.')
  if (await hasUsers(db)) return false
  const seededAt = now()
  const [uids, { charges, accountIds }] = await Promise.all([
    createSandboxAccounts(config),
    prepareStripe(config, demoOrders(seededAt)),
  ])
  const rows = demoRows(seededAt, uids, charges, config.reservationSeconds)
  return db.transaction().execute(async (trx) => {
    // Another process may have inserted the data since the first check.
    if (await hasUsers(trx)) return false
    await insertAll(trx, rows, seededAt)
    await insertDeals(trx, rows, charges, seededAt)
    await insertPayoutAccounts(trx, accountIds, seededAt)
    return true
  })
}

/** Reports whether the database has ever had a user, including deleted ones. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

async function insertAll(trx: Db, rows: DemoRows, now: Date): Promise<void> {
  await trx.insertInto('users').values(rows.users).execute()
  await insertCarsWithHistory(trx, rows.cars, now)
  await trx.insertInto('car_pictures').values(rows.pictures).execute()
  await trx.insertInto('purchases').values(rows.purchases).execute()
  await trx.insertInto('attempts').values(rows.attempts).execute()
  await trx.insertInto('payments').values(rows.payments).execute()
  await trx.insertInto('reports').values(rows.reports).execute()
  await trx.insertInto('reviews').values(rows.reviews).execute()
  await trx.insertInto('messages').values(rows.messages).execute()
}

/**
 * Pays the orders in the Stripe sandbox with its Visa test card, so that they can be refunded later, and
 * creates the sellers' payout accounts. The idempotency keys are derived from the data, so an interrupted
 * start does nothing twice.
 * @returns the payments by purchase, and the accounts by user
 * @throws SeedError if the sandbox does not respond or rejects the call
 */
async function prepareStripe(
  config: Config,
  orders: Order[],
): Promise<{ charges: Map<string, Charge>; accountIds: Map<string, string> }> {
  const { sandbox } = config.stripe
  if (!sandbox) throw new SeedError('Demo purchases can only be paid in the Stripe sandbox.')
  const stripe = await createStripe(config)
  try {
    const [charges, accounts] = await Promise.all([
      Promise.all(orders.map((order) => pay(stripe, order))),
      createPayoutAccounts(stripe),
    ])
    return { charges: new Map(charges), accountIds: new Map(accounts) }
  } catch (error) {
    const { type, message } = error as Partial<Stripe.errors.StripeError>
    if (type === 'StripeConnectionError')
      throw new SeedError(
        `The Stripe sandbox is not responding on ${sandbox.host}:${sandbox.port}, so the demo purchases cannot be paid.`,
        { cause: error },
      )
    if (type?.startsWith('Stripe'))
      throw new SeedError(`The Stripe sandbox refused a demo payment: ${message}`, { cause: error })
    throw error
  }
}

async function pay(stripe: Stripe, { purchaseId, ...order }: Order): Promise<[string, Charge]> {
  const idempotencyKey = `seed-${createSeededId(JSON.stringify(order))}`
  const payment: Stripe.PaymentIntentCreateParams = {
    ...order,
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_visa',
    confirm: true,
    transfer_group: purchaseId,
    expand: ['latest_charge.balance_transaction'],
  }
  const intent = await stripe.paymentIntents.create(payment, { idempotencyKey })
  if (intent.status !== 'succeeded')
    throw new SeedError(`The Stripe sandbox left the payment of ${order.description} at ${intent.status}.`)
  return [purchaseId, { intentId: intent.id, ...readCharge(intent) }]
}

function readCharge({ latest_charge: charge }: Stripe.PaymentIntent): Pick<Charge, 'chargeId' | 'fee'> {
  const movement = typeof charge === 'string' ? null : charge?.balance_transaction
  if (charge === null || typeof charge === 'string' || !movement || typeof movement === 'string')
    throw new SeedError('The Stripe sandbox returned a payment without its charge.')
  return { chargeId: charge.id, fee: movement.fee }
}
