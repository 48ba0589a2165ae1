import JSON5 from 'json5'
import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import { plainName } from './plain-name.ts'

/** Maximum length, in characters, of a cell that is parsed as JSON. */
const MAX_JSON = 50_000

/**
 * Reports whether a cell looks like an object or array in one of the notations that feeds use. It may still
 * be impossible to parse.
 */
export function isJsonCell(cell: string): boolean {
  return /^\s{0,9}[[{]/.test(cell)
}

/** Parses JSON as feeds write it: with single, doubled, escaped, or curly quotes, or Python's constants. */
function parseJsonCell(cell: string): unknown {
  if (cell.length > MAX_JSON || !isJsonCell(cell)) return undefined
  for (const rewrite of notations) {
    try {
      return JSON5.parse(rewrite(cell))
    } catch {
      // The cell uses another notation, so the next one is tried.
    }
  }
  return undefined
}

const notations: readonly ((cell: string) => string)[] = [
  (cell) => cell,
  (cell) => cell.replaceAll('""', '"'),
  (cell) => cell.replaceAll('\\"', '"'),
  (cell) => cell.replace(/[“”]/g, '"').replace(/[‘’]/g, "'"),
  (cell) => cell.replace(/(?<=[:,[]\s{0,9})(?:None|True|False)(?=[\s,}\]])/g, 'null'),
]

/**
 * Returns the plain text for a JSON cell: a location, or a mileage with its unit. Other cells are returned
 * unchanged.
 */
export function textOfCell(field: CarColumn, cell: string): string {
  const toText = texts[field]
  if (!toText || !isJsonCell(cell)) return cell
  return toText(partsOf(parseJsonCell(cell))) ?? cell
}

/**
 * The values of an object by normalized property name, including those of nested objects. If a name occurs
 * several times, the first value is used.
 */
type Parts = ReadonlyMap<string, string>

const texts: Partial<Record<CarColumn, (parts: Parts) => string | null>> = {
  location: (parts) => {
    const [city, region] = [findPart(parts, 'city', 'town', 'locality'), findPart(parts, ...REGIONS)]
    return joinPlace(city, region ?? findPart(parts, 'country', 'countrycode'))
  },
  mileage: (parts) => {
    const value = findPart(parts, 'value', 'mileage', 'amount')
    return value === null ? null : `${value} ${findPart(parts, 'unit', 'unitcode', 'units') ?? ''}`.trim()
  },
}

const REGIONS = ['region', 'state', 'province', 'stateprovince', 'addressregion']

function joinPlace(...parts: (string | null)[]): string | null {
  return parts.filter(Boolean).join(', ') || null
}

function findPart(parts: Parts, ...names: string[]): string | null {
  const name = names.find((one) => parts.get(one))
  return name === undefined ? null : parts.get(name)!
}

function partsOf(value: unknown): Parts {
  const parts = new Map<string, string>()
  const gather = (one: unknown, name: string, depth: number): void => {
    if (typeof one === 'string' || typeof one === 'number') {
      if (!parts.has(name)) parts.set(name, String(one).trim())
    } else if (typeof one === 'object' && one !== null && depth < MAX_DEPTH)
      for (const [key, inner] of Object.entries(one))
        gather(inner, Array.isArray(one) ? name : plainName(key), depth + 1)
  }
  gather(value, '', 0)
  return parts
}

const MAX_DEPTH = 5

/** Returns all strings in a JSON cell that begin like a URL. */
export function addressesInJson(cell: string): string[] {
  const found: string[] = []
  const gather = (one: unknown, depth: number): void => {
    if (typeof one === 'string' && /^\s{0,9}https?:\/\//i.test(one)) found.push(one)
    else if (typeof one === 'object' && one !== null && depth < MAX_DEPTH)
      for (const inner of Object.values(one)) gather(inner, depth + 1)
  }
  gather(parseJsonCell(cell), 0)
  return found
}
