import * as z from 'zod'
import { wholeNumberText } from './api/fields.ts'
import { tagTypes } from './api/tags.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

/** The longest absence, in seconds, after which a client can still receive all the events that it missed. */
const MAX_SINCE_SECONDS = 86_400

const eventsQuery = z.object({
  /** The number of seconds since the client was last up to date. Changes since then are sent first. */
  since: wholeNumberText(0, MAX_SINCE_SECONDS).optional(),
})

/**
 * A record that needs someone's attention. The notice has no content of the record; the client fetches it by
 * its ID.
 */
const liveNotice = z.object({
  /**
   * The kind of record. `report`: a new report. `sale`: a paid purchase. `seller`: a new seller who is not
   * verified.
   */
  kind: z.enum(['report', 'sale', 'seller']),
  /** The ID of the report, the purchase, or the user. */
  id: z.string(),
})

const openEvent = z.object({
  /** The first event, sent immediately. */
  type: z.literal('open'),
  /**
   * False if the server can't list all changes since then. All of the client's cached data may then be stale.
   */
  isComplete: z.boolean(),
})

/**
 * The events of `GET /events`. They contain only kinds and IDs, and are sent only to clients that may read
 * the changed data.
 */
export const liveEvent = z.discriminatedUnion('type', [
  openEvent,
  z.object({
    type: z.literal('changed'),
    tags: z.array(z.enum(tagTypes)),
    notices: z.array(liveNotice),
  }),
])

/**
 * The events of `GET /events/market`, which is open to all clients. They report which cars were added,
 * removed, or reserved, without any details.
 */
export const marketEvent = z.discriminatedUnion('type', [
  openEvent,
  z.object({
    type: z.literal('changed'),
    /** The IDs of the changed cars; null if any car may have changed. */
    cars: z.array(z.string()).nullable(),
  }),
])

export type LiveEvent = z.infer<typeof liveEvent>
export type MarketEvent = z.infer<typeof marketEvent>
export type LiveNotice = z.infer<typeof liveNotice>

export const eventEndpoints = {
  streamEvents: {
    summary: 'Stream which kinds of data you can read have changed (server-sent events)',
    who: 'user',
    query: eventsQuery,
    output: liveEvent,
    answers: 'text/event-stream',
    problems: ['service-unavailable'],
    limit: 'R1',
  },
  streamMarket: {
    summary: 'Stream which cars came on the market, left it or were reserved (server-sent events)',
    who: 'anyone',
    query: eventsQuery,
    output: marketEvent,
    answers: 'text/event-stream',
    problems: ['service-unavailable'],
    limit: 'R0',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
