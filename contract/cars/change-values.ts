import { formatCalendarDay } from '../calendar-day.ts'
import type { CarChange, ChangedCar } from './car-changes.ts'
import { choiceFacts, getOptionLabel, type ChoiceName } from './car-choices.ts'
import { getNumberFact, numberFacts, type MileageUnit, type NumberName } from './car-numbers.ts'
import { getTextFact, textFacts, type TextName } from './car-texts.ts'
import type { Availability } from './cars.ts'
import { getFieldLabel } from './change-labels.ts'
import { formatCount } from '../number-format.ts'
import { formatDay } from '../dates.ts'
import { countMarks, readStatedMarks } from './marks.ts'
import { convertMileage, formatMileage } from './mileage.ts'
import { formatMoney, parsePrice } from '../money.ts'
import { carStateLabels } from './car-state-labels.ts'

type Value = CarChange['before']

/** The stored unit of a mileage, which is null if the seller stated none, and its displayed unit. */
export interface MileageUnits {
  unit: MileageUnit | null
  shown: MileageUnit
}

/** Returns a field's display text, or an empty string if there is no value. */
export function formatChangeValue(field: string, value: Value, units: MileageUnits): string {
  if (field === 'featuredAt' || field === 'hiddenAt') return value === null ? 'No' : 'Yes'
  if (value === null || value === '') return ''
  if (field === 'available') return carStateLabels[value as Availability] ?? String(value)
  if (field === 'postedAt' || field === 'listedAt') return formatDay(String(value))
  if (field === 'elsewhereOn' || isDayFact(field)) return formatCalendarDay(String(value))
  if (field === 'elsewherePriceMinor') return formatMoney(Number(value))
  if (field === 'resellPrice' || field === 'originalPrice') return formatPriceText(value)
  if (field === 'marks') return countMarks(readStatedMarks(String(value)))
  if (field in choiceFacts) return getOptionLabel(field as ChoiceName, String(value))
  if (field === 'mileage') return mileageText(Number(value), units)
  const text = field in numberFacts && getNumberFact(field as NumberName).text
  return text ? text(Number(value)) : String(value)
}

function isDayFact(field: string): boolean {
  return field in textFacts && getTextFact(field as TextName).isDay === true
}

function mileageText(value: number, { unit, shown }: MileageUnits): string {
  const mileage = unit === null ? value : convertMileage(value, unit, shown)
  return formatMileage(mileage, unit && shown) ?? ''
}

/** Formats a price. Text that is not a price is returned unchanged. */
export function formatPriceText(value: Value): string {
  const minor = parsePrice(String(value))
  return minor === null ? String(value) : formatMoney(minor)
}

/** Returns the unit that a car's mileage had before the given changes. */
export function findUnitBefore(
  changes: readonly Pick<CarChange, 'field' | 'before'>[],
  after: MileageUnit | null,
): MileageUnit | null {
  const unit = changes.find(({ field }) => field === 'mileageUnit')
  return unit ? (unit.before as MileageUnit | null) : after
}

/** Returns a line per field, such as `Price: $9,995 → $9,495`. Mileages are in the seller's unit. */
export function formatChangeLines({
  changes,
  mileageUnit,
}: Pick<ChangedCar, 'changes' | 'mileageUnit'>): string {
  const unit = { before: findUnitBefore(changes, mileageUnit), after: mileageUnit }
  return changes
    .map(({ field, before, after }) => {
      const was = plainText(field, before, unit.before)
      return `${getFieldLabel(field)}: ${was} → ${plainText(field, after, unit.after)}`
    })
    .join('\n')
}

function plainText(field: string, value: Value, unit: MileageUnit | null): string {
  if (Array.isArray(value)) return formatCount(value.length, 'photo')
  return formatChangeValue(field, value, { unit, shown: unit ?? 'mi' }) || 'nothing'
}
