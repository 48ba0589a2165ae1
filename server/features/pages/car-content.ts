import { bodyLabel } from '../../../contract/body-label.ts'
import { carName } from '../../../contract/car-name.ts'
import { fuelLabel } from '../../../contract/fuel-label.ts'
import { carMissingTitle } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import { html } from '../../http/html.ts'
import { findCar } from '../cars/car.repository.ts'
import { isOffTheMarket, type StoredCar } from '../cars/stored-car.ts'
import { carGraph } from './car-graph.ts'
import { mileageOf, priceOf, searchPath } from './car-links.ts'
import { missingContent, type PageContent } from './page-content.ts'

const MAX_DESCRIPTION = 160

/** Nothing that strangers may not see: no contacts. A car that is withdrawn or hidden is as one that never was. */
export async function carContent({ db, config }: Context, id: string): Promise<PageContent> {
  const car = await findCar(db, id)
  if (!car || isOffTheMarket(car)) return missingContent(carMissingTitle)
  return {
    status: 200,
    title: carName(car),
    description: describe(car),
    canonicalPath: `/car/${car._id}`,
    image: car.images.find(isPhotograph) ?? null,
    graph: carGraph(car, config.publicUrl),
    essentials: essentialsOf(car),
  }
}

/**
 * Link previews show no drawings in SVG. Only the demo's cars have those, and bitmaps of them would cost each first
 * build 15 seconds.
 */
function isPhotograph(url: string): boolean {
  return !/\.svg$/i.test(url)
}

function describe(car: StoredCar): string {
  const facts = [mileageOf(car), car.fuel && fuelLabel(car.fuel), car.transmission, car.location].filter(
    Boolean,
  )
  const known = facts.length > 0 ? `: ${facts.join(', ')}` : ''
  const text = `${carName(car)}, ${stateOf(car)}${known}. ${car.description}`
  return shorten(text.replace(/\s+/g, ' ').trim())
}

/** At a word's end. */
function shorten(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text
  const cut = text.slice(0, MAX_DESCRIPTION)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > MAX_DESCRIPTION / 2 ? end : MAX_DESCRIPTION - 1).toWellFormed()}…`
}

function stateOf(car: StoredCar): string {
  return car.available === 'sold' ? 'sold' : priceOf(car)
}

function essentialsOf(car: StoredCar) {
  const rows: [name: string, value: string | number | null][] = [
    ['Condition', car.condition],
    ['Year', car.year],
    ['Mileage', mileageOf(car)],
    ['Fuel', car.fuel && fuelLabel(car.fuel)],
    ['Transmission', car.transmission],
    ['Body', car.body && bodyLabel(car.body)],
    ['Age', car.usageTime],
    ['Location', car.location],
    ['Seller', car.sellerName],
  ]
  const [picture] = car.images
  return html`<p><a href="${searchPath(car.category_name)}">${car.category_name}</a></p>
    <h1>${carName(car)}</h1>
    <p><strong>${stateOf(car)}</strong></p>
    ${picture ? html`<img src="${picture}" alt="${carName(car)}" width="640" height="360" />` : null}
    <table>
      ${rows
        .filter(([, value]) => value !== null && value !== '')
        .map(
          ([name, value]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${value}</td>
            </tr>`,
        )}
    </table>
    <p>${car.description}</p>`
}
