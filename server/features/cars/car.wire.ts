import { toPublicState } from '../../../contract/cars/car-life.ts'
import {
  fieldNames,
  readFields,
  getSellerField,
  writeFields,
  type SellerValues,
} from '../../../contract/cars/seller-fields.ts'
import type { Car as WireCar, CarInput } from '../../../contract/cars/cars.ts'
import { formatDayMonthYear } from '../../../contract/dates.ts'
import { normalizeModel, extractModel } from '../../../contract/cars/model-names.ts'
import { getPublicPrice } from '../../../contract/money.ts'
import { getLastSix } from '../../../contract/cars/vin.ts'
import type { ShotsByUrl } from '../../db/car-photos.ts'
import type { Config } from '../../config/config.ts'
import type { Audience } from '../../actor.ts'
import { measureMiles } from '../../core/zip-codes.ts'
import { toShownPhoto } from '../../gateways/images/photo-addresses.ts'
import { stateMarks, toWireMarks, removeLostPhotos } from './car-marks.ts'
import { isOffTheMarket, isSellerUnconfirmed, type Car, type CarChange, type CarFields } from './car.ts'

/** The reader of a car: an anonymous visitor, a signed-in user, or an editor (its seller or an admin). */
export type CarReader = Audience | 'editor'

/**
 * Converts a car to its API form. Anonymous visitors receive no contact details. Only editors receive the
 * contact details of a seller who may not trade, and price strings that are not valid prices. An invalid
 * price string may contain anything, even a phone number.
 */
export function toWireCar(car: Car, reader: CarReader, config: Config): WireCar {
  const isEditor = reader === 'editor'
  const { originalPriceText, originalPriceMinor, priceText, priceMinor } = car
  const sellerUnproven = isSellerUnconfirmed(car, config)
  const images = car.images.map((image) => toShownPhoto(image, config))
  const { selllerContact, ...sellerValues } = writeFields('wire', isEditor ? car : removeHiddenFields(car))
  return {
    _id: car.id,
    ...sellerValues,
    ...toWireMarks(car.marks, config),
    category: car.make,
    image_url: images[0] ?? '',
    images,
    ...toWireShots(car),
    originalPrice: isEditor || originalPriceMinor !== null ? originalPriceText : '',
    resellPrice: isEditor ? priceText : getPublicPrice(priceText, priceMinor),
    priceMinor,
    originalPriceMinor,
    allInMinor: car.allInMinor,
    fees: [...car.fees],
    sellerName: car.sellerName,
    sellerVerified: car.isSellerVerified,
    postedDate: formatDayMonthYear(car.postedAt),
    postedAt: car.postedAt,
    priceChange: toWirePriceChange(car.priceChange),
    priceLabel: car.state === 'instock' || car.state === 'reserved' ? car.priceLabel : null,
    available: isEditor && !car.isHidden ? car.state : toPublicState(car.state),
    paid: car.state === 'sold',
    featured: car.isFeatured,
    vin: getShownVin(car, isEditor),
    version: car.version,
    sellerID: car.sellerId,
    sellerUnproven,
    ...((isEditor || (reader === 'member' && !sellerUnproven)) && {
      sellerEmail: car.sellerEmail,
      selllerContact,
    }),
    ...(isEditor && listEditorFields(car)),
  }
}

/** Returns the shots of the photos, in the photos' order, unless no photo has one. */
function toWireShots({ images, shots }: CarFields): Pick<WireCar, 'shots'> {
  const inOrder = images.map((url) => shots[url] ?? null)
  return inOrder.some((shot) => shot !== null) ? { shots: inOrder } : {}
}

/** Adds the distance from the ZIP code of a search. */
export function addDistance(car: WireCar, near: string): WireCar {
  const miles = car.zip === null ? null : measureMiles(near, car.zip)
  return { ...car, distanceMiles: miles === null ? null : Math.round(miles) }
}

/**
 * Returns the seller's fields for readers other than editors. Fields for editors are emptied. If the seller
 * is not verified, fields that require verification are emptied, too.
 */
function removeHiddenFields(car: Car): SellerValues {
  const openValues: SellerValues = { ...car }
  for (const name of fieldNames) {
    const { audience, empty } = getSellerField(name)
    const isOpen = audience !== 'editors' && (audience !== 'dealers' || car.isSellerVerified)
    if (!isOpen) Object.assign(openValues, { [name]: empty })
  }
  return openValues
}

export function toWirePriceChange(change: Car['priceChange']): WireCar['priceChange'] {
  return change && { previousMinor: change.previousMinor, at: change.at }
}

/**
 * Returns the additional fields for editors. Fields without a value are omitted, so that most listed cars
 * look the same to all signed-in users.
 */
function listEditorFields(car: Car): Pick<WireCar, 'soldElsewhere' | 'listedBefore' | 'heldVin'> {
  const { soldElsewhere: sale, isListedBefore: listedBefore, heldVin } = car
  return {
    ...(heldVin !== null && { heldVin }),
    ...(sale && { soldElsewhere: { priceMinor: sale.priceMinor, date: sale.date, note: sale.note } }),
    ...(isOffTheMarket(car) && { listedBefore }),
  }
}

/**
 * Returns the VIN to show. For a dealer's car, it is the full VIN, which buyers may look up. For a private
 * seller's car, it is only the last six characters.
 */
export function getShownVin({ vin, isSellerVerified }: Car, isEditor = false): string | null {
  return isEditor || isSellerVerified ? vin : vin && getLastSix(vin)
}

/**
 * Converts a car from its API form.
 * @param current the car that is edited. A field that is not sent stays unchanged, because an older client
 * does not know it.
 */
export function fromWireCar({ marks, ...input }: CarInput, now: Date, current?: CarFields): CarFields {
  const images = selectPhotos(input, current?.images)
  const former = current && { ...writeFields('wire', current), year: null, mileage: null, mileageUnit: null }
  return {
    ...readFields('wire', { ...former, ...listSentFields(input) }),
    model: readGivenModel(input, current),
    coverFocus: resolveSentValue(
      input.coverFocus,
      images[0] === current?.images[0] ? current?.coverFocus : null,
    ),
    marks: removeLostPhotos(stateMarks(marks, current?.marks ?? null, now), images),
    images,
    shots: mergeShots(input, images, current),
  }
}

/**
 * Returns the shots of a car's photos. A client that does not know shots sends none. The shots of the photos
 * that this edit removes remain, so that a revert restores them with the photos.
 */
function mergeShots(
  { images: sentImages, shots: sentShots }: CarInput,
  images: readonly string[],
  current?: CarFields,
): ShotsByUrl {
  const known = new Set([...images, ...(current?.images ?? [])])
  const storedShots = Object.entries(current?.shots ?? {}).filter(([url]) => known.has(url))
  if (sentShots === undefined) return Object.fromEntries(storedShots)
  const sent = new Map((sentImages ?? images).map((url, index) => [url, sentShots[index] ?? null]))
  const entries = [...new Map([...storedShots, ...sent])]
  return Object.fromEntries(entries.flatMap(([url, shot]) => (shot ? [[url, shot] as const] : [])))
}

/**
 * Returns the fields that were sent, including empty ones. Every client knows the year, the mileage, and its
 * unit, so omitting one of these clears it.
 */
function listSentFields(input: Omit<CarInput, 'marks'>): Partial<typeof input> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

/** Returns the model. If none was sent, it is derived from the model name. */
function readGivenModel(
  { model, category_name: make, modelName }: Omit<CarInput, 'marks'>,
  current?: CarFields,
): string | null {
  if (model) return normalizeModel(make, model)
  const isSame = make === current?.make && modelName === current.modelName
  return model === undefined && isSame ? current.model : extractModel(make, modelName)
}

/** Returns a field's new value: the current one if none was sent, or null if an empty one was sent. */
function resolveSentValue(
  sentValue: string | null | undefined,
  current: string | null = null,
): string | null {
  return sentValue === undefined ? current : sentValue || null
}

/**
 * Returns the photos of a car. A client that supports only one photo sends only `image_url`. In that case,
 * the other photos remain unless this photo changes.
 */
function selectPhotos(
  { image_url: mainPhoto, images }: Pick<CarInput, 'image_url' | 'images'>,
  current: readonly string[] = [],
): string[] {
  if (images === undefined && (!mainPhoto || mainPhoto === current[0])) return [...current]
  return [...new Set([mainPhoto, ...(images ?? [])].filter(Boolean))]
}

interface WireChange {
  resellPrice: string
  condition: CarFields['condition']
  location: string
  selllerContact: string
}

export function fromWireChange(change: { [K in keyof WireChange]?: WireChange[K] | undefined }): CarChange {
  return {
    priceText: change.resellPrice,
    condition: change.condition,
    location: change.location,
    sellerContact: change.selllerContact,
  }
}
