import type { Request } from 'express'
import type { Endpoint } from '../../contract/endpoint.ts'
import { invalidInput, type FieldError } from '../../contract/problems.ts'
import type { Config } from '../config.ts'
import { withStoredPictures } from '../picture-addresses.ts'
import { without } from './find-faults.ts'
import { readPart, type ReadPart } from './validate.ts'

/**
 * Reads a request by the contract's schemas.
 * @param config its image host decides which pictures of a body are own ones
 * @param find what the endpoint's own finder says of what the schemas accept
 * @throws ProblemError `invalid-input` that names every field at fault, in any part, by the database's word too
 */
export async function readRequest(
  { params, query, body }: Endpoint,
  req: Request,
  config: Pick<Config, 'imageHost'>,
  find: (accepted: Accepted) => Promise<FieldError[]>,
): Promise<{ params: unknown; query: unknown; body: unknown }> {
  const parts = {
    params: readPart(params, req.params),
    query: readPart(query, req.query),
    body: readPart(body, req.body),
  }
  const faults = Object.values(parts).flatMap((part) => part.faults)
  if (faults.length === 0)
    return {
      params: parts.params.data,
      query: parts.query.data,
      body: withStoredPictures(parts.body.data, config),
    }
  const more = await find({
    params: parts.params.accepted,
    query: parts.query.accepted,
    body: withStoredPictures(parts.body.accepted, config) as ReadPart['accepted'],
  })
  throw invalidInput([...faults, ...without(faults, more)])
}

type Accepted = Record<'params' | 'query' | 'body', ReadPart['accepted']>
