import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { ProblemError } from '../../contract/api/problems.ts'
import type { Actor } from '../actor.ts'

/** The endpoints that are about a row of somebody's: their `row` in the contract says who may ask for it. */
export type RowEndpoint = {
  [K in EndpointName]: (typeof endpoints)[K] extends { row: NonNullable<Endpoint['row']> } ? K : never
}[EndpointName]

/** Whether the contract lets the actor have a row of this owner: one's own, or any as an admin where it says so. */
export function mayReach(name: RowEndpoint, actor: Actor, ownerId: string): boolean {
  const { row }: Endpoint = endpoints[name]
  return ownerId === actor.id || (row === 'owner-or-admin' && actor.isAdmin)
}

/**
 * The row, for who may have it.
 * @throws ProblemError `not-found` where there is none, or it is another's: that there is one is not told either.
 */
export function getReachable<T>(
  name: RowEndpoint,
  actor: Actor,
  row: T | null | undefined,
  ownerOf: (row: T) => string,
): T {
  if (row === null || row === undefined || !mayReach(name, actor, ownerOf(row)))
    throw new ProblemError('not-found')
  return row
}
