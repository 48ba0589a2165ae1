import { figure } from '../figure.ts'

/** One end of a range: its parameter in a search, and how people read it of an amount as it is shown. */
interface End<Param> {
  param: Param
  text: (amount: string, unit: string) => string
}

/** How a search narrows by a number: in dollars, years, miles. */
interface Range<Param = string> {
  title: string
  min?: End<Param>
  max: End<Param>
  /** What to type. */
  example: string
}

export interface NumberFact {
  label: string
  /** Whole numbers that a seller may enter, and what is said of others where that is not the bounds alone. */
  min: number
  max: number
  advice?: string
  /** How far the form's buttons go. */
  step: number
  /** Written with commas. */
  isGrouped: boolean
  /** Where its seller says in which. */
  units?: readonly string[]
  /** What it is asked in, where that is always the same. */
  unit?: string
  /** The unit that people in the United States use, how much of the stored unit it is, and its decimals and step. */
  us?: { unit: string; size: number; digits: number; step: number }
  /** How people read it where that is more than the figure. */
  text?: (value: number) => string
  /** schema.org's property of a Car; after a dot, that of its part. */
  property: string
  /** UN/CEFACT's code of its unit, which schema.org asks for. */
  unitCode?: string
  /** How cars are found by it, where they are: from and to, or by each value. */
  range?: Range
  isFacet?: true
}

const HP_A_KW = 1.341_022

/**
 * What a seller says of a car in a number, an entry a fact, in the order in which it is shown. Schemas, form, details,
 * filters and their ranges, export and the pages' structured data read it.
 */
export const numberFacts = {
  year: {
    label: 'Year',
    min: 1900,
    max: 2100,
    advice: 'Enter a year from 1900 to 2100.',
    step: 1,
    isGrouped: false,
    property: 'vehicleModelDate',
    range: {
      title: 'Model year',
      min: { param: 'yearMin', text: (year) => `${year} or newer` },
      max: { param: 'yearMax', text: (year) => `${year} or older` },
      example: 'a year, such as 2019',
    },
  },
  mileage: {
    label: 'Mileage',
    min: 0,
    max: 9_999_999,
    step: 1000,
    isGrouped: true,
    units: ['mi', 'km'],
    property: 'mileageFromOdometer',
    range: {
      title: 'Mileage',
      max: { param: 'mileageMax', text: (distance, unit) => `Up to ${distance} ${unit}` },
      example: 'miles, such as 40,000',
    },
  },
  doors: { label: 'Doors', min: 1, max: 9, step: 1, isGrouped: false, property: 'numberOfDoors' },
  seats: {
    label: 'Seats',
    min: 1,
    max: 20,
    step: 1,
    isGrouped: false,
    property: 'vehicleSeatingCapacity',
    isFacet: true,
  },
  engineCc: {
    label: 'Engine size',
    min: 50,
    max: 20_000,
    step: 100,
    isGrouped: true,
    unit: 'cc',
    us: { unit: 'L', size: 1000, digits: 1, step: 0.1 },
    text: (cc) => `${figure(cc)} cc`,
    property: 'vehicleEngine.engineDisplacement',
    unitCode: 'CMQ',
  },
  powerKw: {
    label: 'Power',
    min: 1,
    max: 2000,
    step: 10,
    isGrouped: true,
    unit: 'kW',
    us: { unit: 'hp', size: 1 / HP_A_KW, digits: 0, step: 10 },
    text: (kw) => `${figure(kw)} kW (${figure(Math.round(kw * HP_A_KW))} hp)`,
    property: 'vehicleEngine.enginePower',
    unitCode: 'KWT',
  },
  owners: {
    label: 'Previous owners',
    min: 0,
    max: 99,
    step: 1,
    isGrouped: false,
    property: 'numberOfPreviousOwners',
  },
} as const satisfies Record<string, NumberFact>

/** What its seller types for a price is text; what is found by it is read from that. */
const price = {
  title: 'Price',
  min: { param: 'priceMin', text: (price) => `${price} or more` },
  max: { param: 'priceMax', text: (price) => `Under ${price}` },
  example: 'a price, such as 24,900',
} as const satisfies Range

export type NumberName = keyof typeof numberFacts
type NumbersWith<Part> = {
  [N in NumberName]: (typeof numberFacts)[N] extends Part ? N : never
}[NumberName]
/** Those that cars are found by from one to another, and those by each value. */
export type RangeNumber = NumbersWith<{ range: Range }>
export type FacetNumber = NumbersWith<{ isFacet: true }>
export type RangeName = 'price' | RangeNumber
export type RangeParam = ParamOf<typeof price | (typeof numberFacts)[RangeNumber]['range']>
type ParamOf<R> = R extends Range ? { [K in keyof R]: R[K] extends End<infer P> ? P : never }[keyof R] : never

export type MileageUnit = (typeof numberFacts)['mileage']['units'][number]

/** What a car has of each; null where its seller didn't say. */
export type Numbers = Record<NumberName, number | null>

export const numberNames = Object.keys(numberFacts) as NumberName[]
export const rangeNumbers = numberNames.filter((name): name is RangeNumber => 'range' in numberFacts[name])
export const facetNumbers = numberNames.filter((name): name is FacetNumber => 'isFacet' in numberFacts[name])

export function numberFact(name: NumberName): NumberFact {
  return numberFacts[name]
}

export function eachNumber<T>(make: (name: NumberName) => T): Record<NumberName, T> {
  return Object.fromEntries(numberNames.map((name) => [name, make(name)])) as Record<NumberName, T>
}

/** The same of those that cars are found by from one to another. */
export function eachRangeNumber<T>(make: (name: RangeNumber) => T): Record<RangeNumber, T> {
  return Object.fromEntries(rangeNumbers.map((name) => [name, make(name)])) as Record<RangeNumber, T>
}

export const ranges: Record<RangeName, Range<RangeParam>> = {
  price,
  ...eachRangeNumber((name) => numberFacts[name].range),
}
export const rangeNames = Object.keys(ranges) as RangeName[]

/** One of each end of each range, by its parameter. */
export function eachEnd<T>(make: (range: RangeName, word: 'Min' | 'Max') => T): Record<RangeParam, T> {
  const ends = rangeNames.flatMap((name) => {
    const { min, max } = ranges[name]
    return [...(min ? [[min.param, make(name, 'Min')]] : []), [max.param, make(name, 'Max')]]
  })
  return Object.fromEntries(ends) as Record<RangeParam, T>
}
