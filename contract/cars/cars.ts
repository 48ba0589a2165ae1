import * as z from 'zod'
import { formatNumber } from '../number-format.ts'
import { listQuery, listSorts } from '../api/list-query.ts'
import { choiceFacts, mapChoices, getEmptyOption, type ChoiceName, type Choices } from './car-choices.ts'
import { marksInput, shownMarks } from './mark-rules.ts'
import { shots } from './shots.ts'
import { priceLabels } from './price-labels.ts'
import { mapNumericFields, getNumberFact, numberFacts, type NumberName } from './car-numbers.ts'
import { mapTexts, getTextFact, type TextName } from './car-texts.ts'
import {
  fieldNames,
  getFieldName,
  getSellerField,
  type FieldName,
  type FieldNameByKind,
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
  createFieldCondition,
  zipCode,
} from '../api/fields.ts'
import { includedFees } from '../seller-fees.ts'
import { ENTER_DAY, isCalendarDay } from '../calendar-day.ts'
import { chooseOne } from '../api/input-messages.ts'
import { MAX_CHANGED_CARS } from './change-limits.ts'

import { anyVin, stockNumber } from './vin-fields.ts'

/**
 * The states of a car, in life-cycle order. Only the car's seller and admins see all of them. To everyone
 * else, a car off the market is `withdrawn`, and one sold elsewhere is `sold`.
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

/** The options for when the market's list of makes includes a make. */
export const makesShown = ['always', 'with-cars', 'never'] as const
export type MakeShown = (typeof makesShown)[number]

export const category = z.object({
  category_name: z.string(),
  brandImage: z.string(),
  /** Number of the make's listed cars. */
  count: z.number().int(),
  /**
   * The make's visibility, and the number of cars that use it, including deleted ones. Present only for
   * admins, in the list of all makes.
   */
  shown: z.enum(makesShown).optional(),
  used: z.number().int().optional(),
})

type ChoiceSchemas = { [N in ChoiceName]: z.ZodType<Choices[N], Choices[N]> }

const choices = mapChoices((name) => choice(name) as z.ZodType) as ChoiceSchemas

function choice(name: ChoiceName) {
  const { options } = choiceFacts[name]
  if (getEmptyOption(name) === null) return oneOf(options).nullable()
  return z.enum(['', ...options], { error: () => chooseOne(options) })
}

function number(name: NumberName) {
  const { min, max, advice } = getNumberFact(name)
  return wholeNumber(min, max, advice)
}

/** A calendar day, such as `2026-11-28`. An empty string stands for none. */
const calendarDay = text(10)
  .regex(/^$|^(?:19|20)\d\d-\d\d-\d\d$/, ENTER_DAY)
  .refine((day) => day === '' || isCalendarDay(day), ENTER_DAY)

function optionalText(name: TextName) {
  const { max, isDay } = getTextFact(name)
  return (isDay ? calendarDay : text(max)).nullish()
}

function optional(schemas: ChoiceSchemas) {
  return mapChoices((name) => schemas[name].optional()) as {
    [N in ChoiceName]: z.ZodOptional<ChoiceSchemas[N]>
  }
}

/** The seller's free-text fields in the API. A field that the reader may not see is empty. */
const sellerTexts = Object.fromEntries(
  fieldNames.map((name) => [
    getFieldName('wire', name),
    getSellerField(name).empty === null ? z.string().nullable() : z.string(),
  ]),
) as {
  [N in FieldName as FieldNameByKind<'wire', N>]: null extends SellerValues[N]
    ? z.ZodNullable<z.ZodString>
    : z.ZodString
}

const soldElsewhere = z.object({
  /** The price in cents, or null if unknown. */
  priceMinor: z.number().int().nullable(),
  /** The day of the sale, such as `2026-11-22`. */
  date: z.string(),
  note: z.string(),
})

/**
 * The last price change of a listed or formerly listed car: the previous price in cents, and the time.
 * Several changes on one UTC day count as one.
 */
export const priceChange = z.object({ previousMinor: z.number().int(), at: isoTime })
export type PriceChange = z.infer<typeof priceChange>

/**
 * A car in the API. `sellerEmail` and `selllerContact` are absent for strangers. If `sellerUnproven` is true,
 * only the seller and admins get them.
 */
export const car = z.object({
  _id: z.string(),
  ...sellerTexts,
  /**
   * The damage that the seller has stated, and when. Both are null if the seller has stated nothing. An empty
   * list means that the seller states that the car has no marks.
   */
  marks: shownMarks,
  marksAt: isoTime.nullable(),
  category: z.string(),
  image_url: z.string(),
  images: z.array(z.string()),
  /** The shots of the photos, in the order of `images`. Absent if no photo has a shot. */
  shots: z.array(z.enum(shots).nullable()).optional(),
  /** The resale price in cents, or null if the text is not a price. */
  priceMinor: z.number().int().nullable(),
  originalPriceMinor: z.number().int().nullable(),
  /** The price that a buyer pays, in cents: the resale price and the fees. Null if the text is not a price. */
  allInMinor: z.number().int().nullable(),
  fees: includedFees,
  /** The seller's user ID. It determines ownership because an email address may change. */
  sellerID: z.string(),
  sellerName: z.string(),
  sellerVerified: z.boolean(),
  /** True if the car can't be bought until its seller confirms their email address. */
  sellerUnproven: z.boolean(),
  sellerEmail: z.string().optional(),
  selllerContact: z.string().optional(),
  /** The UTC date when the car was posted, as day/month/year. */
  postedDate: z.string(),
  postedAt: isoTime,
  priceChange: priceChange.nullable(),
  /** The label of a listed car's price comparison. Null until it is computed. */
  priceLabel: z.enum(priceLabels).nullable(),
  available: z.enum(availabilities),
  paid: z.boolean(),
  featured: z.boolean(),
  ...mapNumericFields(() => z.number().int().nullable()),
  mileageUnit: z.enum(numberFacts.mileage.units).nullable(),
  ...choices,
  /**
   * Present if the car was sold outside Kerblight. Like `heldVin` and `listedBefore`, only its seller and
   * admins get it.
   */
  soldElsewhere: soldElsewhere.optional(),
  /** The VIN that requires an admin's review. The car's own VIN may have changed since. */
  heldVin: z.string().optional(),
  /**
   * True if the car has been listed since it was a draft. Listing it again then skips the checklist. Present
   * only for cars off the market.
   */
  listedBefore: z.boolean().optional(),
  /**
   * Number of buyers who have the car on their purchase list without having paid. Present only in lists
   * for its seller or admins.
   */
  onLists: z.number().int().optional(),
  /**
   * The distance from the search's ZIP code in whole miles, or null if the car has no ZIP code. Present only in
   * searches with a ZIP code.
   */
  distanceMiles: z.number().int().nullable().optional(),
  /** The car's version, which every edit increments and sends back as `If-Match: "n"`. */
  version: z.number().int(),
})

/** Related cars, at most six per group. */
export const relatedCars = z.object({
  /** Number of buyers with the car on their purchase list. Their identities are never disclosed. */
  onLists: z.number().int(),
  /** The URL of the seller's photo, or an empty string. */
  sellerPhoto: z.string(),
  sameSeller: z.array(car),
  similar: z.array(car),
})

export const MAX_PHOTOS_PER_CAR = 12

/** A point of the photo as percentages of its width and height, such as `50 65`. */
const coverPoint = text(7).regex(/^(?:100|\d{1,2}) (?:100|\d{1,2})$/, 'Choose a point of the cover photo.')

/** The fields that a seller may enter. The server sets all others. */
const editable = {
  category_name: requiredLine(40, 'Choose a make.'),
  modelName: requiredLine(120, 'Model name is required.'),
  selllerContact: requiredLine(40, 'Phone is required.'),
  usageTime: requiredLine(60, 'Usage time is required.'),
  originalPrice: priceText.pipe(z.string().min(1, 'Original price is required.')),
  resellPrice: priceText.default(''),
  location: lineText(120).default(''),
  /** If it is empty or equals the account's ZIP code, the car has the account's current ZIP code. */
  zip: zipCode.nullish(),
  description: text(5000).default(''),
  image_url: imageUrl.default(''),
  images: z.array(imageUrl, `Choose up to ${MAX_PHOTOS_PER_CAR} photos.`).max(MAX_PHOTOS_PER_CAR).optional(),
  /** The shots of the photos, in the order of `images`. */
  shots: z
    .array(oneOf(shots).nullable(), `Send up to ${MAX_PHOTOS_PER_CAR} shots.`)
    .max(MAX_PHOTOS_PER_CAR)
    .optional(),
  ...mapNumericFields((name) => number(name).nullish()),
  mileageUnit: oneOf(numberFacts.mileage.units).nullish(),
  /** The reason why the car has no VIN. */
  noVinReason: text(200).optional(),
  coverFocus: coverPoint.nullish(),
  marks: marksInput.optional(),
  ...optional(choices),
  ...mapTexts(optionalText),
  model: lineText(60)
    .regex(/^[^,]*$/, 'Use no commas.')
    .nullish(),
  vin: anyVin.nullish(),
  stockNo: stockNumber.nullish(),
}

export const carInput = z.object(editable)

/** `draftID` names one of the caller's own drafts, which becomes the car. */
export const newCarInput = carInput.extend({ draftID: id.optional() })

/** A car that is not listed yet. Every field is optional. */
export const carDraft = z.object({
  ...editable,
  category_name: lineText(40).default(''),
  modelName: lineText(120).default(''),
  selllerContact: lineText(40).default(''),
  usageTime: lineText(60).default(''),
  originalPrice: priceText.default(''),
})

export const carIds = z.object({
  ids: z
    .array(id, `Choose from 1 to ${formatNumber(MAX_CHANGED_CARS)} cars.`)
    .min(1)
    .max(MAX_CHANGED_CARS),
})

export const carsPatch = carIds.extend({
  change: z
    .object({
      resellPrice: priceText.optional(),
      /**
       * The change to each car's resale price. Both the old and the new price of every car must be payable.
       */
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
      when: createFieldCondition('resellPrice', 'priceBy'),
      message: 'Choose one way to change the price.',
    }),
})

export const carSorts = ['newest', 'price', '-price', 'mileage', '-year', 'relevance', 'nearest'] as const

/**
 * The sort orders of the list of all cars. Mileages are compared in the same unit. `lists` is the number of
 * purchase lists that a car is on. Cars without a price, year, mileage, or location come last in either
 * direction.
 */
export const allCarsSorts = listSorts(
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
  /** The seller whose cars are listed. It applies only to admins. Other callers always get their own cars. */
  seller: id.optional(),
  /**
   * Search terms. Each must appear in the car's name, location, or stock number, the end of its VIN, or its
   * seller's email address or phone number.
   */
  q: text(200).optional(),
}

export const allCarsQuery = listQuery({
  sort: oneOf(allCarsSorts).default('newest'),
  ...allCarsFilters,
  state: oneOf(availabilities).optional(),
})

export const allCarsCountQuery = z.object(allCarsFilters)

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

export function listCarIds(cars: readonly Pick<Car, '_id'>[]): string[] {
  return cars.map(({ _id: id }) => id)
}
