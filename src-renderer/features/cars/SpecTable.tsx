import { useId } from 'react'
import { carFacts } from '../../../contract/car-facts.ts'
import type { Car } from '../../../contract/cars.ts'
import { shownIn, useMileageUnit } from '../../ui/mileage-unit.ts'

/** What the seller says of the car; what they left out says so. */
export function SpecTable({ car: said }: { car: Car }) {
  const car = shownIn(useMileageUnit(), said)
  // The page has it twice: the sheet to print holds one of its own.
  const id = useId()
  return (
    <section aria-labelledby={id} className="card overflow-hidden">
      <h2 id={id} className="p-5 pb-2 text-h3 compact:px-3 compact:pt-3">
        Details
      </h2>
      <table className="w-full text-small">
        <tbody>
          {Object.entries(carFacts)
            .filter(([, { text, isRare }]) => !isRare || text(car))
            .map(([name, { label, text }]) => (
              <tr
                key={name}
                data-unknown={!text(car) || undefined}
                className="border-t border-line first:border-t-0"
              >
                <th
                  scope="row"
                  className="w-2/5 px-5 py-3 text-left compact:px-3 compact:py-1.5 print:py-1 font-normal text-muted"
                >
                  {label}
                </th>
                <td className="px-5 py-3 font-medium compact:px-3 compact:py-1.5 print:py-1">
                  {text(car) || <span className="font-normal text-subtle">Not provided</span>}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}
