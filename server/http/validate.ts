import * as z from 'zod'
import { inputMessage } from '../../contract/input-messages.ts'
import { invalidInput, type FieldError } from '../../contract/problems.ts'

/** One part of a request, read by the contract's schema. */
export interface ReadPart {
  /** Undefined where there are faults. */
  data: unknown
  faults: FieldError[]
  /** The fields that are right by themselves, whatever the others are; one that is not stands there without a value. */
  accepted: Record<string, unknown>
}

/** So many faults are told at once: a body may hold tens of thousands. */
const MAX_FAULTS = 100

/** Finds every fault of a part, in its JSON as in its fields. */
export function readPart(schema: z.ZodType | undefined, part: unknown): ReadPart {
  if (!schema) return { data: undefined, faults: [], accepted: {} }
  const { data, error } = schema.safeParse(part, { error: inputMessage })
  const faults = [...jsonFaults(part), ...(error?.issues.map(toFieldError) ?? [])]
  return {
    data,
    faults: withoutTwins(faults).slice(0, MAX_FAULTS),
    accepted: faults.length > 0 ? acceptedFields(schema, part) : (data as ReadPart['accepted']),
  }
}

/**
 * As `readPart`, for who wants the data alone.
 * @throws ProblemError `invalid-input` that names every field at fault.
 */
export function parsePart(schema: z.ZodType | undefined, part: unknown): unknown {
  const { data, faults } = readPart(schema, part)
  if (faults.length > 0) throw invalidInput(faults)
  return data
}

const MAX_DEPTH = 8
const RESERVED_NAMES = ['__proto__', 'constructor', 'prototype']

/**
 * What no field can mean, wherever it stands: keys that reach for an object's prototype, text that is not stored as it
 * was sent (NUL characters, half surrogate pairs), and nesting deeper than any schema.
 */
function jsonFaults(value: unknown, path: readonly string[] = []): FieldError[] {
  const fault = (message: string) => [{ path: path.join('.') || 'body', message }]
  if (RESERVED_NAMES.includes(path.at(-1) ?? '')) return fault('Give this field another name.')
  for (const text of [path.at(-1), value]) {
    if (typeof text !== 'string') continue
    if (text.includes('\0')) return fault('Remove control characters.')
    if (!text.isWellFormed()) return fault('Remove broken characters.')
  }
  if (typeof value !== 'object' || value === null) return []
  if (path.length >= MAX_DEPTH) return fault('Nest this less deeply.')
  return Object.entries(value).flatMap(([key, field]) => jsonFaults(field, [...path, key]))
}

function toFieldError(issue: z.core.$ZodIssue): FieldError {
  return { path: issue.path.join('.') || 'body', message: issue.message }
}

/** Two checks of one field may say the same. */
function withoutTwins(faults: FieldError[]): FieldError[] {
  return [...new Map(faults.map((fault) => [`${fault.path} ${fault.message}`, fault])).values()]
}

function acceptedFields(schema: z.ZodType, part: unknown): Record<string, unknown> {
  if (!(schema instanceof z.ZodObject) || typeof part !== 'object' || part === null) return {}
  const fields = Object.entries<z.ZodType>(schema.shape)
  return Object.fromEntries(
    fields
      .filter(([key]) => Object.hasOwn(part, key))
      .map(([key, field]) => [key, acceptedField(field, (part as Record<string, unknown>)[key])]),
  )
}

/** More items than any list takes. */
const MAX_ITEMS = 200

/** Of a list its right items, each in its place, and of wrong ones the right fields. */
function acceptedField(field: z.ZodType, value: unknown): unknown {
  const { data } = field.safeParse(value)
  if (data !== undefined || !Array.isArray(value)) return data
  const list = field instanceof z.ZodOptional ? field.unwrap() : field
  if (!(list instanceof z.ZodArray)) return undefined
  const item = list.element as z.ZodType
  return value
    .slice(0, MAX_ITEMS)
    .map((each) => (item instanceof z.ZodObject ? acceptedFields(item, each) : item.safeParse(each).data))
}
