import type { Request } from 'express'
import * as z from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { inputMessage } from '../../contract/api/input-messages.ts'
import { invalidInput, type FieldError } from '../../contract/api/problems.ts'
import type { Config } from '../config/config.ts'
import { withStoredPictures } from '../gateways/images/picture-addresses.ts'

/** At most this number of faults is named at once: a body may hold tens of thousands. */
const MAX_FAULTS = 100

/**
 * Reads a request by the contract's schemas. What only the database knows is the handler's to check.
 * @param config its image host decides which pictures of a body are stored here
 * @throws ProblemError `invalid-input` that names every field at fault, in any part
 */
export function readRequest(
  { params, query, body }: Endpoint,
  req: Request,
  config: Pick<Config, 'imageHost'>,
): { params: unknown; query: unknown; body: unknown } {
  const parts = [readPart(params, req.params), readPart(query, req.query), readPart(body, req.body)] as const
  refuse(parts.flatMap(({ faults }) => faults))
  return {
    params: parts[0].data,
    query: parts[1].data,
    body: withStoredPictures(parts[2].data, config),
  }
}

/**
 * Reads one part of a request.
 * @throws ProblemError `invalid-input` that names every field at fault
 */
export function parsePart(schema: z.ZodType | undefined, part: unknown): unknown {
  const { data, faults } = readPart(schema, part)
  refuse(faults)
  return data
}

/** @throws ProblemError `invalid-input` that names these faults, if there are any */
export function refuse(faults: FieldError[]): void {
  if (faults.length > 0) throw invalidInput(faults)
}

/** Finds every fault of a part, in its JSON as in its fields. The data is undefined if there are any. */
function readPart(schema: z.ZodType | undefined, part: unknown): { data: unknown; faults: FieldError[] } {
  if (!schema) return { data: undefined, faults: [] }
  const { data, error } = schema.safeParse(part, { error: inputMessage })
  const faults = [...jsonErrors(part), ...(error?.issues.map(toFieldError) ?? [])]
  return { data, faults: withoutTwins(faults).slice(0, MAX_FAULTS) }
}

const MAX_DEPTH = 8
const RESERVED_NAMES = ['__proto__', 'constructor', 'prototype']

/**
 * What no field can mean, wherever it stands: keys that reach for an object's prototype, text that is not stored as it
 * was sent (NUL characters, half surrogate pairs), and nesting deeper than any schema.
 */
function jsonErrors(value: unknown, path: readonly string[] = []): FieldError[] {
  const fault = (message: string) => [{ path: path.join('.') || 'body', message }]
  if (RESERVED_NAMES.includes(path.at(-1) ?? '')) return fault('Give this field another name.')
  for (const text of [path.at(-1), value]) {
    if (typeof text !== 'string') continue
    if (text.includes('\0')) return fault('Remove control characters.')
    if (!text.isWellFormed()) return fault('Remove broken characters.')
  }
  if (typeof value !== 'object' || value === null) return []
  if (path.length >= MAX_DEPTH) return fault('Nest this less deeply.')
  return Object.entries(value).flatMap(([key, field]) => jsonErrors(field, [...path, key]))
}

function toFieldError(issue: z.core.$ZodIssue): FieldError {
  return { path: issue.path.join('.') || 'body', message: issue.message }
}

/** Two checks of one field may say the same. */
function withoutTwins(faults: FieldError[]): FieldError[] {
  return [...new Map(faults.map((fault) => [`${fault.path} ${fault.message}`, fault])).values()]
}
