import { useId, type ReactNode } from 'react'
import { carFacts, factGroups, type FactName } from '../../../contract/cars/car-facts.ts'
import type { MileageUnit } from '../../../contract/cars/car-numbers.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { convertCarMileage, useMileageUnit } from '../../ui/mileage-unit.ts'

interface SpecTableProps {
  car: Car
  without?: readonly FactName[]
}

/** Lists the seller's facts by group. The last line names the missing ones. */
export function SpecTable({ car: givenCar, without = [] }: SpecTableProps) {
  const unit = useMileageUnit()
  const car = convertCarMileage(unit, givenCar)
  // The page contains this table twice: the printed sheet has its own.
  const id = useId()
  const groups = Object.entries(factGroups)
    .map(([title, names]) => ({
      title,
      names: names.filter((name) => formatFact(name, car) && !without.includes(name)),
    }))
    .filter(({ names }) => names.length > 0)
  const missing = Object.values(factGroups)
    .flat()
    .map((name) => carFacts[name])
    .filter(({ text, isRare, isUnknownShown }) => !isRare && !isUnknownShown && !text(car))
    .map(({ label }) => label)
  return (
    <section aria-labelledby={id} className="card overflow-hidden">
      <h2 id={id} className="p-5 pb-2 text-h3 compact:px-3 compact:pt-3">
        Details
      </h2>
      <table className="w-full text-small">
        {groups.map(({ title, names }) => (
          <tbody key={title}>
            <tr className="print:hidden">
              <th
                scope="rowgroup"
                colSpan={2}
                className="px-5 pt-4 pb-2 text-left text-tiny font-semibold text-subtle compact:px-3"
              >
                {title}
              </th>
            </tr>
            {names.map((name) => (
              <tr key={name} className="border-t border-line">
                <th
                  scope="row"
                  className="w-2/5 px-5 py-3 text-left compact:px-3 compact:py-1.5 print:py-1 font-normal text-muted"
                >
                  {carFacts[name].label}
                </th>
                <td className="px-5 py-3 font-medium compact:px-3 compact:py-1.5 print:py-1">
                  {formatFact(name, car, unit)}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {missing.length > 0 && (
        <p className="border-t border-line px-5 py-3 text-small text-subtle compact:px-3 print:hidden">
          Not provided: {missing.join(', ')}
        </p>
      )}
    </section>
  )
}

function formatFact(name: FactName, car: Car, unit?: MileageUnit): ReactNode {
  const { text, isUnknownShown } = carFacts[name]
  return text(car, unit) || (isUnknownShown && <span className="font-normal text-subtle">Unknown</span>)
}
