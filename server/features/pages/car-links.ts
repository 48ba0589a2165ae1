import type { Category } from '../../../contract/cars.ts'
import { fuelLabel } from '../../../contract/fuel-label.ts'
import { formatMoney } from '../../../contract/money.ts'
import { carName } from '../../../contract/car-name.ts'
import { html, type Html } from '../../http/html.ts'
import type { StoredCar } from '../cars/stored-car.ts'

/** Lists of links, for readers without JavaScript. */

export function carLinks(cars: readonly StoredCar[]): Html {
  if (cars.length === 0) return html`<p>No cars at the moment.</p>`
  return html`<ul>
    ${cars.map(
      (car) => html`<li><a href="/car/${car._id}">${carName(car)}</a>, ${priceOf(car)}${factsOf(car)}</li>`,
    )}
  </ul>`
}

export function categoryLinks(categories: readonly Category[]): Html {
  return html`<ul>
    ${categories.map(
      ({ category_name: name, count }) =>
        html`<li><a href="${searchPath(name)}">${name}</a>, ${count} ${count === 1 ? 'car' : 'cars'}</li>`,
    )}
  </ul>`
}

/** The search page of one category, or of all. */
export function searchPath(category: string | null): string {
  return category === null ? '/search' : `/search?category=${encodeURIComponent(category)}`
}

export function priceOf({ priceMinor }: Pick<StoredCar, 'priceMinor'>): string {
  return priceMinor === null ? 'price on request' : formatMoney(priceMinor)
}

export function mileageOf({ mileage, mileageUnit }: StoredCar): string | null {
  return mileage === null ? null : `${mileage.toLocaleString('en-US')} ${mileageUnit ?? 'mi'}`
}

function factsOf(car: StoredCar): string {
  const facts = [mileageOf(car), car.fuel && fuelLabel(car.fuel), car.location].filter(Boolean)
  return facts.length > 0 ? `: ${facts.join(', ')}` : ''
}
