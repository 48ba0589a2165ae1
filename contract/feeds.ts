import * as z from 'zod'
import { listQuery, listSorts } from './api/list-query.ts'
import { feedKinds, feedStatuses } from './feed-names.ts'
import { isoTime, oneOf, text, deleted, unpagedExportQuery, idParams } from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

/** Maximum number of feeds per seller. */
export const MAX_FEEDS = 20

const count = z.number().int()

/** A feed of a seller's stock at a secret URL. */
const feed = z.object({
  _id: z.string(),
  kind: z.enum(feedKinds),
  /** The secret URL. Any client that knows it can fetch the feed. */
  url: z.string(),
  at: isoTime,
  /**
   * The time of the last fetch, and the number of cars in the feed then. Both are null before the first
   * fetch.
   */
  fetchedAt: isoTime.nullable(),
  fetchedCars: count.nullable(),
  /** True if the feed has not been fetched for a day. */
  silent: z.boolean(),
  counts: z.object({ in: count, warned: count, out: count }),
})

/** A reason why a car is left out of the feed or has a warning. */
const feedReason = z.object({
  /** The form field that the reason is about, or null if it is about the account. */
  field: z.string().nullable(),
  /** True if the car is left out for this reason. */
  leavesOut: z.boolean(),
  message: z.string(),
  fix: z.string(),
})

const feedCar = z.object({
  /** The car's ID, which is unique within a feed. */
  _id: z.string(),
  carID: z.string(),
  name: z.string(),
  image_url: z.string(),
  status: z.enum(feedStatuses),
  reasons: z.array(feedReason),
})

const feedInput = z.object({ kind: oneOf(feedKinds) })

const feedCarSorts = listSorts('name', 'status', 'why')

const feedCarsQuery = listQuery({
  sort: oneOf(feedCarSorts).default('newest'),
  /** Search terms. Each must appear in the car’s name or in a reason. */
  q: text(200).optional(),
  status: oneOf(feedStatuses).optional(),
})

const feedFileParams = z.object({
  file: z.string().regex(/^[\w-]{1,64}\.(csv|json)$/, 'This isn’t a feed’s address.'),
})

export type Feed = z.infer<typeof feed>
export type FeedCar = z.infer<typeof feedCar>
export type FeedReason = z.infer<typeof feedReason>
export type FeedCarSort = (typeof feedCarSorts)[number]

export const feedEndpoints = {
  listFeeds: {
    summary: 'List your feeds, newest first, each with its URL and number of cars',
    who: 'seller-or-admin',
    query: unpagedExportQuery,
    output: z.array(feed),
    limit: 'R1',
  },
  addFeed: {
    summary: 'Create a feed: a secret URL that serves your listed cars in a recipient’s format',
    who: 'seller-or-admin',
    body: feedInput,
    output: feed,
    problems: ['feed-limit'],
    limit: 'W2',
  },
  getFeed: {
    summary: 'Get one of your feeds',
    who: 'seller-or-admin',
    row: 'owner',
    params: idParams,
    output: feed,
    problems: ['not-found'],
    limit: 'R1',
  },
  deleteFeed: {
    summary: 'Revoke a feed; its URL stops working immediately',
    who: 'seller-or-admin',
    row: 'owner',
    params: idParams,
    output: deleted,
    problems: ['not-found'],
    limit: 'W1',
  },
  listFeedCars: {
    summary: 'List your cars on sale with their status in a feed and the reasons',
    who: 'seller-or-admin',
    row: 'owner',
    params: idParams,
    query: feedCarsQuery,
    output: z.array(feedCar),
    problems: ['not-found'],
    limit: 'R1',
  },
  readFeed: {
    summary: 'Get a feed’s file, as CSV or JSON Feed 1.1; returns 304 if the ETag still matches',
    who: 'anyone',
    params: feedFileParams,
    output: z.string(),
    contentType: 'text/csv',
    problems: ['not-found'],
    limit: 'F',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
