import { optionLabel } from '../../contract/cars/car-choices.ts'
import { publicState } from '../../contract/cars/car-life.ts'
import { formatMileage } from '../../contract/cars/mileage.ts'
import { formatMoney } from '../../contract/money.ts'
import { carMissingTitle, pagePath } from '../../contract/pages.ts'
import type { Context } from '../context.ts'
import { findCar } from '../features/cars/car.repository.ts'
import { isOffTheMarket, nameOf, type Car } from '../features/cars/car.ts'
import { carGraph } from './car-graph.ts'
import { missingContent, type PageContent } from './page-content.ts'

const MAX_DESCRIPTION = 160

/** Nothing that strangers may not see: no contacts. A car that is withdrawn or hidden is as one that never was. */
export async function carContent({ db, config }: Context, id: string): Promise<PageContent> {
  const car = await findCar(db, id)
  if (!car || isOffTheMarket(car)) return missingContent(carMissingTitle)
  return {
    status: 200,
    title: nameOf(car),
    description: describe(car),
    canonicalPath: pagePath('car', { id: car.id }),
    image: car.images.find(isPhotograph) ?? null,
    graph: carGraph(car, config.publicUrl),
  }
}

/**
 * Link previews show no drawings in SVG. Only the demo's cars have those, and bitmaps of them would cost each first
 * build 15 seconds.
 */
function isPhotograph(url: string): boolean {
  return !/\.svg$/i.test(url)
}

function describe(car: Car): string {
  const { mileage, mileageUnit, fuel, transmission, location } = car
  const kind = [fuel && optionLabel('fuel', fuel), transmission]
  const facts = [formatMileage(mileage, mileageUnit), ...kind, location].filter(Boolean)
  const known = facts.length > 0 ? `: ${facts.join(', ')}` : ''
  const text = `${nameOf(car)}, ${stateOf(car)}${known}. ${car.description}`
  return shorten(text.replace(/\s+/g, ' ').trim())
}

/** At a word's end. */
function shorten(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text
  const cut = text.slice(0, MAX_DESCRIPTION)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > MAX_DESCRIPTION / 2 ? end : MAX_DESCRIPTION - 1).toWellFormed()}…`
}

function stateOf({ state, priceMinor }: Car): string {
  if (publicState(state) === 'sold') return 'sold'
  return priceMinor === null ? 'price on request' : formatMoney(priceMinor)
}
