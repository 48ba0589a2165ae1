import type { Sentence } from './api/problems.ts'
import { withPlainSpaces } from './plain-text.ts'

/** Stripe's bounds for a charge in US dollars, in cents (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const MIN_CHARGE_CENTS = 50
export const MAX_CHARGE_CENTS = 99_999_999

export const CURRENCY = 'usd'

/**
 * Parses a price as sellers type it: `24900`, `$24,900`, `18,450.00`, `24 900`.
 * @returns the price in cents, or null if the string is not a price. A price has no sign, no exponent, no
 * misplaced commas or spaces, at most two decimals, and at most 32 characters
 */
export function parsePrice(text: string): number | null {
  const price = withPlainSpaces(text).trim()
  if (price.length > 32) return null
  const match = /^\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(price)
  if (!match) return null
  const minor = Number(match[1]!.replace(/[, ]/g, '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}

export function isPayable(minor: number | null): minor is number {
  return minor !== null && minor >= MIN_CHARGE_CENTS && minor <= MAX_CHARGE_CENTS
}

/**
 * The replacement for a seller's price text that is not a price. Only the seller and admins still see the
 * original.
 */
export const PRICE_ON_REQUEST = 'Price on request'

/** Returns the text as typed if it is a price, or `PRICE_ON_REQUEST`. */
export function getPublicPrice(text: string, minor: number | null): string {
  return minor === null ? PRICE_ON_REQUEST : text
}

/** Returns the reason why a car can't be bought online at this price, or null if it can. */
export function getNotPayableReason(minor: number | null): Sentence | null {
  if (minor === null) return 'The seller hasn’t posted a price, so you can’t buy this car online.'
  if (isPayable(minor)) return null
  const range = `from ${formatMoney(MIN_CHARGE_CENTS)} to ${formatMoney(MAX_CHARGE_CENTS)}`
  return `Cards can pay ${range}, so you can’t buy this car online.`
}

/** A price increase or decrease: a percentage of the price, or an amount in cents. */
export interface PriceStep {
  unit: 'percent' | 'cents'
  by: number
}

/**
 * Applies a price change.
 * @returns the new price in cents, or null if it is not payable. Percentages are rounded to whole dollars
 */
export function getStepPrice(minor: number | null, { unit, by }: PriceStep): number | null {
  if (minor === null) return null
  const next = unit === 'cents' ? minor + by : Math.round((minor * (100 + by)) / 10_000) * 100
  return isPayable(next) ? next : null
}

/** Formats an amount, without cents for whole dollars: `$24,900` or `$18,450.50`. */
export function formatMoney(minor: number): string {
  const isWholeDollars = minor % 100 === 0
  return (isWholeDollars ? wholeDollars : dollarsAndCents).format(minor / 100)
}

/** Formats a price as sellers type it: `24,900` or `18,450.50`. */
export function formatTypedPrice(minor: number): string {
  return formatMoney(minor).replace('$', '')
}

/** Formats an amount with cents and the currency, as on a receipt: `$12,800.00 USD`. */
export function formatAmountWithCurrency(minor: number): string {
  return `${formatCents(minor)} ${CURRENCY.toUpperCase()}`
}

/** Formats an amount with cents, as in a column of amounts: `$12,800.00`. */
export function formatCents(minor: number): string {
  return dollarsAndCents.format(minor / 100)
}

const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const dollarsAndCents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
