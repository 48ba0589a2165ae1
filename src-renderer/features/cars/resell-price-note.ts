import {
  formatMoney,
  isPayable,
  MAX_CHARGE_CENTS,
  MIN_CHARGE_CENTS,
  parsePrice,
  PRICE_ON_REQUEST,
} from '../../../contract/money.ts'

const BUYERS_SEE = `buyers see “${PRICE_ON_REQUEST}” and can’t pay online.`

/** Returns a note if buyers can't pay a resale price online. */
export function getResellPriceNote(text: string): string | undefined {
  if (text.trim() === '') return `Without a price, ${BUYERS_SEE}`
  const minor = parsePrice(text)
  if (minor === null) return `We can’t read this as a price. Try 21,500. As is, ${BUYERS_SEE}`
  if (isPayable(minor)) return undefined
  return `Cards can pay from ${formatMoney(MIN_CHARGE_CENTS)} to ${formatMoney(MAX_CHARGE_CENTS)}. As is, buyers can’t pay online.`
}
