import { CURRENCY, isPayable, parsePrice } from '../../../contract/money.ts'
import type { EndpointOutput } from '../../../contract/endpoint.ts'
import { ProblemError } from '../../../contract/problems.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/id.ts'
import type { Db, Row } from '../../db/tables.ts'
import { Answer, type Actor, type Call } from '../../http/handler.ts'
import { cancelAttempt } from '../../sale/cancel-attempt.ts'
import { reserveCar } from '../../sale/car-state.ts'
import { releaseHold } from '../../sale/end-attempt.ts'
import { pursueRefund } from '../../sale/refund.ts'
import { settleIntent } from '../../sale/settle.ts'
import { insertAuditEntry } from '../audit/audit.repository.ts'
import {
  findPurchase,
  listActivePurchases,
  movePurchase,
  type PurchaseRow,
} from '../purchases/purchase.repository.ts'
import {
  findAttempt,
  findAttemptByIntent,
  findLiveAttempt,
  insertAttempt,
  listEndedHolds,
  openAttempt,
  touchAttempt,
  type Attempt,
} from './attempt.repository.ts'
import { findPayment, findPaymentByIntent, movePayment } from './payment.repository.ts'

type IntentAnswer = EndpointOutput<'createPaymentIntent'>

/** Once a buyer's hold on a car is used up, they wait this long for that car. */
const COOL_DOWN_SECONDS = 900

/**
 * Reserves the car and starts a payment of the item's own price. A repeat, from a reload or a second window, returns
 * the open attempt and does not extend it.
 */
export async function startPayment({
  ctx,
  actor,
  body,
  req,
}: Call<'createPaymentIntent'>): Promise<IntentAnswer> {
  const purchase = await chooseItem(ctx.db, actor, body)
  const open = await findLiveAttempt(ctx.db, 'purchase_id', purchase.id)
  if (open && open.held_until > ctx.now().toISOString()) return resume(ctx, open, purchase)
  if (open) await cancelAttempt(ctx, open, 'expired')

  const car = await payableCar(ctx.db, purchase)
  const amount = agreedAmount(purchase, car, body.sellingPrice)
  await checkCoolDown(ctx, actor.id, car.id)
  await ctx.limits.take('P', { ip: req.ip ?? '', actor })
  await letOtherHoldGo(ctx, actor.id)
  const attempt = await claim(ctx, purchase, amount)
  return attempt ? openAtStripe(ctx, attempt, purchase) : startAgain(ctx, purchase)
}

/** Records a success that the browser saw; what it was is read from Stripe. */
export async function savePayment({ ctx, actor, body }: Call<'savePayment'>) {
  const purchase = await findPurchase(ctx.db, body.purchasedItemID)
  if (purchase?.buyer_id !== actor.id) throw new ProblemError('not-found')
  const known = await findPaymentByIntent(ctx.db, body.transactionID)
  const attempt = known ?? (await findAttemptByIntent(ctx.db, body.transactionID))
  if (attempt?.purchase_id !== purchase.id) throw new ProblemError('not-found')

  const answer = { acknowledged: true as const, transactionID: body.transactionID }
  const outcome = await settleIntent(ctx, body.transactionID)
  switch (outcome.state) {
    case 'paid':
    case 'refunded':
      return { ...answer, insertedId: outcome.payment.id, state: outcome.state }
    case 'settling':
      return new Answer({ ...answer, state: 'settling' as const }, { status: 202 })
    default:
      throw new ProblemError('not-succeeded')
  }
}

/** Lets the buyer's own hold go. */
export async function releaseAttempt({ ctx, actor, params }: Call<'cancelAttempt'>) {
  const attempt = await findAttempt(ctx.db, params.id)
  if (attempt?.buyer_id !== actor.id) throw new ProblemError('not-found')
  if (attempt.state === 'succeeded') throw new ProblemError('payment-in-progress')
  const isReleased = attempt.state !== 'cancelled' && (await cancelAttempt(ctx, attempt, 'released'))
  return { acknowledged: true as const, deletedCount: isReleased ? 1 : 0 }
}

/** Gives the whole amount back. Pending until Stripe confirms; a repeat answers how it stands. */
export async function refundPayment({ ctx, actor, params, body }: Call<'refundPayment'>) {
  const payment = await findPayment(ctx.db, params.id)
  if (!payment) throw new ProblemError('not-found')
  if (payment.state === 'refunded') return { acknowledged: true as const, state: 'refunded' as const }
  await ctx.db.transaction().execute(async (trx) => {
    const change = { state: 'refund-pending' as const, refund_reason: body.reason }
    const isFirst = await movePayment(trx, payment.id, ['paid', 'refund-failed'], change)
    if (!isFirst) return
    const detail = `${payment.car_model_name}: ${body.reason}`
    await insertAuditEntry(trx, actor, { action: 'refund', target: payment.intent_id, detail }, ctx.now())
  })
  const state = await pursueRefund(ctx, (await findPayment(ctx.db, payment.id))!)
  if (state === 'refund-failed')
    throw new ProblemError('not-refundable', {
      detail: 'Stripe could not refund this payment; please try again later',
    })
  return {
    acknowledged: true as const,
    state: state === 'refunded' ? ('refunded' as const) : ('refund-pending' as const),
  }
}

/** The item that is paid: the one named, or the only own one at that price. */
async function chooseItem(
  db: Db,
  actor: Actor,
  body: { purchasedItemID?: string | undefined; sellingPrice: string },
): Promise<PurchaseRow> {
  const purchase = body.purchasedItemID
    ? await findPurchase(db, body.purchasedItemID)
    : onlyMatch(await listActivePurchases(db, actor.id), body.sellingPrice)
  if (purchase?.buyer_id !== actor.id || purchase.state === 'removed') throw new ProblemError('not-found')
  if (purchase.state === 'paid' || purchase.state === 'refunded') throw new ProblemError('already-paid')
  return purchase
}

function onlyMatch(purchases: PurchaseRow[], price: string): PurchaseRow | undefined {
  const minor = parsePrice(price)
  const matches = purchases.filter((purchase) => minor !== null && purchase.price_minor === minor)
  if (matches.length > 1) throw new ProblemError('ambiguous-item')
  return matches[0]
}

async function payableCar(db: Db, purchase: PurchaseRow): Promise<Row<'cars'>> {
  const car = await db
    .selectFrom('cars')
    .selectAll()
    .where('id', '=', purchase.car_id)
    .executeTakeFirstOrThrow()
  if (car.state === 'sold' || car.state === 'withdrawn') throw new ProblemError('car-sold')
  return car
}

/** The price that the item, the car and the buyer's screen agree on, in cents. */
function agreedAmount(purchase: PurchaseRow, car: Row<'cars'>, shown: string): number {
  if (purchase.price_minor !== car.price_minor)
    throw new ProblemError('price-changed', {
      facts: { sellingPrice: car.resell_price, priceMinor: car.price_minor },
    })
  if (!isPayable(purchase.price_minor)) throw new ProblemError('price-not-payable')
  if (parsePrice(shown) !== purchase.price_minor)
    throw new ProblemError('price-changed', {
      facts: { sellingPrice: purchase.price_text, priceMinor: purchase.price_minor },
    })
  return purchase.price_minor
}

/** What counts is the time held, so that letting go just before the end does not renew a hold for ever. */
async function checkCoolDown(ctx: Context, buyerId: string, carId: string): Promise<void> {
  const now = ctx.now().getTime()
  const full = ctx.config.reservationSeconds * 1000
  const coolDown = COOL_DOWN_SECONDS * 1000
  const since = new Date(now - full - coolDown)
  const holds = await listEndedHolds(ctx.db, { buyerId, carId, since })
  const held = holds.reduce((sum, { start, end }) => sum + (end.getTime() - start.getTime()), 0)
  const again = (holds.at(-1)?.end.getTime() ?? 0) + coolDown
  if (held < full || again <= now) return
  throw new ProblemError('hold-expired', {
    detail: 'You held this car for as long as one may; others may go first for 15 minutes',
    facts: { again: new Date(again).toISOString() },
    headers: { 'Retry-After': String(Math.ceil((again - now) / 1000)) },
  })
}

/** A buyer holds one car at a time: the newest intention wins. Where the other was paid meanwhile, that is settled. */
async function letOtherHoldGo(ctx: Context, buyerId: string): Promise<void> {
  const other = await findLiveAttempt(ctx.db, 'buyer_id', buyerId)
  if (!other) return
  try {
    await cancelAttempt(ctx, other, 'released')
  } catch (error) {
    if (await findLiveAttempt(ctx.db, 'buyer_id', buyerId)) throw error
  }
}

/** @returns null where a request of the same buyer was quicker. */
async function claim(ctx: Context, purchase: PurchaseRow, amount: number): Promise<Attempt | null> {
  const now = ctx.now()
  const attempt: Attempt = {
    id: newId(),
    purchase_id: purchase.id,
    car_id: purchase.car_id,
    buyer_id: purchase.buyer_id,
    intent_id: null,
    client_secret: null,
    amount,
    currency: CURRENCY,
    state: 'opening',
    cancel_reason: null,
    held_until: new Date(now.getTime() + ctx.config.reservationSeconds * 1000).toISOString(),
    created_at: now.toISOString(),
    active_at: now.toISOString(),
  }
  return ctx.db.transaction().execute(async (trx) => {
    if (await findLiveAttempt(trx, 'buyer_id', purchase.buyer_id)) return null
    if (!(await reserveCar(trx, purchase.car_id))) {
      const car = await payableCar(trx, purchase)
      if (car.state === 'reserved') throw new ProblemError('car-reserved')
      return null
    }
    if (!(await movePurchase(trx, purchase.id, ['unpaid'], { state: 'paying' })))
      throw new ProblemError('not-found')
    await insertAttempt(trx, attempt)
    return attempt
  })
}

async function startAgain(ctx: Context, purchase: PurchaseRow): Promise<IntentAnswer> {
  const open = await findLiveAttempt(ctx.db, 'purchase_id', purchase.id)
  if (!open) throw new ProblemError('payment-in-progress')
  return resume(ctx, open, purchase)
}

async function resume(ctx: Context, attempt: Attempt, purchase: PurchaseRow): Promise<IntentAnswer> {
  if (attempt.intent_id === null || attempt.client_secret === null)
    return openAtStripe(ctx, attempt, purchase)
  await touchAttempt(ctx.db, attempt.id, ctx.now())
  return toAnswer(attempt, attempt.client_secret)
}

/** The attempt's id is the idempotency key, so that two requests for one attempt get the same PaymentIntent. */
async function openAtStripe(ctx: Context, attempt: Attempt, purchase: PurchaseRow): Promise<IntentAnswer> {
  const order = {
    amount: attempt.amount,
    currency: attempt.currency,
    description: purchase.car_model_name,
    metadata: { attemptID: attempt.id, purchasedItemID: purchase.id, carID: purchase.car_id },
    idempotencyKey: `attempt-${attempt.id}`,
  }
  let intent
  try {
    intent = await ctx.payments.createIntent(order)
  } catch (error) {
    // Nobody has the client secret, so the hold can go at once.
    await releaseHold(ctx, attempt, 'released', ['opening'])
    throw error
  }
  if (await openAttempt(ctx.db, attempt.id, intent)) return toAnswer(attempt, intent.clientSecret)
  const current = await findAttempt(ctx.db, attempt.id)
  if (current?.state === 'open') return toAnswer(attempt, intent.clientSecret)
  // It was let go while Stripe was asked.
  await ctx.payments.cancelIntent(intent.id)
  throw new ProblemError('hold-expired')
}

function toAnswer(attempt: Attempt, clientSecret: string): IntentAnswer {
  return {
    clientSecret,
    attemptID: attempt.id,
    purchasedItemID: attempt.purchase_id,
    amount: attempt.amount,
    currency: attempt.currency,
    heldUntil: attempt.held_until,
  }
}
