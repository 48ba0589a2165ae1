import type { Request } from 'express'
import type { Endpoint } from '../../contract/endpoint.ts'
import { invalidInput, type FieldError } from '../../contract/problems.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../actor.ts'
import { readPart } from './validate.ts'

/**
 * Reads a request by the contract's schemas.
 * @param findFaults the endpoint's own, if it has one
 * @throws ProblemError `invalid-input` that names every field at fault, in any part, by the database's word too
 */
export async function readRequest(
  { params, query, body }: Endpoint,
  req: Request,
  asked: { ctx: Context; actor: Actor | null },
  findFaults: unknown,
): Promise<{ params: unknown; query: unknown; body: unknown }> {
  const parts = {
    params: readPart(params, req.params),
    query: readPart(query, req.query),
    body: readPart(body, req.body),
  }
  const faults = Object.values(parts).flatMap((part) => part.faults)
  if (faults.length === 0)
    return { params: parts.params.data, query: parts.query.data, body: parts.body.data }
  const call = {
    ...asked,
    params: parts.params.accepted,
    query: parts.query.accepted,
    body: parts.body.accepted,
  }
  // The types of the table's rows are joined here; each finder was checked against its own row.
  const find = findFaults as ((call: unknown) => Promise<FieldError[]>) | undefined
  const more = (await find?.(call)) ?? []
  const known = new Set(faults.map(({ path }) => path))
  throw invalidInput([...faults, ...more.filter(({ path }) => !known.has(path))])
}
