import * as z from 'zod'
import { car } from './cars/cars.ts'
import { deleted, id, isoTime, modified, oneOf, text } from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'
import { MAX_CARS_BY_ID, MAX_SHORTLIST_CARS, shortlistFrequencies } from './shortlist-limits.ts'

/**
 * A car as visitors see it, with the time when it was added. If its seller or an admin has taken it off the
 * market, only its make, model, model name, year, and posting time remain; all other facts are empty.
 */
const shortlistedCar = car.extend({
  addedAt: isoTime,
  /** The price in cents when the car was added, or null if it is unknown. */
  addedPriceMinor: z.number().int().nullable(),
  /** True if the car is listed again after it was sold or removed since it was added. */
  isForSaleAgain: z.boolean(),
})

const carParams = z.object({ carID: id })

const NOT_IDS = `Send from 1 to ${MAX_CARS_BY_ID} IDs, separated by commas.`

/** IDs separated by commas. */
const carIdsQuery = z.object({
  ids: text(MAX_CARS_BY_ID * 65)
    .regex(/^[\w-]+(?:,[\w-]+)*$/, NOT_IDS)
    .refine((ids) => ids.split(',').length <= MAX_CARS_BY_ID, NOT_IDS),
})

/** Cars that a visitor added on one device before signing in, most recently added first. */
const localShortlist = z.object({
  cars: z.array(id, `Send from 1 to ${MAX_SHORTLIST_CARS} IDs.`).min(1).max(MAX_SHORTLIST_CARS),
})

const mergedShortlist = modified.extend({
  /** The IDs that are not on the list: cars that are unknown or off the market, and cars beyond the limit. */
  skipped: z.array(z.string()),
})

const shortlistEmails = z.object({ every: z.enum(shortlistFrequencies) })

export type ShortlistedCar = z.infer<typeof shortlistedCar>

export const shortlistEndpoints = {
  listShortlist: {
    summary: 'List the cars on your shortlist, most recently added first, including sold and removed cars',
    who: 'user',
    output: z.array(shortlistedCar),
    limit: 'R1',
  },
  mergeShortlist: {
    summary: 'Add the cars of a device to your shortlist; a merge never removes a car',
    who: 'user',
    body: localShortlist,
    output: mergedShortlist,
    limit: 'W1',
  },
  addToShortlist: {
    summary:
      'Add a car to your shortlist; a repeated request changes nothing, and a car removed less than a minute ago returns to its place',
    who: 'user',
    params: carParams,
    output: modified,
    problems: ['not-found', 'quota-exceeded'],
    limit: 'W1',
  },
  removeFromShortlist: {
    summary: 'Remove a car from your shortlist',
    who: 'user',
    params: carParams,
    output: deleted,
    limit: 'W1',
  },
  getShortlistEmails: {
    summary: 'Get how often you get emails about changes of the cars on your shortlist',
    who: 'user',
    output: shortlistEmails,
    limit: 'R1',
  },
  setShortlistEmails: {
    summary: 'Choose how often you get emails about changes of the cars on your shortlist',
    who: 'user',
    body: z.object({ every: oneOf(shortlistFrequencies) }),
    output: modified,
    limit: 'W1',
  },
  listCarsById: {
    summary: `Get up to ${MAX_CARS_BY_ID} cars by ID, as visitors see them; unknown and removed cars are omitted`,
    who: 'anyone',
    query: carIdsQuery,
    output: z.array(car),
    limit: 'R0',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
