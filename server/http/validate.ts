import type { Request } from 'express'
import * as z from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { getInputMessage } from '../../contract/api/input-messages.ts'
import { createInputProblem, type FieldError } from '../../contract/api/problems.ts'
import type { Config } from '../config/config.ts'
import { replacePhotoUrls } from '../gateways/images/photo-addresses.ts'

/** Maximum number of errors reported per part of a request. A body may contain tens of thousands. */
const MAX_ERRORS = 100

/**
 * Validates a request against the contract's schemas. Handlers do the checks that need the database.
 * @param config determines how photo URLs in the body are stored
 * @throws ProblemError `invalid-input` that names every invalid field in any part of the request
 */
export function readRequest(
  { params, query, body }: Endpoint,
  req: Request,
  config: Pick<Config, 'imageHost'>,
): { params: unknown; query: unknown; body: unknown } {
  const parts = [readPart(params, req.params), readPart(query, req.query), readPart(body, req.body)] as const
  assertNoErrors(parts.flatMap(({ fieldErrors }) => fieldErrors))
  return {
    params: parts[0].data,
    query: parts[1].data,
    body: replacePhotoUrls(parts[2].data, config),
  }
}

/**
 * Validates one part of a request.
 * @throws ProblemError `invalid-input` that names every invalid field
 */
export function parsePart(schema: z.ZodType | undefined, part: unknown): unknown {
  const { data, fieldErrors } = readPart(schema, part)
  assertNoErrors(fieldErrors)
  return data
}

/**
 * Rejects a request that has field errors.
 * @throws ProblemError `invalid-input` that names the errors
 */
export function assertNoErrors(fieldErrors: FieldError[]): void {
  if (fieldErrors.length > 0) throw createInputProblem(fieldErrors)
}

/**
 * Finds all errors in a part, both in its JSON values and in its fields. `data` is undefined if a field is
 * invalid.
 */
function readPart(
  schema: z.ZodType | undefined,
  part: unknown,
): { data: unknown; fieldErrors: FieldError[] } {
  if (!schema) return { data: undefined, fieldErrors: [] }
  const { data, error } = schema.safeParse(part, { error: getInputMessage })
  const fieldErrors = [...jsonErrors(part), ...(error?.issues.map(toFieldError) ?? [])]
  return { data, fieldErrors: removeDuplicateErrors(fieldErrors).slice(0, MAX_ERRORS) }
}

const MAX_DEPTH = 8
const RESERVED_NAMES = ['__proto__', 'constructor', 'prototype']

/**
 * Finds values that no field accepts: keys that access an object's prototype, strings that can't be stored
 * unchanged (NUL characters, unpaired surrogates), and nesting deeper than that of any schema.
 */
function jsonErrors(value: unknown, path: readonly string[] = []): FieldError[] {
  const fieldError = (message: string) => [{ path: path.join('.') || 'body', message }]
  if (RESERVED_NAMES.includes(path.at(-1) ?? '')) return fieldError('Give this field another name.')
  for (const text of [path.at(-1), value]) {
    if (typeof text !== 'string') continue
    if (text.includes('\0')) return fieldError('Remove control characters.')
    if (!text.isWellFormed()) return fieldError('Remove broken characters.')
  }
  if (typeof value !== 'object' || value === null) return []
  if (path.length >= MAX_DEPTH) return fieldError('Nest this less deeply.')
  return Object.entries(value).flatMap(([key, field]) => jsonErrors(field, [...path, key]))
}

function toFieldError(issue: z.core.$ZodIssue): FieldError {
  return { path: issue.path.join('.') || 'body', message: issue.message }
}

/** Removes duplicates. Two checks of one field may report the same error. */
function removeDuplicateErrors(fieldErrors: FieldError[]): FieldError[] {
  return [
    ...new Map(
      fieldErrors.map((fieldError) => [`${fieldError.path} ${fieldError.message}`, fieldError]),
    ).values(),
  ]
}
