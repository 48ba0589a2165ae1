import * as z from 'zod'
import * as cars from './cars/cars.ts'
import { makesShown } from './cars/cars.ts'
import {
  exported,
  flag,
  imageUrl,
  oneOf,
  requiredText,
  wholeNumber,
  createFieldCondition,
  deleted,
  exportProblems,
  inserted,
  modified,
} from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

const MAX_MAKES = 2000

/** Commas are not allowed because they separate the makes in a search. */
const makeName = requiredText(40, 'Enter the make’s name.').regex(/^[^,]*$/, 'Use no commas.')
/** The logo's URL. If it is empty, letters of the make's name are shown instead. */
const logo = imageUrl
const shown = oneOf(makesShown)

/**
 * `all` includes makes without cars. For admins, it also includes hidden makes and the number of cars of each
 * make.
 */
const categoryQuery = z.object({ all: flag.optional(), ...exported })

const categoryParams = z.object({ name: requiredText(40, 'Enter the make’s name.') })

export const categoryInput = z.object({
  category_name: makeName,
  brandImage: logo.default(''),
  shown: shown.default('with-cars'),
})

/** A change to a make. Renaming or merging it updates its cars. */
const categoryChange = z
  .object({
    category_name: makeName.optional(),
    brandImage: logo.optional(),
    shown: shown.optional(),
    /** The position among all makes, starting at 1. */
    place: wholeNumber(1, MAX_MAKES).optional(),
    /** The make that takes over the cars. This make is then deleted. */
    mergeInto: requiredText(40, 'Choose a make.').optional(),
  })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    'Choose something to change.',
  )
  .refine(
    ({ mergeInto, ...otherChanges }) =>
      mergeInto === undefined || Object.values(otherChanges).every((value) => value === undefined),
    {
      path: ['mergeInto'],
      when: createFieldCondition('mergeInto'),
      message: 'Merge makes without changing anything else.',
    },
  )

const modelsQuery = z.object({ category_name: requiredText(40, 'Choose a make.') })

/** A model of a make. `count` is the number of its listed cars. */
const carModel = z.object({ model: z.string(), count: z.number().int() })

export const categoryEndpoints = {
  listCategories: {
    summary: 'List the makes with their logos and car counts',
    who: 'anyone',
    query: categoryQuery,
    output: z.array(cars.category),
    problems: exportProblems,
    limit: 'R0',
  },
  addCategory: {
    summary: 'Add a make',
    who: 'admin',
    body: categoryInput,
    output: inserted,
    problems: ['make-exists'],
    limit: 'W1',
  },
  updateCategory: {
    summary: 'Rename, show, hide, or move a make, change its logo, or merge it into another',
    who: 'admin',
    params: categoryParams,
    body: categoryChange,
    output: modified.extend({ cars: z.number().int() }),
    problems: ['not-found', 'make-exists'],
    limit: 'W1',
  },
  deleteCategory: {
    summary: 'Delete a make that no car uses',
    who: 'admin',
    params: categoryParams,
    output: deleted,
    problems: ['not-found', 'make-in-use'],
    limit: 'W1',
  },
  listModels: {
    summary: 'List the models of a make; models of listed cars come first',
    who: 'anyone',
    query: modelsQuery,
    output: z.array(carModel),
    limit: 'R0',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
