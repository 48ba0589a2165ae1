import type { DealActor } from '../../../contract/deal-life.ts'
import type { DepositState } from '../../../contract/deposits.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { SoldListing } from './deal.repository.ts'
import { findPayment, type Payment } from './payment.repository.ts'

/** A paid deposit. While its state is `held`, it reserves the car for the buyer. */
export interface Deposit {
  paymentId: string
  purchaseId: string
  carId: string
  buyerId: string
  sellerId: string
  /** In cents. */
  amount: number
  state: DepositState
  reservedUntil: string
}

/** A deposit with the history of its reservation. */
export interface Reservation extends Deposit {
  startedAt: string
  endedAt: string | null
  endedBy: DealActor | null
  /** The listing when the deposit was paid. */
  listing: SoldListing
}

export async function insertDeposit(
  db: Db,
  deposit: Omit<Deposit, 'state'> & Pick<Reservation, 'listing'>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('deposits')
    .values({
      payment_id: deposit.paymentId,
      purchase_id: deposit.purchaseId,
      car_id: deposit.carId,
      buyer_id: deposit.buyerId,
      seller_id: deposit.sellerId,
      amount: deposit.amount,
      state: 'held',
      reserved_until: deposit.reservedUntil,
      created_at: now.toISOString(),
      ended_at: null,
      ended_by: null,
      listing: JSON.stringify(deposit.listing),
    })
    .execute()
}

const targets = { car: 'car_id', purchase: 'purchase_id', payment: 'payment_id' } as const

/** Finds the deposit that reserves a car. A unique index allows only one per car. */
export async function findHeldDeposit(
  db: Db,
  target: keyof typeof targets,
  id: string,
): Promise<Deposit | null> {
  const row = await db
    .selectFrom('deposits')
    .selectAll()
    .where(targets[target], '=', id)
    .where('state', '=', 'held')
    .executeTakeFirst()
  return row ? toDeposit(row) : null
}

export async function findLatestDeposit(db: Db, purchaseId: string): Promise<Deposit | null> {
  const row = await db
    .selectFrom('deposits')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toDeposit(row) : null
}

/** Finds the reservation that a payment made; null if the payment is not a deposit. */
export async function findReservation(db: Db, paymentId: string): Promise<Reservation | null> {
  const row = await db
    .selectFrom('deposits')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...toDeposit(row),
    startedAt: row.created_at,
    endedAt: row.ended_at,
    endedBy: row.ended_by,
    listing: JSON.parse(row.listing) as SoldListing,
  }
}

/** Lists the deposits that hold cars for a buyer. */
export async function listHeldDeposits(db: Db, buyerId: string): Promise<Deposit[]> {
  const rows = await db
    .selectFrom('deposits')
    .selectAll()
    .where('buyer_id', '=', buyerId)
    .where('state', '=', 'held')
    .execute()
  return rows.map(toDeposit)
}

/** Reports whether a payment is a deposit that was credited to the price of a sale. */
export async function isCredited(db: Db, payment: Pick<Payment, 'id'>): Promise<boolean> {
  return (await findReservation(db, payment.id))?.state === 'credited'
}

/** Reports whether the refund of a deposit has been requested. */
export async function isBeingRefunded(db: Db, { paymentId }: Pick<Deposit, 'paymentId'>): Promise<boolean> {
  const payment = await findPayment(db, paymentId)
  return payment?.state === 'refund-pending'
}

/**
 * Finds the time when the buyer's last reservation of a car ended without a purchase. Reservations that the
 * seller or an admin ended don't count.
 */
export async function findUnusedReservationEnd(
  db: Db,
  { buyerId, carId }: Pick<Deposit, 'buyerId' | 'carId'>,
): Promise<Date | null> {
  const row = await db
    .selectFrom('deposits')
    .select('ended_at')
    .where('buyer_id', '=', buyerId)
    .where('car_id', '=', carId)
    .where('state', '=', 'refunded')
    .where('ended_by', 'in', ['buyer', 'system'])
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? new Date(row.ended_at!) : null
}

/** Lists the deposits whose reservation has expired, oldest first. */
export async function listExpiredDeposits(db: Db, now: Date, limit: number): Promise<Deposit[]> {
  const rows = await db
    .selectFrom('deposits')
    .selectAll()
    .where('state', '=', 'held')
    .where('reserved_until', '<=', now.toISOString())
    .orderBy('reserved_until')
    .limit(limit)
    .execute()
  return rows.map(toDeposit)
}

/**
 * Ends the reservation of a deposit.
 * @returns true if this call ended the reservation
 */
export async function endDeposit(
  db: Db,
  { paymentId }: Pick<Deposit, 'paymentId'>,
  end: { state: Exclude<DepositState, 'held'>; by: DealActor },
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('deposits')
    .set({ state: end.state, ended_at: now.toISOString(), ended_by: end.by })
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'held')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

function toDeposit(row: Row<'deposits'>): Deposit {
  return {
    paymentId: row.payment_id,
    purchaseId: row.purchase_id,
    carId: row.car_id,
    buyerId: row.buyer_id,
    sellerId: row.seller_id,
    amount: row.amount,
    state: row.state,
    reservedUntil: row.reserved_until,
  }
}
