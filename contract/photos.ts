import * as z from 'zod'
import { MAX_PHOTOS_PER_CAR, availabilities } from './cars/cars.ts'
import { id, imageUrl, isoTime, modified, text } from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

/** Maximum number of photos in one bulk upload. */
export const MAX_PHOTOS = 500
/**
 * Maximum number of names in one call. A photo may match by its file name, by that name without its
 * number, or by its folder's name.
 */
export const MAX_NAMES = 2_000
/** Maximum number of cars in one call. */
export const MAX_CARS = 50

/** The names to look up, each a VIN or a stock number. */
const photoNames = z.object({
  names: z.array(text(64), `Send from 1 to ${MAX_NAMES} names.`).min(1).max(MAX_NAMES),
})

/** A car of the caller's whose VIN or stock number matches a requested name. */
const namedCar = z.object({
  name: z.string(),
  _id: z.string(),
  carName: z.string(),
  stockNo: z.string().nullable(),
  available: z.enum(availabilities),
  /** Number of photos that the car has. */
  photos: z.number().int(),
})

const photosInput = z.object({
  /**
   * The change set from the previous response, which these photos are added to. If omitted, a new one starts.
   */
  changeSetID: z
    .string()
    .regex(/^\d{1,15}$/, 'Send the ID of a change.')
    .optional(),
  cars: z
    .array(
      z.object({
        carID: id,
        /** The URLs of uploaded photos, in order. */
        images: z.array(imageUrl).min(1).max(MAX_PHOTOS_PER_CAR),
      }),
      `Send from 1 to ${MAX_CARS} cars.`,
    )
    .min(1)
    .max(MAX_CARS),
})

const photosAdded = z.object({
  acknowledged: z.literal(true),
  /** Number of photos that were added to their cars. */
  added: z.number().int(),
  /** The ID for `POST /change-sets/{id}/revert`, or null if nothing changed. */
  changeSetID: z.string().nullable(),
  /** The photos that were not added, each with the reason as a sentence. */
  stayed: z.array(z.object({ carID: z.string(), image: z.string(), reason: z.string() })),
})

/** A car of a pair of cars of different sellers that have shown the same photo. */
const matchingCar = z.object({
  _id: z.string(),
  carName: z.string(),
  available: z.enum(availabilities),
  /** The URL of the photo, or of the cover if the car no longer shows the photo. */
  image_url: z.string(),
  sellerName: z.string(),
  sellerEmail: z.string(),
})

const photoMatches = z.object({
  /** Number of open pairs. */
  total: z.number().int(),
  /** Up to 20 open pairs, newest first. */
  pairs: z.array(z.object({ foundAt: isoTime, cars: z.tuple([matchingCar, matchingCar]) })),
})

export type NamedCar = z.infer<typeof namedCar>
export type PhotoMatch = z.infer<typeof photoMatches>['pairs'][number]
export type PhotosAdded = z.infer<typeof photosAdded>

export const photoEndpoints = {
  findNamedCars: {
    summary: 'Find your own cars by the VINs or stock numbers in the names of photo files',
    who: 'seller-or-admin',
    body: photoNames,
    output: z.array(namedCar),
    limit: 'R1',
  },
  addPhotos: {
    summary: 'Add uploaded photos to your own cars; several calls can belong to one change',
    who: 'seller-or-admin',
    needsConfirmedAddress: true,
    row: 'owner',
    body: photosInput,
    output: photosAdded,
    problems: ['quota-exceeded', 'not-found'],
    limit: 'W1',
  },
  listPhotoMatches: {
    summary: 'List pairs of cars of different sellers that have the same photo, until a pair is closed',
    who: 'admin',
    output: photoMatches,
    limit: 'R1',
  },
  closePhotoMatch: {
    summary: 'Close a pair of cars with the same photo permanently, because nothing is wrong',
    who: 'admin',
    params: z.object({ id, carID: id }),
    output: modified,
    problems: ['not-found'],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
