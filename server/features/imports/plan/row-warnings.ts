import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import { convertMileage, formatMileage } from '../../../../contract/cars/mileage.ts'
import { formatMoney, parsePrice } from '../../../../contract/money.ts'
import { listModelYears } from '../../vins/model-years.ts'
import type { OwnCar } from './planned-row.ts'
import type { CellError, GivenFields } from './read-cell.ts'

type Warning = CellError & { field: CarColumn }

/**
 * Relative price change above which a warning is added. Larger changes are often caused by a digit too many
 * or too few.
 */
const LARGE_MOVE = 0.3

export function findWarnings(car: OwnCar | null, newValues: GivenFields, now: Date): Warning[] {
  return [
    car && priceWarning(car, newValues),
    car && mileageWarning(car, newValues),
    yearWarning(car, newValues, now),
    car && lotWarning(car),
  ].filter((warning) => warning !== null)
}

function priceWarning({ priceText }: OwnCar, newValues: GivenFields): Warning | null {
  const [before, after] = [parsePrice(priceText), parsePrice(newValues.priceText ?? '')]
  if (!before || after === null || Math.abs(after - before) <= before * LARGE_MOVE) return null
  const message = `The price moves from ${formatMoney(before)} to ${formatMoney(after)}.`
  return { field: 'price', message, fix: 'Check for a missing or extra digit.' }
}

function mileageWarning(car: OwnCar, newValues: GivenFields): Warning | null {
  if (typeof newValues.mileage !== 'number' || car.mileage === null) return null
  const unit = newValues.mileageUnit ?? car.mileageUnit
  if (unit !== null && car.mileageUnit === null) return null
  const before = unit && car.mileageUnit ? convertMileage(car.mileage, car.mileageUnit, unit) : car.mileage
  if (newValues.mileage >= before) return null
  const message = `The mileage goes down from ${formatMileage(before, unit)} to ${formatMileage(newValues.mileage, unit)}.`
  return { field: 'mileage', message, fix: 'Check which of the two is right.' }
}

function yearWarning(car: OwnCar | null, newValues: GivenFields, now: Date): Warning | null {
  const [vin, year] = [newValues.vin ?? car?.vin, newValues.year ?? car?.year]
  if (!vin || !year || (newValues.vin === undefined && newValues.year === undefined)) return null
  const years = listModelYears(vin, now)
  if (years.length === 0 || years.includes(year)) return null
  return {
    field: 'year',
    message: `The VIN says model year ${years[0]}.`,
    fix: 'Check which of the two is right.',
  }
}

function lotWarning({ state }: OwnCar): Warning | null {
  if (state !== 'withdrawn') return null
  return {
    field: 'stockNo',
    message: 'This car is unlisted and will stay unlisted.',
    fix: 'To list it again, go to My cars.',
  }
}
