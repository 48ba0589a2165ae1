import { toPublicState } from '../../../contract/cars/car-life.ts'
import { getPublicPrice } from '../../../contract/money.ts'
import { getHeldDeposit } from '../../../contract/reservation.ts'
import type { Purchase as WirePurchase, Sale as WireSale } from '../../../contract/purchases.ts'
import type { Config } from '../../config/config.ts'
import { toShownPhoto } from '../../gateways/images/photo-addresses.ts'
import type { ListedPurchase } from '../../sale/records/purchase-lists.repository.ts'
import { toWirePriceChange } from '../cars/car.wire.ts'
import { canTrade } from '../../actor.ts'

/**
 * Returns a purchase as its buyer sees it. Once paid or reserved, it includes the seller's phone number. It also includes
 * the seller's email address unless that still has to be verified.
 * @param reader admins see the price as its seller typed it; buyers see it only if it is a valid price
 */
export function toWirePurchase(
  purchase: ListedPurchase,
  reader: { isAdmin: boolean },
  config: Config,
): WirePurchase {
  const { priceText, priceMinor } = purchase
  const isPaid = purchase.state === 'paid'
  return {
    _id: purchase.id,
    buyerName: purchase.buyerName,
    buyerContact: purchase.buyerContact,
    buyerEmail: purchase.buyerEmail,
    buyerImage: toShownPhoto(purchase.buyerPhotoURL, config),
    sellingPrice: reader.isAdmin ? priceText : getPublicPrice(priceText, priceMinor),
    priceMinor,
    ...withFees(purchase),
    carPriceMinor: purchase.carPriceMinor,
    carPriceChange: toWirePriceChange(purchase.carPriceChange),
    carModelName: purchase.carModelName,
    carName: purchase.carName,
    carImage: toShownPhoto(purchase.carImage, config),
    carMileage: purchase.carMileage,
    carMileageUnit: purchase.carMileageUnit,
    carFuel: purchase.carFuel,
    sellerName: purchase.sellerName,
    purchaseTime: purchase.createdMs,
    meetingPlace: purchase.meetingPlace,
    carID: purchase.carId,
    paid: isPaid,
    state: purchase.state,
    heldUntil: purchase.heldUntil,
    available: toPublicState(purchase.carState),
    transactionID: purchase.intentId,
    paidAt: purchase.paidAt,
    refundState: purchase.refundState,
    refundedMinor: purchase.refundedAmount,
    reviewID: purchase.reviewId,
    deposit: purchase.deposit,
    remainingMinor: computeRemaining(purchase),
    ...((isPaid || getHeldDeposit(purchase)) && { selllerContact: purchase.sellerContact }),
    ...(isPaid && isShown(purchase.isSellerEmailVerified, config) && { sellerEmail: purchase.sellerEmail }),
  }
}

/**
 * Returns a sale as the car's seller sees it. Once paid or reserved, it includes the buyer's contact and the
 * meeting place. The buyer's email address follows the same rule as the seller's in `toWirePurchase`.
 */
export function toWireSale(sale: ListedPurchase, config: Config): WireSale {
  const isPaid = sale.state === 'paid'
  return {
    _id: sale.id,
    carID: sale.carId,
    carModelName: sale.carModelName,
    carName: sale.carName,
    carImage: toShownPhoto(sale.carImage, config),
    buyerName: sale.buyerName,
    sellingPrice: sale.priceText,
    priceMinor: sale.priceMinor,
    ...withFees(sale),
    purchaseTime: sale.createdMs,
    paid: isPaid,
    state: sale.state,
    paidAt: sale.paidAt,
    deposit: sale.deposit,
    paidMinor: sale.paidAmount === null ? null : sale.paidAmount - sale.refundedAmount,
    payoutMinor: sale.payoutAmount,
    ...((isPaid || getHeldDeposit(sale)) && {
      buyerContact: sale.buyerContact,
      meetingPlace: sale.meetingPlace,
    }),
    ...(isPaid && isShown(sale.isBuyerEmailVerified, config) && { buyerEmail: sale.buyerEmail }),
  }
}

/** Returns the fees in the price. A purchase without fees has no such field. */
function withFees({ fees }: ListedPurchase): Pick<WirePurchase, 'fees'> {
  return fees.length > 0 ? { fees: [...fees] } : {}
}

/** Returns what the buyer still has to pay, in cents, or null without a valid price. */
function computeRemaining({ state, priceMinor, deposit }: ListedPurchase): number | null {
  if (state === 'paid' || state === 'refunded') return 0
  return priceMinor === null ? null : priceMinor - (deposit?.amount ?? 0)
}

/**
 * Reports whether an email address may be shown. An address that was changed after the sale may belong to
 * anyone. A phone number was given for the sale, so it is safe.
 */
function isShown(isEmailVerified: boolean, config: Config): boolean {
  return canTrade(config, { isEmailVerified })
}
