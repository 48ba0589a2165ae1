import { choicesOf, type Choices } from './car-choices.ts'

/** One end of a range: its parameter in a search, and how people read it of an amount as it is shown. */
interface End<Param> {
  param: Param
  text: (amount: string) => string
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
  /** schema.org's property of a Car. */
  property: string
  range: Range
}

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
      max: { param: 'mileageMax', text: (miles) => `Up to ${miles} mi` },
      example: 'miles, such as 40,000',
    },
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
export type RangeName = 'price' | NumberName
export type RangeParam = ParamOf<typeof price | (typeof numberFacts)[NumberName]['range']>
type ParamOf<R> = R extends Range ? { [K in keyof R]: R[K] extends End<infer P> ? P : never }[keyof R] : never

export type MileageUnit = (typeof numberFacts)['mileage']['units'][number]

/** What a car has of each; null where its seller didn't say. */
export type Numbers = Record<NumberName, number | null>

export const numberNames = Object.keys(numberFacts) as NumberName[]

export function eachNumber<T>(make: (name: NumberName) => T): Record<NumberName, T> {
  return Object.fromEntries(numberNames.map((name) => [name, make(name)])) as Record<NumberName, T>
}

export const ranges: Record<RangeName, Range<RangeParam>> = {
  price,
  ...eachNumber((name) => numberFacts[name].range),
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

/** The numbers and choices alone, of a row, a form or a request, each one said or not. */
export function factsOf(car: Parameters<typeof choicesOf>[0] & Partial<Numbers>): Numbers & Choices {
  return { ...eachNumber((name) => car[name] ?? null), ...choicesOf(car) }
}
