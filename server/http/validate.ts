import type * as z from 'zod'
import { ProblemError, type FieldError } from '../../contract/problems.ts'

/**
 * Parses one part of a request by the contract's schema.
 * @throws ProblemError `invalid-input` that names every field at fault.
 */
export function parsePart(schema: z.ZodType | undefined, part: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(part)
  if (parsed.success) return parsed.data
  throw invalidInput(parsed.error.issues.map(toFieldError))
}

const MAX_DEPTH = 8

/**
 * Refuses what no field can mean, wherever it stands: keys that reach for an object's prototype, text that is not
 * stored as it was sent (NUL characters, half surrogate pairs), and nesting deeper than any schema.
 */
export function checkJson(value: unknown, path: string[] = []): void {
  if (typeof value === 'string') checkText(value, path)
  if (typeof value !== 'object' || value === null) return
  if (path.length >= MAX_DEPTH) throw refuse(path, 'Please nest less deeply')
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype')
      throw refuse([...path, key], 'This name cannot be used')
    checkText(key, [...path, key])
    checkJson((value as Record<string, unknown>)[key], [...path, key])
  }
}

function checkText(text: string, path: string[]): void {
  if (text.includes('\0')) throw refuse(path, 'Please leave out control characters')
  if (!text.isWellFormed()) throw refuse(path, 'Please leave out broken characters')
}

function refuse(path: string[], message: string): ProblemError {
  return invalidInput([{ path: path.join('.') || 'body', message }])
}

function invalidInput(errors: FieldError[]): ProblemError {
  const [first] = errors
  const detail = first ? `${first.path}: ${first.message}` : undefined
  return new ProblemError('invalid-input', { errors, ...(detail && { detail }) })
}

function toFieldError(issue: z.core.$ZodIssue): FieldError {
  const path = issue.path.length > 0 ? issue.path.join('.') : 'body'
  return { path, message: issue.message }
}
