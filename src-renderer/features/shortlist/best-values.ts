import { formatMoney } from '../../../contract/money.ts'
import { formatCount, formatNumber } from '../../../contract/number-format.ts'
import { convertMileage } from '../../../contract/cars/mileage.ts'
import type { MileageUnit, NumberName } from '../../../contract/cars/car-numbers.ts'
import type { FactName } from '../../../contract/cars/car-facts.ts'
import type { Car } from '../../../contract/cars/cars.ts'

export type ComparedName = FactName | 'price'

/** The best value of a row: the car's index, and the reason, such as `Lowest mileage by 11,200 mi`. */
export interface BestValue {
  index: number
  reason: string
}

interface Rule {
  /** Returns the value to compare, or null if it is unknown. */
  read: (car: Car, unit: MileageUnit) => number | null
  isLowest?: true
  /** The reason's first words, such as `Lowest` and `mileage`. */
  words: readonly [superlative: string, subject: string]
  difference: (value: number, unit: MileageUnit) => string
}

const DAY_MS = 86_400_000
const DAYS_PER_MONTH = 30.44

const rules: Partial<Record<ComparedName, Rule>> = {
  price: {
    read: ({ allInMinor }) => allInMinor,
    isLowest: true,
    words: ['Lowest', 'price'],
    difference: formatMoney,
  },
  year: { read: numberOf('year'), words: ['Newest', ''], difference: (years) => formatCount(years, 'year') },
  mileage: {
    read: readMileage,
    isLowest: true,
    words: ['Lowest', 'mileage'],
    difference: (distance, unit) => `${formatNumber(distance)} ${unit}`,
  },
  owners: {
    read: numberOf('owners'),
    isLowest: true,
    words: ['Fewest', 'owners'],
    difference: (owners) => formatNumber(owners),
  },
  evRange: {
    read: numberOf('evRange'),
    words: ['Longest', 'range'],
    difference: (miles) => `${formatNumber(miles)} mi`,
  },
  batteryHealth: {
    read: numberOf('batteryHealth'),
    words: ['Best', 'battery health'],
    difference: (points) => formatCount(points, 'percentage point'),
  },
  warrantyUntil: {
    read: ({ warrantyUntil }) => (warrantyUntil ? Date.parse(warrantyUntil) / DAY_MS : null),
    words: ['Longest', 'warranty'],
    difference: inDaysOrMonths,
  },
}

/** The values of a choice that are better than all others, with the reason if only one car has it. */
const bestChoices: Partial<Record<ComparedName, { value: string; reason: string; known: string }>> = {
  title: { value: 'clean', reason: 'The only clean title', known: 'The only title known to be clean' },
  accidents: {
    value: 'none known',
    reason: 'The only one without a known accident',
    known: 'The only one stated to have no known accident',
  },
}

/**
 * Finds the car with the best value of a fact. At least two values must be known. A tie has no best value. If
 * some values are unknown, the reason claims nothing about them.
 * @param unit the reader's distance unit. Distances are compared as shown, in whole miles or kilometers
 */
export function findBestValue(name: ComparedName, cars: readonly Car[], unit: MileageUnit): BestValue | null {
  if (name in bestChoices) return findBestChoice(name, cars)
  const rule = rules[name]
  if (!rule) return null
  const known = cars.flatMap((car, index) => {
    const value = rule.read(car, unit)
    return value === null ? [] : [{ index, value }]
  })
  const [best, next] = known.toSorted((a, b) => (rule.isLowest ? a.value - b.value : b.value - a.value))
  if (!best || !next || best.value === next.value) return null
  const isAllKnown = known.length === cars.length
  const [superlative, subject] = rule.words
  const claim = [superlative, !isAllKnown && 'known', subject].filter(Boolean).join(' ')
  const difference = rule.difference(Math.abs(best.value - next.value), unit)
  return { index: best.index, reason: `${claim} by ${difference}` }
}

function findBestChoice(name: ComparedName, cars: readonly Car[]): BestValue | null {
  const choice = bestChoices[name]
  if (!choice) return null
  const values = cars.map((car) => (name === 'title' ? car.title : car.accidents))
  const known = values.filter((value) => value !== null)
  if (known.length < 2 || known.filter((value) => value === choice.value).length !== 1) return null
  return {
    index: values.indexOf(known.find((value) => value === choice.value) ?? null),
    reason: known.length === values.length ? choice.reason : choice.known,
  }
}

function numberOf(name: NumberName) {
  return ({ [name]: value }: Car) => value
}

/** A mileage without a unit is unknown. */
function readMileage({ mileage, mileageUnit }: Car, unit: MileageUnit): number | null {
  return mileage === null || mileageUnit === null ? null : convertMileage(mileage, mileageUnit, unit)
}

function inDaysOrMonths(days: number): string {
  const months = Math.floor(days / DAYS_PER_MONTH)
  return months > 0 ? formatCount(months, 'month') : formatCount(days, 'day')
}
