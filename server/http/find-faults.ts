import type { EndpointName } from '../../contract/paths.ts'
import { invalidInput, ProblemError, type FieldError } from '../../contract/problems.ts'
import type { Context } from '../context.ts'
import type { Call } from './handler.ts'

/** What a request's schemas accept of a part where they refuse the rest: fields, and of lists items, may be missing. */
export type Accepted<T> = T extends object
  ? { [P in keyof T]?: T[P] extends readonly (infer Item)[] | undefined ? (Item | undefined)[] : T[P] }
  : undefined

export interface AcceptedCall<K extends EndpointName> {
  ctx: Context
  actor: Call<K>['actor']
  params: Accepted<Call<K>['params']>
  query: Accepted<Call<K>['query']>
  body: Accepted<Call<K>['body']>
}

/**
 * Finds the faults of a request's fields that only the database knows. Called where the schemas have found others, so
 * that one answer names them all; where they have not, the handler refuses for the same reasons.
 */
export type FaultFinder<K extends EndpointName> = (call: AcceptedCall<K>) => Promise<FieldError[]>

/** Of the endpoints whose input the database has a say in. */
export type FaultFinders<K extends EndpointName = EndpointName> = { [N in K]?: FaultFinder<N> }

/** What a handler's own check refuses, as the fault of the field that it looks at. */
export async function faultOf(path: string, check: () => Promise<unknown>): Promise<FieldError[]> {
  try {
    await check()
    return []
  } catch (error) {
    if (error instanceof ProblemError) return [{ path, message: error.message }]
    throw error
  }
}

/** @throws ProblemError `invalid-input` that names them, if there are any */
export function refuse(faults: FieldError[]): void {
  if (faults.length > 0) throw invalidInput(faults)
}
