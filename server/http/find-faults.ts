import type * as z from 'zod'
import type { endpoints } from '../../contract/endpoints.ts'
import type { EndpointName } from '../../contract/paths.ts'
import { invalidInput, ProblemError, type FieldError } from '../../contract/problems.ts'
import type { Context } from '../context.ts'
import type { Call } from './handler.ts'

/** What a request's schemas accept of a part where they refuse the rest: fields, and of lists items, may be missing. */
export type Accepted<T> = T extends object
  ? { [P in keyof T]?: T[P] extends readonly (infer Item)[] | undefined ? AcceptedItem<Item>[] : T[P] }
  : undefined
type AcceptedItem<Item> = Item extends object ? Accepted<Item> : Item | undefined

interface AcceptedCall<K extends EndpointName> {
  ctx: Context
  actor: Call<K>['actor']
  params: Accepted<Call<K>['params']>
  query: Accepted<Call<K>['query']>
  body: Accepted<Call<K>['body']>
}

/**
 * Finds the faults of a request's fields that only the database knows. Called where the schemas, or the handler, have
 * found one, so that one answer names them all. Where it is the only one, the handler refuses it, by a code of its own.
 */
export type FaultFinder<K extends EndpointName> = (call: AcceptedCall<K>) => Promise<FieldError[]>

type Finder<K extends EndpointName> = FaultFinder<K> | 'none'
type WithBody = {
  [K in EndpointName]: (typeof endpoints)[K] extends { body: z.ZodType } ? K : never
}[EndpointName]

/** Of each endpoint with a body: its own, or that the database has no say in its fields. Others may have one. */
export type FaultFinders = { [K in WithBody]: Finder<K> } & { [K in EndpointName]?: Finder<K> }

/** What a handler's own check refuses, as faults of the fields that it names, or else of the one that it looks at. */
export async function faultOf(path: string, check: () => Promise<unknown>): Promise<FieldError[]> {
  try {
    await check()
    return []
  } catch (error) {
    if (error instanceof ProblemError) return error.errors ?? [{ path, message: error.message }]
    throw error
  }
}

/** What an endpoint's own finder finds. The types of the table's rows are joined here: each was checked against its own. */
export async function findFaults(
  finders: FaultFinders,
  name: EndpointName,
  call: unknown,
): Promise<FieldError[]> {
  const find = finders[name] ?? 'none'
  return find === 'none' ? [] : (find as (call: unknown) => Promise<FieldError[]>)(call)
}

/** What a handler has refused of a field, with what is wrong of others. */
export async function withOthers(error: unknown, find: () => Promise<FieldError[]>): Promise<unknown> {
  if (!(error instanceof ProblemError) || !error.errors) return error
  const others = without(error.errors, await find())
  return others.length === 0 ? error : invalidInput([...error.errors, ...others])
}

/** Those of other fields. */
export function without(known: readonly FieldError[], faults: readonly FieldError[]): FieldError[] {
  const paths = new Set(known.map(({ path }) => path))
  return faults.filter(({ path }) => !paths.has(path))
}

/** @throws ProblemError `invalid-input` that names them, if there are any */
export function refuse(faults: FieldError[]): void {
  if (faults.length > 0) throw invalidInput(faults)
}
