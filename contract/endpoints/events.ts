import type { Endpoint } from '../endpoint.ts'
import { eventsQuery, liveEvent, marketEvent } from '../events.ts'
import type { EndpointName } from '../paths.ts'

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
