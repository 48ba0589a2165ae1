import * as z from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { deleted, idParams } from '../fields.ts'
import { hold, holdsCount, holdsCountQuery, holdsQuery } from '../holds.ts'
import type { EndpointName } from '../paths.ts'

export const holdEndpoints = {
  listHolds: {
    summary: 'List the cars buyers are holding while they pay',
    who: 'admin',
    query: holdsQuery,
    output: z.array(hold),
    limit: 'R1',
  },
  countHolds: {
    summary: 'Count the holds by their state',
    who: 'admin',
    query: holdsCountQuery,
    output: holdsCount,
    limit: 'R1',
  },
  endHold: {
    summary: 'End a buyer’s hold on a car and notify the buyer',
    who: 'admin',
    params: idParams,
    output: deleted,
    problems: ['not-found', 'already-paid', 'payment-in-progress', 'service-unavailable'],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
