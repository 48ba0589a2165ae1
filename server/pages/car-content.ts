import { getOptionLabel } from '../../contract/cars/car-choices.ts'
import { toPublicState } from '../../contract/cars/car-life.ts'
import { formatMileage } from '../../contract/cars/mileage.ts'
import { formatMoney } from '../../contract/money.ts'
import { carMissingTitle, pagePath } from '../../contract/pages.ts'
import type { Context } from '../context.ts'
import { findCar } from '../features/cars/car.repository.ts'
import { isOffTheMarket, formatCarName, type Car } from '../features/cars/car.ts'
import { isPhotograph } from '../gateways/images/photo-addresses.ts'
import { carGraph } from './car-graph.ts'
import { getMissingContent, type PageContent } from './page-content.ts'

const MAX_DESCRIPTION = 160

/**
 * Builds a car page's content. It contains nothing that is hidden from anonymous visitors, such as contact
 * details. A withdrawn or hidden car is treated as if it never existed.
 */
export async function carContent({ db, config }: Context, id: string): Promise<PageContent> {
  const car = await findCar(db, id)
  if (!car || isOffTheMarket(car)) return getMissingContent(carMissingTitle)
  return {
    status: 200,
    title: formatCarName(car),
    description: describe(car),
    canonicalPath: pagePath('car', { id: car.id }),
    image: car.images.find(isPhotograph) ?? null,
    graph: carGraph(car, config.publicUrl),
  }
}

function describe(car: Car): string {
  const { mileage, mileageUnit, fuel, transmission, location } = car
  const kind = [fuel && getOptionLabel('fuel', fuel), transmission]
  const facts = [formatMileage(mileage, mileageUnit), ...kind, location].filter(Boolean)
  const factsText = facts.length > 0 ? `: ${facts.join(', ')}` : ''
  const text = `${formatCarName(car)}, ${describeAvailability(car)}${factsText}. ${car.description}`
  return shorten(text.replace(/\s+/g, ' ').trim())
}

function shorten(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text
  const prefix = text.slice(0, MAX_DESCRIPTION)
  const end = prefix.lastIndexOf(' ')
  return `${prefix.slice(0, end > MAX_DESCRIPTION / 2 ? end : MAX_DESCRIPTION - 1).toWellFormed()}…`
}

function describeAvailability({ state, allInMinor }: Car): string {
  if (toPublicState(state) === 'sold') return 'sold'
  return allInMinor === null ? 'price on request' : formatMoney(allInMinor)
}
