import type { Insertable } from 'kysely'
import type { Context } from '../../server/context.ts'
import type { Row, Tables } from '../../server/db/tables.ts'
import { newId } from '../../server/db/id.ts'
import { buildCar, buildPayment, buildPerson, buildPurchase } from './factories.ts'

interface BuiltDeal {
  purchaseId: string
  payment: Row<'payments'>
}

interface DealTexts {
  car?: string
  buyer?: string
  seller?: string
}

/** Builds a deal about a sold car between a new buyer and a new seller. Stripe has no such payment. */
export async function buildDeal(
  ctx: Context,
  { car = 'A4 Avant 40 TFSI', buyer = 'Bea Buyer', seller = 'Sam Seller' }: DealTexts = {},
  fields: Partial<Insertable<Tables['deals']>> = {},
): Promise<BuiltDeal> {
  const sellerId = (await buildPerson(ctx, { full_name: seller, account: 'seller' })).id
  const buyerId = (await buildPerson(ctx, { full_name: buyer })).id
  const carId = await buildCar(ctx, sellerId, { state: 'sold', model_name: car })
  const purchaseId = await buildPurchase(ctx, buyerId, carId, { state: 'paid', buyer_name: buyer })
  const payment = await buildPayment(ctx, purchaseId)
  const deal: Insertable<Tables['deals']> = {
    purchase_id: purchaseId,
    payment_id: payment.id,
    car_id: carId,
    buyer_id: buyerId,
    seller_id: sellerId,
    state: 'paid',
    resumed_state: null,
    charge_id: null,
    fee_basis_points: 0,
    fee_minimum: 0,
    fee_maximum: null,
    handover_at: null,
    code_blocked_until: null,
    confirmed_at: null,
    confirmed_by: null,
    release_at: null,
    released_at: null,
    remind_at: null,
    listing: '{}',
    created_at: payment.paid_at,
    ...fields,
  }
  await ctx.db.insertInto('deals').values(deal).execute()
  return { purchaseId, payment }
}

const DAY_MS = 86_400_000

/**
 * Builds a disputed deal with assembled evidence and seven days to the deadline.
 * @returns the ID of the dispute
 */
export async function buildDispute(
  ctx: Context,
  fields: Partial<Insertable<Tables['disputes']>> = {},
  texts: DealTexts = {},
): Promise<string> {
  const { purchaseId, payment } = await buildDeal(ctx, texts, {
    state: 'disputed',
    resumed_state: 'handed-over',
  })
  const now = ctx.now().getTime()
  const dispute: Insertable<Tables['disputes']> & { id: string } = {
    id: `du_${newId().replace(/\W/g, '')}`,
    payment_id: payment.id,
    purchase_id: purchaseId,
    amount: payment.amount,
    reason: 'product_not_received',
    state: 'needs_response',
    opened_at: new Date(now).toISOString(),
    due_by: new Date(now + 7.5 * DAY_MS).toISOString(),
    closed_at: null,
    evidence: JSON.stringify({
      customer_name: texts.buyer ?? 'Bea Buyer',
      service_date: '2026-11-20',
      product_description:
        'The listing of the 2021 Audi A4 Avant 40 TFSI when it was paid for:\nMileage: 38,000 mi\nFuel: Petrol\nCondition: Good',
      uncategorized_text:
        'Receipt: Bea Buyer paid $24,900 for the 2021 Audi A4 Avant 40 TFSI.\n\nThe buyer gave the seller the six-digit code that only the buyer can see.',
    }),
    edited_at: null,
    submitted_at: null,
    submitted_by: null,
    ...fields,
  }
  await ctx.db.insertInto('disputes').values(dispute).execute()
  return dispute.id
}
