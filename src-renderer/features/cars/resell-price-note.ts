import {
  formatMoney,
  isPayable,
  MAX_CHARGE,
  MIN_CHARGE,
  parsePrice,
  PRICE_ON_REQUEST,
} from '../../../contract/money.ts'

const BUYERS_SEE = `buyers see “${PRICE_ON_REQUEST}” and can’t pay online.`

const UNREADABLE = 'We can’t read this as a price. Try 21,500.'

/**
 * What buyers make of a resale price, told to who typed it; undefined where it can be paid online.
 * @param isListed false before a car is listed, which takes a price
 */
export function resellPriceNote(text: string, isListed = true): string | undefined {
  if (text.trim() === '') return `Without a price, ${BUYERS_SEE}`
  const minor = parsePrice(text)
  if (minor === null) return isListed ? `${UNREADABLE} As is, ${BUYERS_SEE}` : UNREADABLE
  if (isPayable(minor)) return undefined
  return `Cards can pay from ${formatMoney(MIN_CHARGE)} to ${formatMoney(MAX_CHARGE)}. As is, buyers can’t pay online.`
}
