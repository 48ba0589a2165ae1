import * as z from 'zod'
import { wholeNumberText } from './api/fields.ts'
import { tagTypes } from './api/tags.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

/** The longest disconnection in seconds without losing events. */
const MAX_SINCE_SECONDS = 86_400

const eventsQuery = z.object({
  since: wholeNumberText(0, MAX_SINCE_SECONDS)
    .optional()
    .describe(
      'The number of seconds since the client was last up to date. The stream then starts with the changes since.',
    ),
})

/** A notification that a record needs attention. It contains only the record's ID. */
export const liveNotice = z.object({
  kind: z
    .enum(['report', 'sale', 'seller'])
    .describe('`report`: a new report. `sale`: a paid purchase. `seller`: a new, unverified seller.'),
  id: z.string().describe('The ID of the report, the purchase, or the user.'),
})

const openEvent = z.object({
  type: z.literal('open').describe('The first event, sent immediately.'),
  isComplete: z
    .boolean()
    .describe('False if the stream can’t include every change since then: discard all cached data.'),
})

/** An event of `GET /events`. It has only kinds and IDs, and goes only to users who may read the changed data. */
export const liveEvent = z.discriminatedUnion('type', [
  openEvent,
  z.object({
    type: z.literal('changed').describe('Data that the user may read has changed.'),
    tags: z.array(z.enum(tagTypes)).describe('The kinds of data that changed; see Tags.'),
    notices: z.array(liveNotice).describe('Records that the user should look at.'),
  }),
])

/** An event of `GET /events/market`. It has only the IDs of cars. */
export const marketEvent = z.discriminatedUnion('type', [
  openEvent,
  z.object({
    type: z
      .literal('changed')
      .describe('The status of cars has changed: they were listed, reserved, sold, or taken down.'),
    cars: z.array(z.string()).nullable().describe('The IDs of the cars; null if any car may be affected.'),
  }),
])

export type LiveEvent = z.infer<typeof liveEvent>
export type MarketEvent = z.infer<typeof marketEvent>
export type LiveNotice = z.infer<typeof liveNotice>

export const eventEndpoints = {
  streamEvents: {
    summary: 'Stream the kinds of changed data that you may read (server-sent events)',
    who: 'user',
    query: eventsQuery,
    output: liveEvent,
    contentType: 'text/event-stream',
    problems: ['service-unavailable'],
    limit: 'R1',
  },
  streamMarket: {
    summary: 'Stream the IDs of cars that were listed, reserved, sold, or taken down (server-sent events)',
    who: 'anyone',
    query: eventsQuery,
    output: marketEvent,
    contentType: 'text/event-stream',
    problems: ['service-unavailable'],
    limit: 'R0',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
