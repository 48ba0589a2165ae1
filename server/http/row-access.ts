import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { ProblemError } from '../../contract/api/problems.ts'
import type { Actor } from '../actor.ts'

/** The endpoints that access a user's row. Their `row` in the contract defines who may access it. */
export type RowEndpoint = {
  [K in EndpointName]: (typeof endpoints)[K] extends { row: NonNullable<Endpoint['row']> } ? K : never
}[EndpointName]

/**
 * Reports whether the actor may access a row of this owner. Owners may access their own rows. Admins may
 * access any row if the endpoint's `row` permits it.
 */
export function canAccess(name: RowEndpoint, actor: Actor, ownerId: string): boolean {
  const { row }: Endpoint = endpoints[name]
  return ownerId === actor.id || (row === 'owner-or-admin' && actor.isAdmin)
}

/**
 * Returns the row if the actor may access it.
 * @throws ProblemError `not-found` if the row does not exist or belongs to another user, so as not to reveal
 * that it exists
 */
export function getReachable<T>(
  name: RowEndpoint,
  actor: Actor,
  row: T | null | undefined,
  ownerOf: (row: T) => string,
): T {
  if (row === null || row === undefined || !canAccess(name, actor, ownerOf(row)))
    throw new ProblemError('not-found')
  return row
}
