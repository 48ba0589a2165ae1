import type { ReactNode } from 'react'
import { formatCalendarDay } from '../../../contract/calendar-day.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import {
  listMissingDetails,
  listListingBlockers,
  type ListingItem,
} from '../../../contract/cars/listing-checklist.ts'
import { formatMoney } from '../../../contract/money.ts'

const listed = new Intl.ListFormat('en-US')

export function getLifeNote(car: Car): ReactNode {
  const { available, soldElsewhere, listedBefore } = car
  if (soldElsewhere) return saleNote(soldElsewhere)
  if (available === 'in-review') return 'Our team is checking it: another listing has the same VIN.'
  if (available === 'withdrawn') return 'Not listed. List it again any time.'
  const needed = listedBefore === false ? listListingBlockers(car) : []
  if (needed.length > 0) return `Still needs ${nameAll(needed)}`
  const missing = listMissingDetails(car)
  if (available === 'instock') return missing.length > 0 ? `Details missing: ${nameAll(missing)}` : null
  if (available !== 'draft' && available !== 'due-in' && available !== 'preparing') return null
  return missing.length > 0 ? `Ready to publish. Details missing: ${nameAll(missing)}` : 'Ready to publish'
}

const nameAll = (items: readonly ListingItem[]) => listed.format(items.map(({ label }) => label))

function saleNote({ priceMinor, date, note }: NonNullable<Car['soldElsewhere']>): string {
  const price = priceMinor === null ? '' : ` for ${formatMoney(priceMinor)}`
  return `Sold${price} on ${formatCalendarDay(date)}${note && ` · ${note}`}`
}
