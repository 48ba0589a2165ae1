import { Award, Car as CarIcon, X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { carFacts, factGroups, type FactName } from '../../../contract/cars/car-facts.ts'
import { buildCarName, bindShortWords } from '../../../contract/cars/car-name.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { pagePath } from '../../../contract/pages.ts'
import { StatusBadge } from '../../ui/controls/Badge.tsx'
import { IconButton } from '../../ui/controls/Button.tsx'
import { Price } from '../../ui/controls/Price.tsx'
import { convertCarMileage, useMileageUnit } from '../../ui/mileage-unit.ts'
import { useScrollable } from '../../ui/use-scrollable.ts'
import { findBestValue, type ComparedName } from './best-values.ts'
import { getScenePosition, SCENE } from '../../ui/body-sizes.ts'
import './compare.css'

/** Facts that identify a listing and can't be compared. */
const NOT_COMPARED: readonly FactName[] = ['vin', 'stockNo', 'registration']

/** Offers of the seller. Without a value, the seller doesn't make the offer. */
const OFFERS: readonly ComparedName[] = ['deposit', 'depositDays', 'returns']

interface CompareTableProps {
  cars: readonly Car[]
  onRemove: (car: Car) => void
}

/**
 * Shows up to four cars side by side: drawings in one scale, then the facts, grouped as on a car's page. Rows
 * without any value are omitted.
 */
export function CompareTable({ cars, onRemove }: CompareTableProps) {
  const id = useId()
  const frame = useScrollable<HTMLDivElement>()
  const groups = Object.entries(factGroups)
    .map(([title, names]) => ({ title, names: names.filter((name) => isCompared(name, cars)) }))
    .filter(({ names }) => names.length > 0)
  return (
    <div {...frame} className="card compare-frame" role="region" aria-labelledby={id}>
      <table className="compare-table" data-cars={cars.length}>
        <caption id={id} className="compare-caption">
          <span>
            Each row marks the best value, if there is one. The drawings show the typical size of each body
            type, in one scale.
          </span>
        </caption>
        <thead>
          <tr>
            <th scope="col" className="compare-label">
              <span className="sr-only">Fact</span>
            </th>
            {cars.map((car) => (
              <th key={car._id} scope="col" className="compare-car">
                <CarHead car={car} onRemove={() => onRemove(car)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <FactRow name="price" label="Price" cars={cars} />
        </tbody>
        {groups.map(({ title, names }) => (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup" colSpan={cars.length + 1} className="compare-group">
                <span>{title}</span>
              </th>
            </tr>
            {names.map((name) => (
              <FactRow key={name} name={name} label={carFacts[name].label} cars={cars} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function isCompared(name: FactName, cars: readonly Car[]): boolean {
  if (NOT_COMPARED.includes(name)) return false
  return carFacts[name].isUnknownShown === true || cars.some((car) => carFacts[name].text(car))
}

function CarHead({ car, onRemove }: { car: Car; onRemove: () => void }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="compare-scene">
        <Drawing car={car} />
        <IconButton
          label={`Remove ${buildCarName(car)} from the comparison`}
          className="compare-remove"
          onClick={onRemove}
        >
          <X />
        </IconButton>
      </div>
      <Link to={pagePath('car', { id: car._id })} state={{ car }} className="text-link font-bold">
        {bindShortWords(buildCarName(car))}
      </Link>
      {car.available !== 'instock' && (
        <span>
          <StatusBadge status={car.available} />
        </span>
      )}
    </div>
  )
}

/** Draws the car's body type. All drawings share one scale and one ground line. */
function Drawing({ car: { body } }: { car: Car }) {
  if (!body)
    return (
      <span className="compare-unknown">
        <CarIcon aria-hidden="true" className="size-11" />
        Body type unknown
      </span>
    )
  return (
    <svg viewBox={`0 0 ${SCENE.width} ${SCENE.height}`} aria-hidden="true" className="w-full">
      <image href={`/art/bodies/${body}.svg`} {...getScenePosition(body)} />
    </svg>
  )
}

interface FactRowProps {
  name: ComparedName
  label: string
  cars: readonly Car[]
}

function FactRow({ name, label, cars }: FactRowProps) {
  const unit = useMileageUnit()
  const best = findBestValue(name, cars, unit)
  const valueOf = (car: Car): ReactNode =>
    name === 'price' ? (
      <Price minor={car.allInMinor} text={car.resellPrice} className="text-lead font-heavy tracking-tight" />
    ) : (
      carFacts[name].text(convertCarMileage(unit, car), unit) || (
        <span className="font-normal text-subtle">{OFFERS.includes(name) ? 'Not offered' : 'Unknown'}</span>
      )
    )
  return (
    <tr>
      <th scope="row" className="compare-label">
        {label}
      </th>
      {cars.map((car, index) => (
        <td key={car._id} data-best={best?.index === index || undefined}>
          {valueOf(car)}
          {best?.index === index && (
            <span className="compare-reason">
              <Award aria-hidden="true" className="size-4 flex-none" />
              {best.reason}
            </span>
          )}
        </td>
      ))}
    </tr>
  )
}
