import * as z from 'zod'
import { MAX_PICTURES, availabilities } from './cars/cars.ts'
import { id, imageUrl, text } from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

/** So many photos are added to cars in one go. */
export const MAX_PHOTOS = 500
/** What so many files can name at most: a car by their own name with its number or without, or by their folder's. */
export const MAX_NAMES = 2_000
/** So many cars get their photos in one call. */
export const MAX_CARS = 50

/** What files are named for: VINs and stock numbers, whichever they are. */
const photoNames = z.object({
  names: z.array(text(64), `Send from 1 to ${MAX_NAMES} names.`).min(1).max(MAX_NAMES),
})

/** One of the caller's cars that has a name that was asked for as its VIN or stock number. */
const namedCar = z.object({
  /** As it was asked for. */
  name: z.string(),
  _id: z.string(),
  carName: z.string(),
  stockNo: z.string().nullable(),
  available: z.enum(availabilities),
  /** How many photos it has. */
  photos: z.number().int(),
})

const photosInput = z.object({
  /** The change that these belong to, as the call before has answered it. */
  changeSetID: z
    .string()
    .regex(/^\d{1,15}$/, 'Send the ID of a change.')
    .optional(),
  cars: z
    .array(
      z.object({
        carID: id,
        /** Addresses of uploads, in order. */
        images: z.array(imageUrl).min(1).max(MAX_PICTURES),
      }),
      `Send from 1 to ${MAX_CARS} cars.`,
    )
    .min(1)
    .max(MAX_CARS),
})

const photosAdded = z.object({
  acknowledged: z.literal(true),
  /** How many stand on their cars now that didn’t before. */
  added: z.number().int(),
  /** What was changed, for `POST /change-sets/{id}/revert`; null where nothing was. */
  changeSetID: z.string().nullable(),
  /** Those that did not go on their car, and why, in words. */
  stayed: z.array(z.object({ carID: z.string(), image: z.string(), reason: z.string() })),
})

export type NamedCar = z.infer<typeof namedCar>
export type PhotosAdded = z.infer<typeof photosAdded>

export const photoEndpoints = {
  findNamedCars: {
    summary: 'Find your own cars by VIN or stock number, to match photo files that are named after them',
    who: 'seller-or-admin',
    body: photoNames,
    output: z.array(namedCar),
    limit: 'R1',
  },
  addPhotos: {
    summary: 'Append uploaded photos to your own cars; several calls can form one change',
    who: 'seller-or-admin',
    proven: true,
    row: 'owner',
    body: photosInput,
    output: photosAdded,
    problems: ['quota-exceeded', 'not-found'],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
