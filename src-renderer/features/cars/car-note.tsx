import type { ReactNode } from 'react'
import { formatCalendarDay } from '../../../contract/calendar-day.ts'
import type { Car } from '../../../contract/cars.ts'
import { missingForListing } from '../../../contract/listing-checklist.ts'
import { formatMoney } from '../../../contract/money.ts'

const listed = new Intl.ListFormat('en-US')

/** Below the name of a car that is not on sale: what it lacks, or how it sold. Nothing of the others. */
export function lifeNote(car: Car): ReactNode {
  const { available, soldElsewhere, listedBefore } = car
  if (soldElsewhere) return saleNote(soldElsewhere)
  if (available === 'in-review') return 'Our team is checking it: another listing has the same VIN.'
  if (available === 'withdrawn') return 'Not listed. List it again any time.'
  if (available !== 'draft' && available !== 'due-in' && available !== 'preparing') return null
  const missing = listedBefore ? [] : missingForListing(car)
  return missing.length === 0
    ? 'Ready to publish'
    : `Still needs ${listed.format(missing.map(({ label }) => label))}`
}

function saleNote({ priceMinor, date, note }: NonNullable<Car['soldElsewhere']>): string {
  const price = priceMinor === null ? '' : ` for ${formatMoney(priceMinor)}`
  return `Sold${price} on ${formatCalendarDay(date)}${note && ` · ${note}`}`
}
