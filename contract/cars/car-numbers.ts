import { formatCount, formatNumber } from '../number-format.ts'

/** One end of a range: its search parameter, and the displayed text for a formatted amount. */
interface End<Param> {
  param: Param
  text: (amount: string, unit: string) => string
}

/** A search range for a number, in dollars, years, or miles. */
interface Range<Param = string> {
  title: string
  min?: End<Param>
  max?: End<Param>
  /** An example of valid input, for error messages. */
  example: string
}

export interface NumberFact {
  label: string
  /**
   * The bounds of a seller's input, and the error message for other input. By default, the message states the
   * bounds.
   */
  min: number
  max: number
  advice?: string
  /** The increment of the form's stepper buttons. */
  step: number
  /** True if the number is written with thousands separators. */
  isGrouped: boolean
  units?: readonly string[]
  /** The unit of the input, if it is fixed. */
  unit?: string
  /** The customary US unit: its size in stored units, its decimals, and its step. */
  us?: { unit: string; size: number; digits: number; step: number }
  /** Returns the display text, if it is more than the number. */
  text?: (value: number) => string
  /** The name of the schema.org Car property, if it has one, with dots for nesting. */
  property?: string
  /** True for an offer of the seller, which a listing does not miss. */
  isOffer?: true
  /** True if only cars with a battery for driving have the fact. */
  isElectric?: true
  /** The UN/CEFACT code of the unit, which schema.org requires. */
  unitCode?: string
  /** The kind of filter, if any: a range (`range`), or single values (`isFacet`). */
  range?: Range
  isFacet?: true
}

export const HP_PER_KW = 1.341_022

/**
 * The facts that a seller enters as numbers, in display order. Schemas, the form, details, filters, export,
 * and structured data derive from this table.
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
    text: (cc) => `${formatNumber(cc)} cc`,
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
    us: { unit: 'hp', size: 1 / HP_PER_KW, digits: 0, step: 10 },
    text: (kw) => `${formatNumber(kw)} kW (${formatNumber(Math.round(kw * HP_PER_KW))} hp)`,
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
  keys: { label: 'Keys', min: 0, max: 9, step: 1, isGrouped: false },
  /** The remaining battery capacity as a percentage of its capacity when new. */
  batteryHealth: {
    label: 'Battery health',
    min: 1,
    max: 100,
    step: 1,
    isGrouped: false,
    unit: '%',
    text: (percent) => `${percent}% of its capacity when new`,
    isElectric: true,
  },
  /** The distance on a full battery, in miles. */
  evRange: {
    label: 'Electric range',
    min: 1,
    max: 999,
    step: 10,
    isGrouped: false,
    unit: 'mi',
    text: (miles) => `${formatNumber(miles)} mi`,
    range: {
      title: 'Electric range (mi)',
      min: { param: 'evRangeMin', text: (miles) => `Electric range of ${miles} mi or more` },
      example: 'miles, such as 200',
    },
    isElectric: true,
  },
  /** The deposit for which the seller reserves the car, in dollars. */
  deposit: {
    label: 'Deposit',
    min: 50,
    max: 1000,
    advice: 'Enter a whole amount from $50 to $1,000.',
    step: 50,
    isGrouped: true,
    unit: '$',
    text: (dollars) => `$${formatNumber(dollars)}`,
    isOffer: true,
  },
  /** Number of days that a deposit reserves the car. */
  depositDays: {
    label: 'Reserved for',
    min: 1,
    max: 7,
    step: 1,
    isGrouped: false,
    unit: 'days',
    text: (days) => formatCount(days, 'day'),
    isOffer: true,
  },
} as const satisfies Record<string, NumberFact>

/** The search range for prices. Sellers enter a price as free text; a search compares the parsed amount. */
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
export type RangeNumber = NumbersWith<{ range: Range }>
export type FacetNumber = NumbersWith<{ isFacet: true }>
export type RangeName = 'price' | RangeNumber
export type RangeParam = ParamOf<typeof price | (typeof numberFacts)[RangeNumber]['range']>
type ParamOf<R> = R extends Range ? { [K in keyof R]: R[K] extends End<infer P> ? P : never }[keyof R] : never

export type MileageUnit = (typeof numberFacts)['mileage']['units'][number]

export type NumericFields = Record<NumberName, number | null>

export const numericFieldNames = Object.keys(numberFacts) as NumberName[]
export const rangeNumbers = numericFieldNames.filter(
  (name): name is RangeNumber => 'range' in numberFacts[name],
)
export const facetNumbers = numericFieldNames.filter(
  (name): name is FacetNumber => 'isFacet' in numberFacts[name],
)

export function getNumberFact(name: NumberName): NumberFact {
  return numberFacts[name]
}

export function mapNumericFields<T>(make: (name: NumberName) => T): Record<NumberName, T> {
  return Object.fromEntries(numericFieldNames.map((name) => [name, make(name)])) as Record<NumberName, T>
}

export function mapRangeNumbers<T>(make: (name: RangeNumber) => T): Record<RangeNumber, T> {
  return Object.fromEntries(rangeNumbers.map((name) => [name, make(name)])) as Record<RangeNumber, T>
}

export const ranges: Record<RangeName, Range<RangeParam>> = {
  price,
  ...mapRangeNumbers((name) => numberFacts[name].range),
}
export const rangeNames = Object.keys(ranges) as RangeName[]

export function mapRangeEnds<T>(make: (range: RangeName, word: 'Min' | 'Max') => T): Record<RangeParam, T> {
  const ends = rangeNames.flatMap((name) => {
    const { min, max } = ranges[name]
    return [
      ...(min ? [[min.param, make(name, 'Min')]] : []),
      ...(max ? [[max.param, make(name, 'Max')]] : []),
    ]
  })
  return Object.fromEntries(ends) as Record<RangeParam, T>
}
