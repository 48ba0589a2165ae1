import * as z from 'zod'
import { bodies, conditions, fuels, transmissions } from './car-choices.ts'
import { carSorts } from './cars.ts'
import { flag, oneOf, paging, text } from './fields.ts'
import { parsePrice } from './money.ts'

/** A car has one value of each; a search may name several, separated by commas, and finds cars with any of them. */
export const facetNames = ['brand', 'fuel', 'body', 'transmission', 'condition'] as const
export type FacetName = (typeof facetNames)[number]

/** What a search can be narrowed by. A range counts as one filter. All that are given must hold. */
export const filterNames = [
  'q',
  'place',
  'category_name',
  ...facetNames,
  'price',
  'year',
  'mileage',
  'featured',
] as const
export type FilterName = (typeof filterNames)[number]

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
  fuel: commaList(oneOf(fuels)),
  body: commaList(oneOf(bodies)),
  transmission: commaList(oneOf(transmissions)),
  condition: commaList(oneOf(conditions)),
  /** As sellers type a price, parsed into cents; cars without a price are left out. */
  priceMin: price(),
  priceMax: price(),
  yearMin: wholeNumber(),
  yearMax: wholeNumber(),
  /** In miles; those of cars in kilometres are converted. */
  mileageMax: wholeNumber(),
}

/** The public list: filters, sort and paging. `relevance` needs words in `q`, and is `newest` without. */
export const carsQuery = z.object({ ...filters, sort: oneOf(carSorts).default('newest'), ...paging })

export const facetsQuery = z.object(filters)
export type CarFilters = z.output<typeof facetsQuery>

const count = z.number().int()
const range = z.object({ min: count, max: count }).nullable()
const options = z.array(z.object({ value: z.string(), count }))

/**
 * How many cars each choice would show. A facet's counts honour all other filters and not its own, so that they say
 * what choosing one more would add; options without cars are listed too. Ranges do the same, null without any car.
 */
export const carFacets = z.object({
  total: count,
  brand: options,
  fuel: options,
  body: options,
  transmission: options,
  condition: options,
  /** Cents. A bucket holds prices from `min` to below `max`; null: and all above. */
  price: z
    .object({
      min: count,
      max: count,
      buckets: z.array(z.object({ min: count, max: count.nullable(), count })),
    })
    .nullable(),
  year: range,
  /** Miles, rounded outwards. */
  mileage: range,
  /** Where nothing was found: filters that alone stand in the way, and what their removal would show; most first. */
  relax: z.array(z.object({ filter: z.enum(filterNames), total: count })),
})
export type CarFacets = z.infer<typeof carFacets>

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
