import * as z from 'zod'
import type { FormHash, FormValue } from './form.ts'
import { StripeProblem } from './problem.ts'

/**
 * Parses the parameters of an operation of API v2 and rejects unknown ones, as Stripe does.
 * @throws StripeProblem with the path of the first wrong field
 */
export function readJsonParams<T>(params: unknown, shape: z.ZodType<T>): T {
  const parsed = shape.safeParse(params)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.join('.') ?? ''
  if (issue?.code === 'unrecognized_keys') {
    const field = [path, issue.keys[0] ?? ''].filter((part) => part !== '').join('.')
    throw invalidField(field, `Received unknown field: ${field}`)
  }
  throw invalidField(path, `Invalid value for ${path || 'the request'}: ${issue?.message ?? ''}`)
}

/** Returns a 400 error for a field that is missing, unknown, or invalid. Nothing was executed. */
export function invalidField(param: string, message: string): StripeProblem {
  return new StripeProblem(400, { type: 'invalid_request_error', code: 'invalid_fields', message, param })
}

export function notFound(kind: string, id: string): StripeProblem {
  return new StripeProblem(404, {
    type: 'invalid_request_error',
    code: 'not_found',
    message: `No such ${kind}: '${id}'`,
  })
}

/** Converts a parsed query to JSON. A hash whose keys are numbers is an array. */
export function queryToJson(value: FormHash): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, valueToJson(entry)]))
}

function valueToJson(value: FormValue): unknown {
  if (typeof value === 'string') return value
  const keys = Object.keys(value)
  if (keys.length > 0 && keys.every((key) => /^\d+$/.test(key))) {
    return keys.toSorted((a, b) => Number(a) - Number(b)).map((key) => valueToJson(value[key] ?? ''))
  }
  return queryToJson(value)
}
