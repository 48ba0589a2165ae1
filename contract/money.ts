import type { Sentence } from './api/problems.ts'
import { withPlainSpaces } from './plain-text.ts'

/** Stripe's bounds for a charge in US dollars, in cents (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const MIN_CHARGE = 50
export const MAX_CHARGE = 99_999_999

export const CURRENCY = 'usd'

/**
 * Reads a price as sellers type it: `24900`, `$24,900`, `18,450.00`, `24 900`.
 * @returns minor units (cents), or null where the text is no price: a sign, an exponent, misplaced commas or spaces,
 * more than two decimals, more than 32 characters.
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
  return minor !== null && minor >= MIN_CHARGE && minor <= MAX_CHARGE
}

/** What everybody but the seller and admins reads where the seller's text is no price. */
export const PRICE_ON_REQUEST = 'Price on request'

/** @returns the text as typed where it is a price */
export function publicPrice(text: string, minor: number | null): string {
  return minor === null ? PRICE_ON_REQUEST : text
}

/** Why a car at this price can't be bought online; null where it can. */
export function notPayableReason(minor: number | null): Sentence | null {
  if (minor === null) return 'The seller hasn’t posted a price, so you can’t buy this car online.'
  if (isPayable(minor)) return null
  const range = `from ${formatMoney(MIN_CHARGE)} to ${formatMoney(MAX_CHARGE)}`
  return `Cards can pay ${range}, so you can’t buy this car online.`
}

/** A price by so much up or down: percent of itself, or cents. */
export interface PriceStep {
  unit: 'percent' | 'cents'
  by: number
}

/** @returns cents, of a percentage in whole dollars; null where that is no price that can be paid */
export function stepPrice(minor: number | null, { unit, by }: PriceStep): number | null {
  if (minor === null) return null
  const next = unit === 'cents' ? minor + by : Math.round((minor * (100 + by)) / 10_000) * 100
  return isPayable(next) ? next : null
}

/** Whole dollars without cents, everything else with two: `$24,900`, `$18,450.50`. */
export function formatMoney(minor: number): string {
  const whole = minor % 100 === 0
  return (whole ? wholeDollars : dollarsAndCents).format(minor / 100)
}

/** With cents and the currency, as a receipt has it: `$12,800.00 USD`. */
export function formatExact(minor: number): string {
  return `${dollarsAndCents.format(minor / 100)} ${CURRENCY.toUpperCase()}`
}

const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const dollarsAndCents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
