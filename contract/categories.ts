import * as z from 'zod'
import { makesShown } from './cars.ts'
import { exported, flag, imageUrl, oneOf, requiredText, wholeNumber, ruleOn } from './fields.ts'

const MAX_MAKES = 2000

/** A search names several, separated by commas. */
const makeName = requiredText(40, 'Enter the make’s name.').regex(/^[^,]*$/, 'Use no commas.')
/** Empty: the make's letters are drawn. */
const logo = imageUrl
const shown = oneOf(makesShown)

/** `all`: those without cars, too; for admins also those that are hidden, with how many cars use each. */
export const categoryQuery = z.object({ all: flag.optional(), ...exported })

export const categoryParams = z.object({ name: requiredText(40, 'Enter the make’s name.') })

export const categoryInput = z.object({
  category_name: makeName,
  brandImage: logo.default(''),
  shown: shown.default('with-cars'),
})

/** One change to a make: its cars move along where it gets another name, or becomes part of another make. */
export const categoryChange = z
  .object({
    category_name: makeName.optional(),
    brandImage: logo.optional(),
    shown: shown.optional(),
    /** Its place among all makes, from 1. */
    place: wholeNumber(1, MAX_MAKES).optional(),
    /** The make that its cars are to have; this one goes. */
    mergeInto: requiredText(40, 'Choose a make.').optional(),
  })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    'Choose something to change.',
  )
  .refine(
    ({ mergeInto, ...others }) =>
      mergeInto === undefined || Object.values(others).every((value) => value === undefined),
    {
      path: ['mergeInto'],
      when: ruleOn('mergeInto'),
      message: 'Merge makes without changing anything else.',
    },
  )

export const modelsQuery = z.object({ category_name: requiredText(40, 'Choose a make.') })

/** A model of a make, and how many cars of it are listed now. */
export const carModel = z.object({ model: z.string(), count: z.number().int() })
