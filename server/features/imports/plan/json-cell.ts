import JSON5 from 'json5'
import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import { plainName } from './plain-name.ts'

/** Maximum length of a cell that is parsed, in characters. */
const MAX_JSON = 50_000

/** Returns true for a cell that is an object or array in one of the notations that feeds use, readable or not. */
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
      // The cell is in another notation.
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
 * Returns the text that a JSON cell represents: a place, or a mileage with its unit. Other cells are returned
 * unchanged.
 */
export function textOfCell(field: CarColumn, cell: string): string {
  const toText = texts[field]
  if (!toText || !isJsonCell(cell)) return cell
  return toText(partsOf(parseJsonCell(cell))) ?? cell
}

/**
 * Values of an object by plain names, including those of nested objects. The first value of each name counts.
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

/** Returns all texts in a JSON cell that begin like a web address. */
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
