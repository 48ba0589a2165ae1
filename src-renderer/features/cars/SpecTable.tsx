import { useId } from 'react'
import { bodyLabel } from '../../../contract/body-label.ts'
import type { Car } from '../../../contract/cars.ts'
import { formatDay, formatDaysAgo } from '../../../contract/dates.ts'
import { fuelLabel } from '../../../contract/fuel-label.ts'
import { formatMoney } from '../../../contract/money.ts'
import { formatMileage } from './car-facts.ts'

/** What the seller says of the car; what they left out says so. */
export function SpecTable({ car }: { car: Car }) {
  // The page has it twice: the sheet to print holds one of its own.
  const id = useId()
  const rows: [name: string, value: string | null][] = [
    ['Condition', car.condition],
    ['Year', car.year === null ? null : String(car.year)],
    ['Mileage', formatMileage(car.mileage, car.mileageUnit)],
    ['Fuel', car.fuel && fuelLabel(car.fuel)],
    ['Transmission', car.transmission],
    ['Body', car.body && bodyLabel(car.body)],
    ['Age', car.usageTime],
    ['Location', car.location],
    ['Price new', car.originalPriceMinor === null ? car.originalPrice : formatMoney(car.originalPriceMinor)],
    ['Listed', `${formatDay(car.postedAt)} (${formatDaysAgo(car.postedAt)})`],
  ]
  return (
    <section aria-labelledby={id} className="card overflow-hidden">
      <h2 id={id} className="p-5 pb-2 text-h3 compact:px-3 compact:pt-3">
        Details
      </h2>
      <table className="w-full text-small">
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name} className="border-t border-line first:border-t-0">
              <th
                scope="row"
                className="w-2/5 px-5 py-3 text-left compact:px-3 compact:py-1.5 print:py-1 font-normal text-muted"
              >
                {name}
              </th>
              <td className="px-5 py-3 font-medium compact:px-3 compact:py-1.5 print:py-1">
                {value || <span className="font-normal text-subtle">Not provided</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
