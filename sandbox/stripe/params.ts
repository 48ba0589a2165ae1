import type { FormHash, FormValue } from './form.ts'
import { invalidParam } from './problem.ts'

/** Parses one form value or throws Stripe's error. `name` is, for example, `card[number]`. */
export type Reader<T> = (value: FormValue, name: string) => T

type Shape = Record<string, Reader<unknown>>
export type Params<S extends Shape> = { [K in keyof S]?: S[K] extends Reader<infer T> ? T : never }

/** Parses the known parameters of a call and rejects unknown ones, as Stripe does. */
export function readParams<S extends Shape>(form: FormHash, shape: S, within = ''): Params<S> {
  const params: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(form)) {
    const name = within === '' ? key : `${within}[${key}]`
    const read = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (!read) throw invalidParam(name, `Received unknown parameter: ${name}`, 'parameter_unknown')
    params[key] = read(value, name)
  }
  return params as Params<S>
}

export function text(maxLength = 5_000): Reader<string> {
  return (value, name) => {
    if (typeof value !== 'string') throw invalidParam(name, 'Invalid string')
    if (value.includes('\0')) throw invalidParam(name, 'Invalid string: it contains a null byte')
    if (value.length > maxLength) {
      throw invalidParam(
        name,
        `Invalid string: ${value.slice(0, 20)}...; must be at most ${maxLength} characters`,
      )
    }
    return value
  }
}

export function integer(bounds: { min?: number; max?: number } = {}): Reader<number> {
  return (value, name) => {
    if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) {
      throw invalidParam(
        name,
        `Invalid integer: ${typeof value === 'string' ? value.slice(0, 40) : 'a hash'}`,
        'parameter_invalid_integer',
      )
    }
    const number = Number(value)
    if (bounds.min !== undefined && number < bounds.min) {
      throw invalidParam(
        name,
        `This value must be greater than or equal to ${bounds.min}.`,
        'parameter_invalid_integer',
      )
    }
    if (bounds.max !== undefined && number > bounds.max) {
      throw invalidParam(
        name,
        `This value must be less than or equal to ${bounds.max}.`,
        'parameter_invalid_integer',
      )
    }
    return number
  }
}

export const flag: Reader<boolean> = (value, name) => {
  if (value === 'true') return true
  if (value === 'false') return false
  throw invalidParam(name, `Invalid boolean: ${typeof value === 'string' ? value.slice(0, 40) : 'a hash'}`)
}

export function createChoiceReader<const T extends string>(...choices: T[]): Reader<T> {
  return (value, name) => {
    const choice = choices.find((known) => known === value)
    if (choice === undefined)
      throw invalidParam(name, `Invalid ${name}: must be one of ${choices.join(', ')}`)
    return choice
  }
}

export function hash<S extends Shape>(shape: S): Reader<Params<S>> {
  return (value, name) => {
    if (typeof value === 'string') throw invalidParam(name, 'Invalid object')
    return readParams(value, shape, name)
  }
}

export function list<T>(item: Reader<T>): Reader<T[]> {
  return (value, name) => {
    if (typeof value === 'string') {
      if (value === '') return []
      throw invalidParam(name, 'Invalid array')
    }
    const entries = Object.entries(value)
    if (entries.some(([key]) => !/^\d+$/.test(key))) throw invalidParam(name, 'Invalid array')
    return entries
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(([key, entry]) => item(entry, `${name}[${key}]`))
  }
}

/** Parses metadata and drops keys with an empty value. `metadata=''` means no metadata. */
export const metadata: Reader<Record<string, string>> = (value, name) => {
  if (typeof value === 'string') {
    if (value === '') return {}
    throw invalidParam(name, 'Invalid object')
  }
  const result: Record<string, string> = {}
  for (const [key, entry] of Object.entries(value)) {
    if (key.length > 40) {
      throw invalidParam(
        name,
        `Invalid metadata key ${key.slice(0, 40)}...: keys can have up to 40 characters`,
      )
    }
    const entryName = `${name}[${key}]`
    if (typeof entry !== 'string') throw invalidParam(entryName, 'Invalid metadata value: must be a string')
    if (entry.length > 500) {
      throw invalidParam(entryName, `Invalid metadata value: ${key} can have up to 500 characters`)
    }
    if (entry === '') continue
    Object.defineProperty(result, key, { value: entry, enumerable: true, writable: true, configurable: true })
  }
  if (Object.keys(result).length > 50) throw invalidParam(name, 'Metadata can have at most 50 keys')
  return result
}

export interface CreatedFilter {
  gt?: number
  gte?: number
  lt?: number
  lte?: number
}

export const createdFilter: Reader<CreatedFilter> = (value, name) => {
  if (typeof value === 'string') {
    const moment = integer()(value, name)
    return { gte: moment, lte: moment }
  }
  return hash({ gt: integer(), gte: integer(), lt: integer(), lte: integer() })(value, name)
}
