import { openPurchaseStates } from '../../../contract/purchases.ts'
import type { SellerFee } from '../../../contract/all-in-price.ts'
import { fromFeesColumn, toFeesColumn } from '../../db/fees-column.ts'
import type { Db, Row } from '../../db/tables.ts'
import { findUser } from '../../core/users/user.repository.ts'

/** A car on a buyer's list. Its car details are those at the time when it was added. */
export interface Purchase {
  id: string
  buyerId: string
  sellerId: string
  carId: string
  buyerName: string
  buyerContact: string
  meetingPlace: string
  carModelName: string
  /** Year, make, and model. */
  carName: string
  /**
   * The price that the buyer agreed to pay, with the seller's fees. `priceMinor` is the same price in cents.
   */
  priceText: string
  priceMinor: number | null
  /** The fees that the price includes. */
  fees: readonly SellerFee[]
  /** The creation time, in milliseconds since 1970. */
  createdMs: number
  state: PurchaseState
}

export type PurchaseState = Row<'purchases'>['state']

/** Maximum number of unpaid items on a buyer's list. */
export const MAX_OPEN_ITEMS = 50

/**
 * Inserts a purchase.
 * @returns false if the buyer's list already contains this car
 */
export async function insertPurchase(db: Db, purchase: Omit<Purchase, 'state'>): Promise<boolean> {
  const result = await db
    .insertInto('purchases')
    .values({
      id: purchase.id,
      buyer_id: purchase.buyerId,
      seller_id: purchase.sellerId,
      car_id: purchase.carId,
      buyer_name: purchase.buyerName,
      buyer_contact: purchase.buyerContact,
      meeting_place: purchase.meetingPlace,
      car_model_name: purchase.carModelName,
      car_name: purchase.carName,
      price_text: purchase.priceText,
      price_minor: purchase.priceMinor,
      fees: toFeesColumn(purchase.fees),
      created_ms: purchase.createdMs,
      state: 'unpaid',
      hidden_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function findPurchase(db: Db, id: string): Promise<Purchase | null> {
  const row = await db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toPurchase(row) : null
}

export async function findActivePurchase(db: Db, buyerId: string, carId: string): Promise<Purchase | null> {
  const row = await db
    .selectFrom('purchases')
    .selectAll()
    .where('buyer_id', '=', buyerId)
    .where('car_id', '=', carId)
    .where('state', 'in', openPurchaseStates)
    .executeTakeFirst()
  return row ? toPurchase(row) : null
}

export async function listActivePurchases(db: Db, buyerId: string): Promise<Purchase[]> {
  const rows = await db
    .selectFrom('purchases')
    .selectAll()
    .where('buyer_id', '=', buyerId)
    .where('state', 'in', openPurchaseStates)
    .execute()
  return rows.map(toPurchase)
}

type PurchaseChange = Partial<Pick<Purchase, 'state' | 'priceText' | 'priceMinor' | 'fees'>> & {
  hiddenAt?: null
}

/**
 * Moves a purchase to another state.
 * @returns false if the purchase was not in one of the `from` states
 */
export async function movePurchase(
  db: Db,
  id: string,
  from: PurchaseState[],
  change: PurchaseChange,
): Promise<boolean> {
  const result = await db
    .updateTable('purchases')
    .set({
      state: change.state,
      price_text: change.priceText,
      price_minor: change.priceMinor,
      told_price_minor: change.priceMinor,
      fees: change.fees && toFeesColumn(change.fees),
      hidden_at: change.hiddenAt,
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Marks the purchase as being paid for, at this price.
 * @param price in cents; if the buyer has since accepted another price, the item is not changed
 * @param fees the fees that this price includes
 * @returns true if the item is now being paid for
 */
export async function payPurchase(
  db: Db,
  id: string,
  price: number,
  fees: readonly SellerFee[],
): Promise<boolean> {
  const result = await db
    .updateTable('purchases')
    .set({ state: 'paying', fees: toFeesColumn(fees) })
    .where('id', '=', id)
    .where('state', '=', 'unpaid')
    .where('price_minor', '=', price)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Hides a paid item from its buyer's list; the record remains.
 * @returns true if this call hid it
 */
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
 * Restores a deleted item to its buyer's list.
 * @returns false if the buyer has since added the car again, filled the list, or deleted the account
 */
export async function restorePurchase(db: Db, id: string): Promise<boolean> {
  const purchase = await findPurchase(db, id)
  if (!purchase) return false
  if (purchase.state !== 'removed') return movePurchase(db, id, ['paid', 'refunded'], { hiddenAt: null })
  if (await findActivePurchase(db, purchase.buyerId, purchase.carId)) return false
  if ((await listActivePurchases(db, purchase.buyerId)).length >= MAX_OPEN_ITEMS) return false
  if (!(await findUser(db, purchase.buyerId))) return false
  return movePurchase(db, id, ['removed'], { state: 'unpaid' })
}

/** Converts a row, which may include columns from joined tables, to a purchase. */
export function toPurchase(row: Row<'purchases'>): Purchase {
  return {
    id: row.id,
    buyerId: row.buyer_id,
    sellerId: row.seller_id,
    carId: row.car_id,
    buyerName: row.buyer_name,
    buyerContact: row.buyer_contact,
    meetingPlace: row.meeting_place,
    carModelName: row.car_model_name,
    carName: row.car_name,
    priceText: row.price_text,
    priceMinor: row.price_minor,
    fees: fromFeesColumn(row.fees),
    createdMs: row.created_ms,
    state: row.state,
  }
}
