import JSON5 from 'json5'
import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import { toPlainName } from './plain-name.ts'

/** Maximum length, in characters, of a cell that is parsed as JSON. */
const MAX_JSON_LENGTH = 50_000

/** Reports whether a cell looks like a JSON object or array. It may still be malformed. */
export function isJsonCell(cell: string): boolean {
  return /^\s{0,9}[[{]/.test(cell)
}

/**
 * Parses JSON as feeds write it: with single, doubled, escaped, or curly quotes, or with Python constants.
 */
function parseJsonCell(cell: string): unknown {
  if (cell.length > MAX_JSON_LENGTH || !isJsonCell(cell)) return undefined
  for (const rewrite of notations) {
    try {
      return JSON5.parse(rewrite(cell))
    } catch {
      // The cell does not use this notation, so try the next one.
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
export function formatCellText(field: CarColumn, cell: string): string {
  const toText = formatters[field]
  if (!toText || !isJsonCell(cell)) return cell
  return toText(listJsonParts(parseJsonCell(cell))) ?? cell
}

/**
 * The values of an object and its nested objects by normalized property name. If a name occurs several times,
 * the first value is used.
 */
type Parts = ReadonlyMap<string, string>

const formatters: Partial<Record<CarColumn, (parts: Parts) => string | null>> = {
  location: (parts) => {
    const [city, region] = [findPart(parts, 'city', 'town', 'locality'), findPart(parts, ...REGIONS)]
    return joinLocation(city, region ?? findPart(parts, 'country', 'countrycode'))
  },
  mileage: (parts) => {
    const value = findPart(parts, 'value', 'mileage', 'amount')
    return value === null ? null : `${value} ${findPart(parts, 'unit', 'unitcode', 'units') ?? ''}`.trim()
  },
}

const REGIONS = ['region', 'state', 'province', 'stateprovince', 'addressregion']

function joinLocation(...parts: (string | null)[]): string | null {
  return parts.filter(Boolean).join(', ') || null
}

function findPart(parts: Parts, ...names: string[]): string | null {
  const name = names.find((candidate) => parts.get(candidate))
  return name === undefined ? null : parts.get(name)!
}

function listJsonParts(value: unknown): Parts {
  const parts = new Map<string, string>()
  const collect = (node: unknown, name: string, depth: number): void => {
    if (typeof node === 'string' || typeof node === 'number') {
      if (!parts.has(name)) parts.set(name, String(node).trim())
    } else if (typeof node === 'object' && node !== null && depth < MAX_DEPTH)
      for (const [key, inner] of Object.entries(node))
        collect(inner, Array.isArray(node) ? name : toPlainName(key), depth + 1)
  }
  collect(value, '', 0)
  return parts
}

const MAX_DEPTH = 5

/** Returns all strings in a JSON cell that begin like a URL. */
export function findUrlsInJson(cell: string): string[] {
  const urls: string[] = []
  const collect = (node: unknown, depth: number): void => {
    if (typeof node === 'string' && /^\s{0,9}https?:\/\//i.test(node)) urls.push(node)
    else if (typeof node === 'object' && node !== null && depth < MAX_DEPTH)
      for (const inner of Object.values(node)) collect(inner, depth + 1)
  }
  collect(parseJsonCell(cell), 0)
  return urls
}
