import type { SelectQueryBuilder } from 'kysely'
import type { PriceChange } from '../../../contract/cars/cars.ts'
import { firstPhoto } from '../../db/car-photos.ts'
import { toPriceChange } from '../../db/price-change.ts'
import type { Page } from '../../db/page.ts'
import { readNewest, type Paging } from '../../db/read-newest.ts'
import type { Db, Row, Tables } from '../../db/tables.ts'
import type { Deposit } from './deposit.repository.ts'
import { isLive } from './attempt.repository.ts'
import { selectBankAction } from './dispute.repository.ts'
import { dealLostAmount, dealPaidAmount, dealRefundedAmount } from './deal-money.ts'
import { computeSellerShare } from './seller-share.ts'
import { toPurchase, type Purchase, type PurchaseState } from './purchase.repository.ts'

/** A purchase that has not been removed, with the current state of its car, buyer, seller, and payment. */
export interface ListedPurchase extends Purchase {
  state: Exclude<PurchaseState, 'removed'>
  carState: Row<'cars'>['state']
  carPriceMinor: number | null
  carPriceChange: PriceChange | null
  carImage: string
  carMileage: number | null
  carMileageUnit: Row<'cars'>['mileage_unit']
  carFuel: Row<'cars'>['fuel']
  buyerEmail: string
  isBuyerEmailVerified: boolean
  buyerPhotoURL: string
  sellerName: string
  /** The phone number from the listing. */
  sellerContact: string
  sellerEmail: string
  isSellerEmailVerified: boolean
  /** The time when the hold expires if the buyer is currently paying, or null without a hold. */
  heldUntil: string | null
  intentId: string | null
  paidAt: string | null
  refundState: 'none' | 'pending' | 'refunded'
  /** The parts of the amount paid that were refunded and lost in disputes, in cents. */
  refundedAmount: number
  lostAmount: number
  /** The buyer's deposit on the car that was not refunded, if any. */
  deposit: (Pick<Deposit, 'state' | 'amount' | 'reservedUntil'> & { disputed: boolean }) | null
  /** The amount paid, in cents, or null before the payment. */
  paidAmount: number | null
  /** The amount that the seller gets, in cents, or null if Kerblight does not pay it out. */
  payoutAmount: number | null
  /** ID of the buyer's review of the purchase, if any. */
  reviewId: string | null
}

const newest = ['purchases.created_ms', 'purchases.id'] as const

export function listPurchases(
  db: Db,
  { buyerId, carId, ...paging }: { buyerId: string; carId?: string | undefined } & Paging,
): Promise<Page<ListedPurchase>> {
  const visiblePurchases = joinPurchaseDetails(db.selectFrom('purchases'))
    .where('purchases.buyer_id', '=', buyerId)
    .$if(carId !== undefined, (query) => query.where('purchases.car_id', '=', carId!))
    .where('purchases.state', '<>', 'removed')
    .where('purchases.hidden_at', 'is', null)
  return readNewest(visiblePurchases, newest, paging, (row) => [row.created_ms, row.id], toListedPurchase)
}

/** Returns a purchase with its details, or null if it does not exist or was removed. */
export async function findListedPurchase(db: Db, id: string): Promise<ListedPurchase | null> {
  const row = await joinPurchaseDetails(db.selectFrom('purchases'))
    .where('purchases.id', '=', id)
    .where('purchases.state', '<>', 'removed')
    .executeTakeFirst()
  return row ? toListedPurchase(row) : null
}

export function joinPurchaseDetails(purchases: SelectQueryBuilder<Tables, 'purchases', object>) {
  return purchases
    .innerJoin('cars', 'cars.id', 'purchases.car_id')
    .innerJoin('users as buyer', 'buyer.id', 'purchases.buyer_id')
    .innerJoin('users as seller', 'seller.id', 'purchases.seller_id')
    .leftJoin('payments', (join) =>
      join.onRef('payments.purchase_id', '=', 'purchases.id').on('payments.is_sale', '=', 1),
    )
    .leftJoin('attempts', (join) => join.onRef('attempts.purchase_id', '=', 'purchases.id').on(isLive))
    .leftJoin('deposits', (join) =>
      join.onRef('deposits.purchase_id', '=', 'purchases.id').on('deposits.state', '<>', 'refunded'),
    )
    .leftJoin('reviews', (join) =>
      join.onRef('reviews.purchase_id', '=', 'purchases.id').on('reviews.deleted_at', 'is', null),
    )
    .leftJoin('deals', 'deals.purchase_id', 'purchases.id')
    .leftJoin('payouts', 'payouts.purchase_id', 'purchases.id')
    .leftJoin('price_changes', 'price_changes.car_id', 'cars.id')
    .selectAll('purchases')
    .select([
      'attempts.held_until',
      'cars.state as car_state',
      'cars.all_in_minor',
      'price_changes.previous_minor',
      'price_changes.changed_at',
      firstPhoto.as('car_image'),
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
      dealPaidAmount.as('paid_amount'),
      dealRefundedAmount.as('refunded_amount'),
      dealLostAmount.as('lost_amount'),
      'deposits.state as deposit_state',
      'deposits.amount as deposit_amount',
      'deposits.reserved_until',
      selectBankAction('deposits.payment_id', 'purchases.id').as('deposit_dispute'),
      'deals.charge_id',
      'deals.fee_basis_points',
      'deals.fee_minimum',
      'deals.fee_maximum',
      'payouts.fee as payout_fee',
      'payouts.amount as payout_amount',
      'payouts.reversed as payout_reversed',
      'reviews.id as review_id',
    ])
}

type DetailedRow = Awaited<ReturnType<ReturnType<typeof joinPurchaseDetails>['execute']>>[number]

export function toListedPurchase(row: DetailedRow): ListedPurchase {
  return {
    ...toPurchase(row),
    state: row.state === 'removed' ? 'unpaid' : row.state,
    carState: row.car_state,
    carPriceMinor: row.all_in_minor,
    carPriceChange: toPriceChange(row),
    carImage: row.car_image,
    carMileage: row.car_mileage,
    carMileageUnit: row.car_mileage_unit,
    carFuel: row.car_fuel,
    buyerEmail: row.buyer_email,
    isBuyerEmailVerified: row.buyer_email_verified === 1,
    buyerPhotoURL: row.buyer_photo,
    sellerName: row.seller_name,
    sellerContact: row.car_contact,
    sellerEmail: row.seller_email,
    isSellerEmailVerified: row.seller_email_verified === 1,
    heldUntil: row.held_until,
    intentId: row.intent_id,
    paidAt: row.paid_at,
    refundState: refundState(row.payment_state),
    refundedAmount: row.refunded_amount ?? 0,
    deposit: row.deposit_state && {
      state: row.deposit_state,
      amount: row.deposit_amount!,
      reservedUntil: row.reserved_until!,
      disputed: row.deposit_dispute === 'held-by-bank',
    },
    paidAmount: row.paid_amount,
    lostAmount: row.lost_amount,
    payoutAmount: computePayoutAmount(row),
    reviewId: row.review_id,
  }
}

/** Sales made before payouts were introduced have no charge, so Kerblight pays nothing out for them. */
function computePayoutAmount(row: DetailedRow): number | null {
  if (row.charge_id === null || row.paid_amount === null) return null
  const feeRate = {
    basisPoints: row.fee_basis_points!,
    minimum: row.fee_minimum!,
    maximum: row.fee_maximum,
  }
  const { paid_amount: amount, refunded_amount: refundedAmount, lost_amount: lostAmount } = row
  const sale = { amount, refundedAmount, lostAmount, feeRate }
  const payout =
    row.payout_amount === null
      ? null
      : { fee: row.payout_fee!, amount: row.payout_amount, reversed: row.payout_reversed! }
  return computeSellerShare(sale, payout).payoutMinor
}

function refundState(state: Row<'payments'>['state'] | null): ListedPurchase['refundState'] {
  if (state === 'refunded') return 'refunded'
  return state === 'refund-pending' || state === 'refund-failed' ? 'pending' : 'none'
}
