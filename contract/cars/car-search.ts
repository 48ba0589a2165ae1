import * as z from 'zod'
import { choiceFacts, type FacetChoice } from './car-choices.ts'
import { facetChoices, facetNames, type FacetName } from './car-facets.ts'
import {
  eachEnd,
  eachRangeNumber,
  facetNumbers,
  rangeNames,
  type FacetNumber,
  type RangeName,
} from './car-numbers.ts'
import { carSorts } from './cars.ts'
import { flag, oneOf, paging, text } from '../api/fields.ts'
import { parsePrice } from '../money.ts'

const otherFilterNames = ['q', 'place', 'category_name', 'featured'] as const
/** What a search can be narrowed by. A range counts as one filter. All that are given must hold. */
export type FilterName = (typeof otherFilterNames)[number] | RangeName | FacetName
const filterNames: readonly FilterName[] = [...otherFilterNames, ...rangeNames, ...facetNames]

const figures = z.string().regex(/^\d{1,2}$/, 'Enter whole numbers of at most 2 digits.')

/** A filter that is empty filters nothing, so that a form can send all of its fields. */
const filters = {
  /** The spec's: one category, by its name. */
  category_name: text(40).optional(),
  featured: flag.optional(),
  /** Words that all begin some word of model, category, description or location. */
  q: text(200).optional(),
  /** The same, of the location alone. */
  place: text(120).optional(),
  brand: commaList(z.string()),
  model: commaList(z.string().max(60, 'Use at most 60 characters.')),
  ...each<FacetChoice, ReturnType<typeof commaList<string>>>(facetChoices, (name) =>
    commaList<string>(oneOf(choiceFacts[name].options)),
  ),
  ...each<FacetNumber, ReturnType<typeof commaList<string>>>(facetNumbers, () => commaList(figures)),
  /**
   * Cars without the number are left out. A price is as sellers type it, parsed into cents; a mileage is in miles, those
   * of cars in kilometers are converted.
   */
  ...eachEnd((range) => (range === 'price' ? price() : wholeNumber())),
}

/** The public list: filters, sort and paging. `relevance` needs words in `q`, and is `newest` without. */
export const carsQuery = z.object({ ...filters, sort: oneOf(carSorts).default('newest'), ...paging })

export const facetsQuery = z.object(filters)
export type CarFilters = z.output<typeof facetsQuery>

const count = z.number().int()
const range = z.object({ min: count, max: count }).nullable()
const options = z.array(z.object({ value: z.string(), count }))

/**
 * How many cars each choice would show. A facet's counts honor all other filters and not its own, so that they say
 * what choosing one more would add; options without cars are listed too. Ranges do the same, null without any car.
 */
export const carFacets = z.object({
  total: count,
  brand: options,
  /** Of the one make that is asked for, the 60 most frequent; otherwise none. */
  model: options,
  ...each<FacetChoice, typeof options>(facetChoices, () => options),
  /** The fewest first; only what some car has. */
  ...each<FacetNumber, typeof options>(facetNumbers, () => options),
  /** Cents. A bucket holds prices from `min` to below `max`; null: and all above. */
  price: z
    .object({
      min: count,
      max: count,
      buckets: z.array(z.object({ min: count, max: count.nullable(), count })),
    })
    .nullable(),
  /** A mileage in miles, rounded outwards. */
  ...eachRangeNumber(() => range),
  /** Where nothing was found: filters that alone stand in the way, and what their removal would show; most first. */
  relax: z.array(z.object({ filter: z.enum(filterNames), total: count })),
})
export type CarFacets = z.infer<typeof carFacets>

function each<N extends string, T>(names: readonly N[], make: (name: N) => T): Record<N, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, T>
}

function commaList<T extends string>(option: z.ZodType<T, string>) {
  return text(400)
    .transform((list) =>
      [...new Set(list.split(',').map((part) => part.trim()))].filter((part) => part !== ''),
    )
    .pipe(z.array(option).max(20, 'Choose at most 20.'))
    .transform((chosen) => (chosen.length > 0 ? chosen : undefined))
    .optional()
}

function price() {
  return text(32)
    .transform((typed, check) => {
      if (typed === '') return undefined
      const minor = parsePrice(typed)
      if (minor !== null) return minor
      check.addIssue('Enter a price, such as 24,900.')
      return z.NEVER
    })
    .optional()
}

function wholeNumber() {
  return text(7)
    .regex(/^\d*$/, 'Enter a whole number of at most 7 digits.')
    .transform((digits) => (digits === '' ? undefined : Number(digits)))
    .optional()
}
