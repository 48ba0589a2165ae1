import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { ProblemError } from '../../contract/api/problems.ts'
import type { Actor } from '../actor.ts'

/**
 * The endpoints that access a user's row. Their `row` in the contract defines which callers may access it.
 */
export type RowEndpoint = {
  [K in EndpointName]: (typeof endpoints)[K] extends { row: NonNullable<Endpoint['row']> } ? K : never
}[EndpointName]

/**
 * Reports whether the contract lets the actor access a row of this owner. Owners can access their own rows.
 * Admins can access any row if the contract allows that.
 */
export function mayReach(name: RowEndpoint, actor: Actor, ownerId: string): boolean {
  const { row }: Endpoint = endpoints[name]
  return ownerId === actor.id || (row === 'owner-or-admin' && actor.isAdmin)
}

/**
 * Returns the row if the actor may access it.
 * @throws ProblemError `not-found` if the row does not exist or belongs to another user, to avoid revealing
 * that it exists
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
