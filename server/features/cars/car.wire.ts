import { publicState } from '../../../contract/car-life.ts'
import { publicTexts } from '../../../contract/car-texts.ts'
import type { Car as WireCar, CarInput } from '../../../contract/cars.ts'
import { dayMonthYear } from '../../../contract/dates.ts'
import { factsOf } from '../../../contract/facts-of.ts'
import { modelNamed, modelOf } from '../../../contract/model-of.ts'
import { publicPrice } from '../../../contract/money.ts'
import { lastSix } from '../../../contract/vin.ts'
import type { Config } from '../../config/config.ts'
import type { Audience } from '../../actor.ts'
import { shownPicture } from '../../gateways/images/picture-addresses.ts'
import { isOffTheMarket, isSellerUnproven, type Car, type CarChange, type CarFields } from './car.ts'

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
  const images = car.images.map((image) => shownPicture(image, config))
  return {
    _id: car.id,
    category_name: car.make,
    category: car.make,
    modelName: car.modelName,
    model: car.model,
    description: car.description,
    image_url: images[0] ?? '',
    images,
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
    noVinReason: car.noVinReason,
    coverFocus: car.coverFocus,
    priceChange: shownPriceChange(car.priceChange),
    available: isEditor && !car.isHidden ? car.state : publicState(car.state),
    paid: car.state === 'sold',
    featured: car.isFeatured,
    mileageUnit: car.mileageUnit,
    ...factsOf(car),
    ...(!isEditor && publicTexts(car)),
    vin: shownVin(car, isEditor),
    stockNo: isEditor || car.isSellerVerified ? car.stockNo : null,
    version: car.version,
    sellerID: car.sellerId,
    sellerUnproven,
    ...((isEditor || (reader === 'member' && !sellerUnproven)) && {
      sellerEmail: car.sellerEmail,
      selllerContact: car.sellerContact,
    }),
    ...(isEditor && forEditors(car)),
  }
}

/** The change of a price, and nothing more. */
export function shownPriceChange(change: Car['priceChange']): WireCar['priceChange'] {
  return change && { previousMinor: change.previousMinor, at: change.at }
}

/** What is not said is left out: of most cars that are listed, everybody signed in is shown the same. */
function forEditors(car: Car): Pick<WireCar, 'soldElsewhere' | 'listedBefore' | 'heldVin'> {
  const { soldElsewhere: sale, isListedBefore: listedBefore, heldVin } = car
  return {
    ...(heldVin !== null && { heldVin }),
    ...(sale && { soldElsewhere: { priceMinor: sale.priceMinor, date: sale.date, note: sale.note } }),
    ...(isOffTheMarket(car) && { listedBefore }),
  }
}

/** A dealer's car may be looked up by its VIN; a private person's is told apart by the end of it. */
export function shownVin({ vin, isSellerVerified }: Car, isEditor = false): string | null {
  return isEditor || isSellerVerified ? vin : vin && lastSix(vin)
}

/** @param current the car that is edited. A fact that is not sent stays: an older client does not know it. */
export function fromWireCar(input: CarInput, current?: CarFields): CarFields {
  const images = picturesOf(input, current?.images)
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
    noVinReason: input.noVinReason ?? current?.noVinReason ?? '',
    model: modelSaid(input, current),
    ...factsOf({ ...(current && { ...factsOf(current), year: null, mileage: null }), ...said(input) }),
    vin: sentOr(input.vin, current?.vin),
    stockNo: sentOr(input.stockNo, current?.stockNo),
    coverFocus: sentOr(input.coverFocus, images[0] === current?.images[0] ? current?.coverFocus : null),
    images,
  }
}

/** What is there, if only to say that there is none. Year and mileage every client knows: left out, they are none. */
function said(input: CarInput): Partial<CarInput> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

/** Where nothing is said of it, it follows the model's name. */
function modelSaid({ model, category_name: make, modelName }: CarInput, current?: CarFields): string | null {
  if (model) return modelNamed(make, model)
  const isSame = make === current?.make && modelName === current.modelName
  return model === undefined && isSame ? current.model : modelOf(make, modelName)
}

/** What is left out stays as it is, what is empty goes. */
function sentOr(sent: string | null | undefined, current: string | null = null): string | null {
  return sent === undefined ? current : sent || null
}

/** A client that knows one picture only sends `image_url` alone: the others stay as long as that one does. */
function picturesOf({ image_url: first, images }: CarInput, current: readonly string[] = []): string[] {
  if (images === undefined && (!first || first === current[0])) return [...current]
  return [...new Set([first, ...(images ?? [])].filter(Boolean))]
}

interface WireChange {
  resellPrice: string
  condition: CarFields['condition']
  location: string
  selllerContact: string
}

/** What can be changed on many cars at once. */
export function fromWireChange(change: { [K in keyof WireChange]?: WireChange[K] | undefined }): CarChange {
  return {
    priceText: change.resellPrice,
    condition: change.condition,
    location: change.location,
    sellerContact: change.selllerContact,
  }
}
