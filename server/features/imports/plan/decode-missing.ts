import type { ImportColumn } from '../../../../contract/imports.ts'
import { decodeVin } from '../../vins/decode-vin.ts'
import { readVinData } from '../../vins/vin-data.ts'
import { makeKey, type MakesByKey } from '../../../../contract/cars/make-names.ts'
import type { GivenFields } from './read-cell.ts'

/** Fields that are decoded from the VIN if the spreadsheet has no column for them. */
const decodedFields = ['make', 'modelName', 'year'] as const
export type DecodedField = (typeof decodedFields)[number]

export type VinReader = (vin: string) => Pick<GivenFields, DecodedField>

/**
 * Creates a function that decodes a VIN for the fields that have no column. Returns null if no field needs
 * decoding or the spreadsheet has no VIN column.
 */
export async function createVinReader(
  columns: readonly ImportColumn[],
  makes: MakesByKey,
  now: Date,
): Promise<VinReader | null> {
  const mapped = new Set(columns.map(({ field }) => field))
  const missing = decodedFields.filter((field) => !mapped.has(field))
  if (missing.length === 0 || !mapped.has('vin')) return null
  const data = await readVinData()
  return (vin) => {
    const { make, model, year } = decodeVin(data, vin, now)
    const decoded = { make: make && makes.get(makeKey(make)), modelName: model, year }
    return Object.fromEntries(missing.flatMap((field) => (decoded[field] ? [[field, decoded[field]]] : [])))
  }
}
