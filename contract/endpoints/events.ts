import type { Endpoint } from '../endpoint.ts'
import { eventsQuery, liveEvent } from '../events.ts'
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
} as const satisfies Partial<Record<EndpointName, Endpoint>>
