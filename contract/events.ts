import * as z from 'zod'
import { wholeNumberText } from './api/fields.ts'
import { tagTypes } from './api/tags.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

/** The longest that a client may have been away and still be told all it missed. */
const MAX_SINCE_SECONDS = 86_400

const eventsQuery = z.object({
  /** How many seconds ago the client was last up to date: what changed since then is told first. */
  since: wholeNumberText(0, MAX_SINCE_SECONDS).optional(),
})

/** Something that somebody should look at. Its record is asked for by its id; nothing of it is told here. */
const liveNotice = z.object({
  /** `report`: a new report. `sale`: a paid purchase. `seller`: a new seller who is not verified. */
  kind: z.enum(['report', 'sale', 'seller']),
  /** Of the report, the purchase or the user. */
  id: z.string(),
})

const openEvent = z.object({
  /** The first, at once. */
  type: z.literal('open'),
  /** False where more may have changed since then than can be told: everything kept may be stale. */
  isComplete: z.boolean(),
})

/** What `GET /events` sends. Kinds and ids alone, and only to those who may read what changed. */
export const liveEvent = z.discriminatedUnion('type', [
  openEvent,
  z.object({
    type: z.literal('changed'),
    tags: z.array(z.enum(tagTypes)),
    notices: z.array(liveNotice),
  }),
])

/** What `GET /events/market` sends to whoever looks: which cars came, went or were reserved, and nothing of them. */
export const marketEvent = z.discriminatedUnion('type', [
  openEvent,
  z.object({
    type: z.literal('changed'),
    /** Their ids; null where any car may have changed. */
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
