import { publicPrice } from '../../../contract/money.ts'
import { openPurchaseStates, type Purchase, type Sale, type SaleStage } from '../../../contract/purchases.ts'
import type { Config } from '../../config.ts'
import { readNewest, type Paging } from '../../db/read-newest.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Page } from '../../http/paging.ts'
import { isLive } from '../payments/attempt.repository.ts'
import { mayTrade } from '../users/may-trade.ts'
import { findUser } from '../users/user.repository.ts'

export type PurchaseRow = Row<'purchases'>

/** How many unpaid items a buyer may have on the list. */
export const MOST_OPEN_ITEMS = 50

/** @returns whether it was inserted; false where the buyer has this car on the list already. */
export async function insertPurchase(db: Db, purchase: PurchaseRow): Promise<boolean> {
  const result = await db
    .insertInto('purchases')
    .values(purchase)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export function findPurchase(db: Db, id: string): Promise<PurchaseRow | undefined> {
  return db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findActivePurchase(db: Db, buyerId: string, carId: string): Promise<PurchaseRow | undefined> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('buyer_id', '=', buyerId)
    .where('car_id', '=', carId)
    .where('state', 'in', openPurchaseStates)
    .executeTakeFirst()
}

export function listActivePurchases(db: Db, buyerId: string): Promise<PurchaseRow[]> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('buyer_id', '=', buyerId)
    .where('state', 'in', openPurchaseStates)
    .execute()
}

/** @returns whether this call took the step from one of the states named. */
export async function movePurchase(
  db: Db,
  id: string,
  from: PurchaseRow['state'][],
  change: Partial<Pick<PurchaseRow, 'state' | 'hidden_at' | 'price_text' | 'price_minor'>>,
): Promise<boolean> {
  const result = await db
    .updateTable('purchases')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * @param price in cents: an item that was accepted at another since is left alone
 * @returns whether somebody pays for the item from now on
 */
export async function payPurchase(db: Db, id: string, price: number): Promise<boolean> {
  const result = await db
    .updateTable('purchases')
    .set({ state: 'paying' })
    .where('id', '=', id)
    .where('state', '=', 'unpaid')
    .where('price_minor', '=', price)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Takes a paid item off its buyer's list; the record stays. @returns whether this call did. */
export async function hidePurchase(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('purchases')
    .set({ hidden_at: now.toISOString() })
    .where('id', '=', id)
    .where('state', 'in', ['paid', 'refunded'])
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Brings a deleted item back onto its buyer's list.
 * @returns false where it cannot: the buyer has put the car on the list again, filled the list, or deleted the
 * account, meanwhile.
 */
export async function restorePurchase(db: Db, id: string): Promise<boolean> {
  const purchase = await findPurchase(db, id)
  if (!purchase) return false
  if (purchase.state !== 'removed') return movePurchase(db, id, ['paid', 'refunded'], { hidden_at: null })
  if (await findActivePurchase(db, purchase.buyer_id, purchase.car_id)) return false
  if ((await listActivePurchases(db, purchase.buyer_id)).length >= MOST_OPEN_ITEMS) return false
  if (!(await findUser(db, purchase.buyer_id))) return false
  return movePurchase(db, id, ['removed'], { state: 'unpaid' })
}

/** Admins read the price as its seller typed it, buyers only where it is one. */
interface Reading {
  config: Config
  reader: { isAdmin: boolean }
}

const newest = ['purchases.created_ms', 'purchases.id'] as const

/** A buyer's list, newest first; what the buyer removed is left out. */
export function listPurchases(
  db: Db,
  { buyerId, carId, ...paging }: { buyerId: string; carId?: string | undefined } & Paging,
  reading: Reading,
): Promise<Page<Purchase>> {
  const shown = withDetails(db)
    .where('purchases.buyer_id', '=', buyerId)
    .$if(carId !== undefined, (query) => query.where('purchases.car_id', '=', carId!))
    .where('purchases.state', '<>', 'removed')
    .where('purchases.hidden_at', 'is', null)
  return readNewest(
    shown,
    newest,
    paging,
    (row) => [row.created_ms, row.id],
    (row) => toPurchase(row, reading),
  )
}

/** One item as its buyer sees it, with who the buyer is; undefined once removed. */
export async function findPurchaseDetails(
  db: Db,
  id: string,
  reading: Reading,
): Promise<{ buyerId: string; purchase: Purchase } | undefined> {
  const row = await withDetails(db)
    .where('purchases.id', '=', id)
    .where('purchases.state', '<>', 'removed')
    .executeTakeFirst()
  return row && { buyerId: row.buyer_id, purchase: toPurchase(row, reading) }
}

const statesOf: Record<SaleStage, readonly PurchaseRow['state'][]> = {
  interested: openPurchaseStates,
  paid: ['paid', 'refunded'],
}

/** The purchases of a seller's cars, newest first: all, or those at one stage. */
export function listSales(
  db: Db,
  sellerId: string,
  { stage, ...paging }: Paging & { stage?: SaleStage | undefined },
  config: Config,
): Promise<Page<Sale>> {
  const sales = withDetails(db)
    .where('purchases.seller_id', '=', sellerId)
    .where('purchases.state', '<>', 'removed')
    .$if(stage !== undefined, (query) => query.where('purchases.state', 'in', statesOf[stage!]))
  return readNewest(
    sales,
    newest,
    paging,
    (row) => [row.created_ms, row.id],
    (row) => toSale(row, config),
  )
}

function withDetails(db: Db) {
  return db
    .selectFrom('purchases')
    .innerJoin('cars', 'cars.id', 'purchases.car_id')
    .innerJoin('users as buyer', 'buyer.id', 'purchases.buyer_id')
    .innerJoin('users as seller', 'seller.id', 'purchases.seller_id')
    .leftJoin('payments', (join) =>
      join.onRef('payments.purchase_id', '=', 'purchases.id').on('payments.is_sale', '=', 1),
    )
    .leftJoin('attempts', (join) => join.onRef('attempts.purchase_id', '=', 'purchases.id').on(isLive))
    .leftJoin('reviews', (join) =>
      join.onRef('reviews.purchase_id', '=', 'purchases.id').on('reviews.deleted_at', 'is', null),
    )
    .selectAll('purchases')
    .select([
      'attempts.held_until',
      'cars.state as car_state',
      'cars.price_minor as car_price_minor',
      'cars.images as car_images',
      'cars.contact as car_contact',
      'cars.mileage as car_mileage',
      'cars.mileage_unit as car_mileage_unit',
      'cars.fuel as car_fuel',
      'buyer.email as buyer_email',
      'buyer.email_verified as buyer_email_verified',
      'buyer.photo_url as buyer_photo',
      'seller.full_name as seller_name',
      'seller.email as seller_email',
      'seller.email_verified as seller_email_verified',
      'payments.intent_id',
      'payments.paid_at',
      'payments.state as payment_state',
      'payments.refunded_amount',
      'reviews.id as review_id',
    ])
}

type DetailedRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

function toPurchase(row: DetailedRow, { config, reader }: Reading): Purchase {
  const isPaid = row.state === 'paid'
  return {
    _id: row.id,
    buyerName: row.buyer_name,
    buyerContact: row.buyer_contact,
    buyerEmail: row.buyer_email,
    buyerImage: row.buyer_photo,
    sellingPrice: reader.isAdmin ? row.price_text : publicPrice(row.price_text, row.price_minor),
    priceMinor: row.price_minor,
    carPriceMinor: row.car_price_minor,
    carModelName: row.car_model_name,
    carName: row.car_name,
    carImage: firstImage(row.car_images),
    carMileage: row.car_mileage,
    carMileageUnit: row.car_mileage_unit,
    carFuel: row.car_fuel,
    sellerName: row.seller_name,
    purchaseTime: row.created_ms,
    meetingPlace: row.meeting_place,
    carID: row.car_id,
    paid: isPaid,
    state: listedState(row.state),
    heldUntil: row.held_until,
    available: row.car_state,
    transactionID: row.intent_id,
    paidAt: row.paid_at,
    refundState: refundState(row.payment_state),
    refundedMinor: row.refunded_amount ?? 0,
    reviewID: row.review_id,
    ...(isPaid && { selllerContact: row.car_contact }),
    ...(isPaid && isShown(row.seller_email_verified, config) && { sellerEmail: row.seller_email }),
  }
}

function toSale(row: DetailedRow, config: Config): Sale {
  const isPaid = row.state === 'paid'
  return {
    _id: row.id,
    carID: row.car_id,
    carModelName: row.car_model_name,
    carName: row.car_name,
    carImage: firstImage(row.car_images),
    buyerName: row.buyer_name,
    sellingPrice: row.price_text,
    priceMinor: row.price_minor,
    purchaseTime: row.created_ms,
    paid: isPaid,
    state: listedState(row.state),
    paidAt: row.paid_at,
    ...(isPaid && { buyerContact: row.buyer_contact, meetingPlace: row.meeting_place }),
    ...(isPaid && isShown(row.buyer_email_verified, config) && { buyerEmail: row.buyer_email }),
  }
}

/** An address that somebody has taken on since the sale may be anybody's; their number is the one they gave for it. */
function isShown(isProven: 0 | 1, config: Config): boolean {
  return mayTrade(config, { isEmailVerified: isProven === 1 })
}

/** Removed items are never selected. */
function listedState(state: PurchaseRow['state']): Purchase['state'] {
  return state === 'removed' ? 'unpaid' : state
}

function refundState(state: Row<'payments'>['state'] | null): Purchase['refundState'] {
  if (state === 'refunded') return 'refunded'
  return state === 'refund-pending' || state === 'refund-failed' ? 'pending' : 'none'
}

function firstImage(images: string): string {
  return (JSON.parse(images) as string[])[0] ?? ''
}
