import { formatMoney, MIN_CHARGE_CENTS, formatTypedPrice } from './money.ts'

/** A seller's fee, which is part of what buyers pay for the seller's cars. The amount is in cents. */
export interface SellerFee {
  name: string
  amountMinor: number
}

export const MAX_SELLER_FEES = 8
export const MAX_FEE_NAME_LENGTH = 40
/** The highest amount of one fee, in cents. */
export const MAX_FEE_AMOUNT_CENTS = 1_000_000

/** Returns the sum of fees, in cents. */
export function sumOfFees(fees: readonly SellerFee[]): number {
  return fees.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

/** The text of an empty list of fees. */
export const NO_FEES = 'No fees'

/** Lists fees with their amounts, such as `Documentation fee $299, Preparation $150.50`. */
export function formatFees(fees: readonly SellerFee[]): string {
  return fees.map(({ name, amountMinor }) => `${name} ${formatMoney(amountMinor)}`).join(', ')
}

/**
 * Returns the parts of a price with names: the price of the car, and each fee, or a line for fees of zero.
 * @param allInMinor the price with the fees, in cents
 */
export function listPriceParts(
  allInMinor: number,
  fees: readonly SellerFee[],
): { name: string; amount: number }[] {
  const parts = fees.map(({ name, amountMinor }) => ({ name, amount: amountMinor }))
  return [
    { name: 'Price', amount: allInMinor - sumOfFees(fees) },
    ...(parts.length > 0 ? parts : [{ name: 'Fees', amount: 0 }]),
  ]
}

/**
 * Returns what a buyer pays for a car: its price and its seller's fees, in cents, or null without a price. Fees are
 * not added to a price below the minimum of a charge, so they do not make such a car payable. The column
 * `all_in_minor` contains the same amount.
 */
export function computeAllInPrice(priceMinor: number | null, fees: readonly SellerFee[]): number | null {
  return priceMinor === null || priceMinor < MIN_CHARGE_CENTS ? priceMinor : priceMinor + sumOfFees(fees)
}

/**
 * Returns the text of the price that a buyer pays: as the seller typed it, unless fees are added.
 * @param priceText the price as the seller typed it
 */
export function formatSellingPrice(
  priceText: string,
  allInMinor: number | null,
  fees: readonly SellerFee[],
): string {
  return allInMinor === null || fees.length === 0 ? priceText : formatTypedPrice(allInMinor)
}
