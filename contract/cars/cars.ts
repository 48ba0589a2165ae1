import * as z from 'zod'
import { figure } from '../figure.ts'
import { listQuery, sortsBy } from '../api/list-query.ts'
import { choiceFacts, eachChoice, noneOf, type ChoiceName, type Choices } from './car-choices.ts'
import { eachNumber, numberFact, numberFacts, type NumberName } from './car-numbers.ts'
import { eachText, textFacts, type TextName } from './car-texts.ts'
import {
  fieldNames,
  nameIn,
  sellerField,
  type FieldName,
  type NameIn,
  type SellerValues,
} from './seller-fields.ts'
import {
  flag,
  id,
  imageUrl,
  isoTime,
  lineText,
  oneOf,
  priceText,
  requiredLine,
  text,
  wholeNumber,
  ruleOn,
} from '../api/fields.ts'
import { chooseOne } from '../api/input-messages.ts'
import { MAX_AT_ONCE } from './change-limits.ts'

import { anyVin, stockNumber } from './vin-fields.ts'

/**
 * The states of a car's life, in its order. Only its seller and admins read all of them: for everybody else a car that is
 * not on the market is `withdrawn`, and one that was sold elsewhere `sold`.
 */
export const availabilities = [
  'draft',
  'due-in',
  'preparing',
  'in-review',
  'instock',
  'reserved',
  'sold',
  'sold-elsewhere',
  'withdrawn',
  'archived',
] as const

export type Availability = (typeof availabilities)[number]

/** When a make stands among those of the market. */
export const makesShown = ['always', 'with-cars', 'never'] as const
export type MakeShown = (typeof makesShown)[number]

export const category = z.object({
  category_name: z.string(),
  brandImage: z.string(),
  /** How many cars of it are listed now. */
  count: z.number().int(),
  /** For admins, in the list of all: when it is shown, and how many cars use it, deleted ones too. */
  shown: z.enum(makesShown).optional(),
  used: z.number().int().optional(),
})

type ChoiceSchemas = { [N in ChoiceName]: z.ZodType<Choices[N], Choices[N]> }

/** Of each choice an option, or what stands for none. */
const choices = eachChoice((name) => choice(name) as z.ZodType) as ChoiceSchemas

function choice(name: ChoiceName) {
  const { options } = choiceFacts[name]
  if (noneOf(name) === null) return oneOf(options).nullable()
  return z.enum(['', ...options], { error: () => chooseOne(options) })
}

function number(name: NumberName) {
  const { min, max, advice } = numberFact(name)
  return wholeNumber(min, max, advice)
}

function optionalText(name: TextName) {
  return text(textFacts[name].max).nullish()
}

function optional(schemas: ChoiceSchemas) {
  return eachChoice((name) => schemas[name].optional()) as {
    [N in ChoiceName]: z.ZodOptional<ChoiceSchemas[N]>
  }
}

/** The seller's texts on the wire; those that a reader may not see are empty. */
const sellerTexts = Object.fromEntries(
  fieldNames.map((name) => [
    nameIn('wire', name),
    sellerField(name).empty === null ? z.string().nullable() : z.string(),
  ]),
) as {
  [N in FieldName as NameIn<'wire', N>]: null extends SellerValues[N]
    ? z.ZodNullable<z.ZodString>
    : z.ZodString
}

/** How a car sold past Kerblight. */
const soldElsewhere = z.object({
  /** Cents; null where it is not known. */
  priceMinor: z.number().int().nullable(),
  /** `2026-11-22` */
  date: z.string(),
  note: z.string(),
})

/**
 * The last change of the price of a car that is or was listed: what it was before, in cents, and when it changed. Several
 * changes on one day (UTC) are one.
 */
export const priceChange = z.object({ previousMinor: z.number().int(), at: isoTime })
export type PriceChange = z.infer<typeof priceChange>

/**
 * A car on the wire. `sellerEmail` and `selllerContact` are absent for strangers, and for everybody but the seller and
 * admins where `sellerUnproven`.
 */
export const car = z.object({
  _id: z.string(),
  ...sellerTexts,
  category: z.string(),
  image_url: z.string(),
  images: z.array(z.string()),
  /** The resale price in cents, null where the text is no price. */
  priceMinor: z.number().int().nullable(),
  originalPriceMinor: z.number().int().nullable(),
  /** The seller's user id: whose car it is does not hang on an address. */
  sellerID: z.string(),
  sellerName: z.string(),
  sellerVerified: z.boolean(),
  /** True where the car cannot be bought until its seller has proven their address. */
  sellerUnproven: z.boolean(),
  sellerEmail: z.string().optional(),
  selllerContact: z.string().optional(),
  /** day/month/year, UTC */
  postedDate: z.string(),
  postedAt: isoTime,
  priceChange: priceChange.nullable(),
  available: z.enum(availabilities),
  paid: z.boolean(),
  featured: z.boolean(),
  ...eachNumber(() => z.number().int().nullable()),
  mileageUnit: z.enum(numberFacts.mileage.units).nullable(),
  ...choices,
  /** For its seller and admins alone, as what is below: how it sold, if it was past Kerblight. */
  soldElsewhere: soldElsewhere.optional(),
  /** Of a car that waits for an admin: the VIN for which it does, whatever its own is by now. */
  heldVin: z.string().optional(),
  /** Of a car off the market: whether it was listed since it was a draft, so that listing it again asks no checklist. */
  listedBefore: z.boolean().optional(),
  /** How many buyers have it on their purchase list, unpaid. Only in the lists of its seller and of admins. */
  onLists: z.number().int().optional(),
  /** Counts the edits; send it back as `If-Match: "n"`. */
  version: z.number().int(),
})

/** What a car's page goes on with: at most six cars each. */
export const relatedCars = z.object({
  /** How many buyers have the car on their purchase list. Never who. */
  onLists: z.number().int(),
  /** Empty where the seller has none. */
  sellerPhoto: z.string(),
  sameSeller: z.array(car),
  similar: z.array(car),
})

export const MAX_PICTURES = 12

/** Percent of the photo's width and height, such as `50 65`. */
const coverPoint = text(7).regex(/^(?:100|\d{1,2}) (?:100|\d{1,2})$/, 'Choose a point of the cover photo.')

/** What a seller may say of a car. Everything else of it is the server's. */
const editable = {
  category_name: requiredLine(40, 'Choose a make.'),
  modelName: requiredLine(120, 'Model name is required.'),
  selllerContact: requiredLine(40, 'Phone is required.'),
  usageTime: requiredLine(60, 'Usage time is required.'),
  originalPrice: priceText.pipe(z.string().min(1, 'Original price is required.')),
  resellPrice: priceText.default(''),
  location: lineText(120).default(''),
  description: text(5000).default(''),
  image_url: imageUrl.default(''),
  images: z.array(imageUrl, `Choose up to ${MAX_PICTURES} photos.`).max(MAX_PICTURES).optional(),
  ...eachNumber((name) => number(name).nullish()),
  mileageUnit: oneOf(numberFacts.mileage.units).nullish(),
  /** Why it has no vehicle identification number. */
  noVinReason: text(200).optional(),
  coverFocus: coverPoint.nullish(),
  ...optional(choices),
  ...eachText(optionalText),
  model: lineText(60)
    .regex(/^[^,]*$/, 'Use no commas.')
    .nullish(),
  vin: anyVin.nullish(),
  stockNo: stockNumber.nullish(),
}

export const carInput = z.object(editable)

/** What `POST /cars/add` reads: `draftID` names one's own draft, which becomes the car. */
export const newCarInput = carInput.extend({ draftID: id.optional() })

/** What there is so far of a car that is not listed yet: all of it may be missing. */
export const carDraft = z.object({
  ...editable,
  category_name: lineText(40).default(''),
  modelName: lineText(120).default(''),
  selllerContact: lineText(40).default(''),
  usageTime: lineText(60).default(''),
  originalPrice: priceText.default(''),
})

/** Those that one change is for. */
export const carIds = z.object({
  ids: z
    .array(id, `Choose from 1 to ${figure(MAX_AT_ONCE)} cars.`)
    .min(1)
    .max(MAX_AT_ONCE),
})

/** One change to many cars at once. */
export const carsPatch = carIds.extend({
  change: z
    .object({
      resellPrice: priceText.optional(),
      /** Each car's own resale price by so much. All must have one that can be paid, before and after. */
      priceBy: z
        .object({
          unit: oneOf(['percent', 'cents']),
          by: z.number('Enter how much, as a number other than 0.').refine((by) => by !== 0),
        })
        .refine(({ unit, by }) => unit === 'cents' || (by >= -90 && by <= 900), {
          path: ['by'],
          message: 'Enter a number from -90 to 900.',
        })
        .refine(({ unit, by }) => unit === 'percent' || Number.isSafeInteger(by), {
          path: ['by'],
          message: 'Enter a whole number of cents.',
        })
        .optional(),
      condition: oneOf(choiceFacts.condition.options).optional(),
      location: lineText(120).optional(),
      selllerContact: requiredLine(40, 'Phone is required.').optional(),
    })
    .refine((change) => Object.keys(change).length > 0, 'Choose something to change.')
    .refine(({ resellPrice, priceBy }) => resellPrice === undefined || priceBy === undefined, {
      path: ['priceBy'],
      when: ruleOn('resellPrice', 'priceBy'),
      message: 'Choose one way to change the price.',
    }),
})

export const carSorts = ['newest', 'price', '-price', 'mileage', '-year', 'relevance'] as const

/**
 * Those of the list of all cars: mileages compare across units, `lists` is on how many purchase lists a car is. A car
 * without a price, a year, a mileage or a location comes last either way.
 */
export const allCarsSorts = sortsBy(
  'price',
  'name',
  'state',
  'year',
  'mileage',
  'location',
  'photos',
  'lists',
)

const allCarsFilters = {
  mine: flag.optional(),
  /** For admins: those of the seller with this id. Others get their own cars, whomever they name. */
  seller: id.optional(),
  /**
   * Words that are all somewhere in the car's name, its location, its stock number, the end of its VIN, or its seller's
   * address or phone number.
   */
  q: text(200).optional(),
}

export const allCarsQuery = listQuery({
  sort: oneOf(allCarsSorts).default('newest'),
  ...allCarsFilters,
  state: oneOf(availabilities).optional(),
})

export const allCarsCountQuery = z.object(allCarsFilters)

/** How many of what is found are in each state. */
export const allCarsCount = z.object(
  Object.fromEntries(availabilities.map((state) => [state, z.number().int()])) as Record<
    Availability,
    z.ZodInt
  >,
)

export type AllCarsSort = (typeof allCarsSorts)[number]
export type Category = z.infer<typeof category>
export type Car = z.infer<typeof car>
export type RelatedCars = z.infer<typeof relatedCars>
export type CarInput = z.infer<typeof carInput>
export type CarDraft = z.infer<typeof carDraft>

/** Returns the ids of cars as the API names them. */
export function idsOfCars(cars: readonly Pick<Car, '_id'>[]): string[] {
  return cars.map(({ _id: id }) => id)
}
