import * as z from 'zod'
import { choiceFacts, choicesOf } from '../../../contract/car-choices.ts'
import { factsOf } from '../../../contract/car-numbers.ts'
import type { Car as WireCar, CarInput } from '../../../contract/cars.ts'
import { dayMonthYear } from '../../../contract/dates.ts'
import { publicPrice } from '../../../contract/money.ts'
import type { Config } from '../../config.ts'
import type { Audience } from '../../http/audience.ts'
import { isSellerUnproven, type Car, type CarChange, type CarFields } from './car.ts'

/** Who reads a car: a stranger, somebody signed in, or its seller or an admin, who may edit it. */
export type CarReader = Audience | 'editor'

/**
 * Strangers get no contacts, nobody that of a seller who may not trade, and none but editors the text that was typed for
 * a price and is none: it may hold anything, such as a telephone number.
 */
export function toWireCar(car: Car, reader: CarReader, config: Config): WireCar {
  const isEditor = reader === 'editor'
  const { originalPriceText, originalPriceMinor, priceText, priceMinor } = car
  const sellerUnproven = isSellerUnproven(car, config)
  return {
    _id: car.id,
    category_name: car.make,
    category: car.make,
    modelName: car.modelName,
    description: car.description,
    image_url: car.images[0] ?? '',
    images: car.images,
    location: car.location,
    originalPrice: isEditor || originalPriceMinor !== null ? originalPriceText : '',
    resellPrice: isEditor ? priceText : publicPrice(priceText, priceMinor),
    priceMinor,
    originalPriceMinor,
    sellerName: car.sellerName,
    sellerVerified: car.isSellerVerified,
    postedDate: dayMonthYear(car.postedAt),
    postedAt: car.postedAt,
    usageTime: car.usageTime,
    available: car.state,
    paid: car.state === 'sold',
    featured: car.isFeatured,
    mileageUnit: car.mileageUnit,
    ...factsOf(car),
    version: car.version,
    sellerID: car.sellerId,
    sellerUnproven,
    ...((isEditor || (reader === 'member' && !sellerUnproven)) && {
      sellerEmail: car.sellerEmail,
      selllerContact: car.sellerContact,
    }),
  }
}

export function idsOf(cars: readonly WireCar[]): string[] {
  return cars.map(({ _id: id }) => id)
}

/** @param current the car that is edited. A choice that is not sent stays: an older client does not know it. */
export function fromWireCar(input: CarInput, current?: CarFields): CarFields {
  return {
    make: input.category_name,
    modelName: input.modelName,
    description: input.description,
    location: input.location,
    sellerContact: input.selllerContact,
    usageTime: input.usageTime,
    originalPriceText: input.originalPrice,
    priceText: input.resellPrice,
    mileageUnit: input.mileageUnit ?? null,
    ...factsOf({ ...(current && choicesOf(current)), ...input }),
    images: picturesOf(input, current?.images),
  }
}

/** A client that knows one picture only sends `image_url` alone: the others stay as long as that one does. */
function picturesOf({ image_url: first, images }: CarInput, current: readonly string[] = []): string[] {
  if (images === undefined && (!first || first === current[0])) return [...current]
  return [...new Set([first, ...(images ?? [])].filter(Boolean))]
}

/** What can be changed on many cars at once, all of it: an undo keeps that. */
export const wireChange = z.object({
  resellPrice: z.string(),
  condition: z.enum(['', ...choiceFacts.condition.options]),
  location: z.string(),
  selllerContact: z.string(),
})

type WireChange = z.infer<typeof wireChange>

export function fromWireChange(change: { [K in keyof WireChange]?: WireChange[K] | undefined }): CarChange {
  return {
    priceText: change.resellPrice,
    condition: change.condition,
    location: change.location,
    sellerContact: change.selllerContact,
  }
}

/** The change that would make a car what this one is. */
export function toWireChange(car: Car): WireChange {
  return {
    resellPrice: car.priceText,
    condition: car.condition,
    location: car.location,
    selllerContact: car.sellerContact,
  }
}
