import * as z from 'zod'
import { choiceFacts, type FacetChoice } from './car-choices.ts'
import { facetChoices, facetNames, type FacetName } from './car-facets.ts'
import {
  mapRangeEnds,
  mapRangeNumbers,
  facetNumbers,
  rangeNames,
  type FacetNumber,
  type RangeName,
} from './car-numbers.ts'
import { carSorts } from './cars.ts'
import { priceLabels } from './price-labels.ts'
import { flag, oneOf, paging, createFieldCondition, text, zipCode } from '../api/fields.ts'
import { parsePrice } from '../money.ts'

const otherFilterNames = ['q', 'place', 'within', 'category_name', 'featured'] as const
/** The filters of a search. A range counts as one filter. A car must match all filters. */
export type FilterName = (typeof otherFilterNames)[number] | RangeName | FacetName
const filterNames: readonly FilterName[] = [...otherFilterNames, ...rangeNames, ...facetNames]

const figures = z.string().regex(/^\d{1,2}$/, 'Enter whole numbers of at most 2 digits.')

/** An empty parameter is ignored because a form sends all of its fields. */
const filters = {
  /** A single make. The product specification requires this parameter. */
  category_name: text(40).optional(),
  featured: flag.optional(),
  /** Search terms. Each must be the beginning of a word in the model, category, description, or location. */
  q: text(200).optional(),
  /** Search terms for the location. Each must be the beginning of one of its words. */
  place: text(120).optional(),
  /** The ZIP code that distances are measured from. */
  near: zipCode.transform((zip) => zip || undefined).optional(),
  /** Maximum distance in miles. It requires `near`, and excludes cars without a ZIP code. */
  within: wholeNumber(),
  brand: commaList(z.string()),
  model: commaList(z.string().max(60, 'Use at most 60 characters.')),
  /** The labels of the price comparison. */
  label: commaList<string>(oneOf(priceLabels)),
  ...each<FacetChoice, ReturnType<typeof commaList<string>>>(facetChoices, (name) =>
    commaList<string>(oneOf(choiceFacts[name].options)),
  ),
  ...each<FacetNumber, ReturnType<typeof commaList<string>>>(facetNumbers, () => commaList(figures)),
  /**
   * The ends of the ranges. A range excludes cars without a value. A price may have any form that sellers may
   * use, and is parsed into cents. A mileage is in miles; mileages in kilometers are converted.
   */
  ...mapRangeEnds((range) => (range === 'price' ? price() : wholeNumber())),
}

const NEEDS_ZIP = {
  path: ['near'],
  when: createFieldCondition('near', 'within', 'sort'),
  message: 'Enter the ZIP code to measure the distance from.',
}

/**
 * The query of the public list. `relevance` needs search terms in `q`; without them, it means `newest`.
 * `nearest` needs `near`.
 */
export const carsQuery = z
  .object({ ...filters, sort: oneOf(carSorts).default('newest'), ...paging })
  .refine(hasNeededZip, NEEDS_ZIP)

export const facetsQuery = z.object(filters).refine(hasNeededZip, NEEDS_ZIP)
export type CarFilters = z.output<typeof facetsQuery>

const count = z.number().int()
const range = z.object({ min: count, max: count }).nullable()
const options = z.array(z.object({ value: z.string(), count }))

/**
 * Number of cars that each option would show. A facet's own filter is not applied to its counts, which
 * therefore show the effect of choosing another option. Makes and choices without cars are included. Ranges
 * are computed the same way, and are null if no cars match.
 */
export const carFacets = z.object({
  total: count,
  brand: options,
  /**
   * The 60 most frequent models of the requested make, and any other models in the search. Empty unless the
   * search names exactly one make.
   */
  model: options,
  label: options,
  ...each<FacetChoice, typeof options>(facetChoices, () => options),
  /** The values that at least one car has, and any other values in the search, in ascending order. */
  ...each<FacetNumber, typeof options>(facetNumbers, () => options),
  /**
   * Prices in cents. A bucket includes its `min` and excludes its `max`, which is null if there is no upper
   * bound.
   */
  price: z
    .object({
      min: count,
      max: count,
      buckets: z.array(z.object({ min: count, max: count.nullable(), count })),
    })
    .nullable(),
  /** The lowest and highest value of each number. Mileages are in miles, rounded outward. */
  ...mapRangeNumbers(() => range),
  /**
   * If no cars match, the filters whose removal would yield results, with the number of results in descending
   * order.
   */
  relax: z.array(z.object({ filter: z.enum(filterNames), total: count })),
})
export type CarFacets = z.infer<typeof carFacets>

function hasNeededZip({ near, within, sort }: { near?: unknown; within?: unknown; sort?: string }): boolean {
  return near !== undefined || (within === undefined && sort !== 'nearest')
}

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
