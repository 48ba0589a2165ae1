import { publicState } from '../../../contract/cars/car-life.ts'
import {
  fieldNames,
  readFields,
  sellerField,
  writeFields,
  type SellerValues,
} from '../../../contract/cars/seller-fields.ts'
import type { Car as WireCar, CarInput } from '../../../contract/cars/cars.ts'
import { dayMonthYear } from '../../../contract/dates.ts'
import { modelNamed, modelOf } from '../../../contract/cars/model-of.ts'
import { publicPrice } from '../../../contract/money.ts'
import { lastSix } from '../../../contract/cars/vin.ts'
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
  const { selllerContact, ...shown } = writeFields('wire', isEditor ? car : openFields(car))
  return {
    _id: car.id,
    ...shown,
    category: car.make,
    image_url: images[0] ?? '',
    images,
    originalPrice: isEditor || originalPriceMinor !== null ? originalPriceText : '',
    resellPrice: isEditor ? priceText : publicPrice(priceText, priceMinor),
    priceMinor,
    originalPriceMinor,
    sellerName: car.sellerName,
    sellerVerified: car.isSellerVerified,
    postedDate: dayMonthYear(car.postedAt),
    postedAt: car.postedAt,
    priceChange: shownPriceChange(car.priceChange),
    available: isEditor && !car.isHidden ? car.state : publicState(car.state),
    paid: car.state === 'sold',
    featured: car.isFeatured,
    vin: shownVin(car, isEditor),
    version: car.version,
    sellerID: car.sellerId,
    sellerUnproven,
    ...((isEditor || (reader === 'member' && !sellerUnproven)) && {
      sellerEmail: car.sellerEmail,
      selllerContact,
    }),
    ...(isEditor && forEditors(car)),
  }
}

/** The seller's fields, without those that are for editors, or for a verified seller's readers only. */
function openFields(car: Car): SellerValues {
  const open: SellerValues = { ...car }
  for (const name of fieldNames) {
    const { audience, empty } = sellerField(name)
    const isOpen = audience !== 'editors' && (audience !== 'dealers' || car.isSellerVerified)
    if (!isOpen) Object.assign(open, { [name]: empty })
  }
  return open
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

/** @param current the car that is edited. A field that is not sent stays: an older client does not know it. */
export function fromWireCar(input: CarInput, current?: CarFields): CarFields {
  const images = picturesOf(input, current?.images)
  const former = current && { ...writeFields('wire', current), year: null, mileage: null, mileageUnit: null }
  return {
    ...readFields('wire', { ...former, ...said(input) }),
    model: givenModel(input, current),
    coverFocus: sentOr(input.coverFocus, images[0] === current?.images[0] ? current?.coverFocus : null),
    images,
  }
}

/** What is there, if only to say that there is none. Every client knows the year and the mileage with its unit: left out, they are none. */
function said(input: CarInput): Partial<CarInput> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

/** Where nothing is said of it, it follows the model's name. */
function givenModel({ model, category_name: make, modelName }: CarInput, current?: CarFields): string | null {
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
