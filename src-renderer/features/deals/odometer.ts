import type { Deal } from '../../../contract/deals.ts'
import { formatNumber } from '../../../contract/number-format.ts'

type Listed = Pick<Deal, 'mileage' | 'mileageUnit'>

/** The increase over the listing that test drives and a delivery can explain, in the listing's unit. */
const USUAL_INCREASE = 500

/**
 * Compares an odometer reading with the listing.
 * @param typed the reading, possibly with thousands separators
 * @returns null if there is nothing to compare
 */
export function compareOdometer(
  typed: string,
  { mileage, mileageUnit }: Listed,
): { isSuspicious: boolean; text: string } | null {
  const digits = typed.replace(/[\s,.]/g, '')
  if (mileage === null || !/^\d{1,7}$/.test(digits)) return null
  const difference = Number(digits) - mileage
  const amount = formatDistance(Math.abs(difference), mileageUnit)
  if (difference < 0)
    return {
      isSuspicious: true,
      text: `That’s ${amount} less than listed. An odometer doesn’t run backward, so ask why before you go on.`,
    }
  if (difference > USUAL_INCREASE)
    return { isSuspicious: true, text: `That’s ${amount} more than listed. Ask why before you go on.` }
  return { isSuspicious: false, text: 'This fits the listing.' }
}

export function formatDistance(distance: number, unit: Listed['mileageUnit']): string {
  return unit === null ? formatNumber(distance) : `${formatNumber(distance)} ${unit}`
}
