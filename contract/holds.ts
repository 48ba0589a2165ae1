import * as z from 'zod'
import { listQuery, listSorts } from './api/list-query.ts'
import { isoTime, oneOf, text, deleted, idParams } from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

/**
 * The states of a hold. `starting`: a request to Stripe is pending. `over`: the hold has expired and is about
 * to be released.
 */
export const holdStates = ['starting', 'held', 'over'] as const

/** A car on hold for a buyer who is paying, as shown to admins. */
const hold = z.object({
  _id: z.string(),
  carID: z.string(),
  carName: z.string(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  buyerEmailVerified: z.boolean(),
  /** The car's price, in cents. */
  amount: z.number().int(),
  since: isoTime,
  until: isoTime,
  state: z.enum(holdStates),
})

export const holdSorts = listSorts('car', 'buyer', 'proof', 'until', 'state')

const holdFilters = {
  /**
   * Search terms. Each must match the car’s name, the buyer’s name or email address, or the state, or be the
   * start of the amount or the timestamp.
   */
  q: text(200).optional(),
}

const holdsQuery = listQuery({
  sort: oneOf(holdSorts).default('newest'),
  ...holdFilters,
  state: oneOf(holdStates).optional(),
})

const holdsCountQuery = z.object(holdFilters)

const holdsCount = z.record(z.enum(holdStates), z.number().int())

export type HoldSort = (typeof holdSorts)[number]
export type HoldState = (typeof holdStates)[number]
export type Hold = z.infer<typeof hold>

export const holdEndpoints = {
  listHolds: {
    summary: 'List the current holds, each with its car and buyer',
    who: 'admin',
    query: holdsQuery,
    output: z.array(hold),
    limit: 'R1',
  },
  countHolds: {
    summary: 'Count the holds by state',
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
    problems: ['not-found', 'already-paid', 'payment-in-progress', 'stripe-refused', 'service-unavailable'],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
