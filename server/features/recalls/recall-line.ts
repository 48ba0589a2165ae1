import { nameKey } from './recall-models.ts'

/** A recalled part of a model of one model year. */
export interface RecalledPart {
  makeKey: string
  model: string
  year: number
  campaign: string
  component: string
  summary: string
  consequence: string
  remedy: string
  reportedOn: string | null
}

/** Thrown if a file is not one of NHTSA's recall files. The message is a complete sentence for the operator. */
export class RecallFileError extends Error {
  override readonly name = 'RecallFileError'
}

/**
 * The fields that Kerblight reads, with their indexes in a line (static.nhtsa.gov/odi/ffdd/rcl/RCL.txt).
 * `CONEQUENCE_DEFECT` is NHTSA's spelling.
 */
const fieldIndexes = {
  RECORD_ID: 0,
  CAMPNO: 1,
  MAKETXT: 2,
  MODELTXT: 3,
  YEARTXT: 4,
  COMPNAME: 6,
  RCLTYPECD: 10,
  RCDATE: 15,
  DESC_DEFECT: 19,
  CONEQUENCE_DEFECT: 20,
  CORRECTIVE_ACTION: 21,
} as const
type FieldName = keyof typeof fieldIndexes

/** Number of fields since 2007. NHTSA has appended fields since then. */
const MIN_FIELDS = 24

const formats: readonly [FieldName, pattern: RegExp, format: string][] = [
  ['RECORD_ID', /^\d{1,12}$/, 'a number'],
  ['RCLTYPECD', /^[A-Z]$/, 'one capital letter'],
  ['CAMPNO', /^[A-Z\d]{1,12}$/i, 'a campaign number such as 19V123000'],
  ['MAKETXT', /\S/, 'a make'],
  ['MODELTXT', /\S/, 'a model'],
  ['YEARTXT', /^\d{4}$/, 'a year such as 2019'],
  ['RCDATE', /^(\d{8})?$/, 'a date such as 20190315'],
]

const UNKNOWN_YEAR = '9999'

/**
 * Reads one line of the file.
 * @returns null for recalls of equipment, child seats, and tires, and for an unknown model year
 * @throws RecallFileError that names the field
 */
export function readRecallLine(line: string): RecalledPart | null {
  const values = line.split('\t')
  if (values.length < MIN_FIELDS)
    throw new RecallFileError(
      `has ${formatFieldCount(values.length)}, but NHTSA’s format has at least ${MIN_FIELDS}`,
    )
  const field = (name: FieldName) => toPlainText(values[fieldIndexes[name]]!)
  for (const [name, pattern, format] of formats)
    if (!pattern.test(field(name)))
      throw new RecallFileError(`has “${field(name).slice(0, 40)}” in the field ${name} instead of ${format}`)
  if (field('RCLTYPECD') !== 'V' || field('YEARTXT') === UNKNOWN_YEAR) return null
  return {
    makeKey: nameKey(field('MAKETXT')),
    model: field('MODELTXT'),
    year: Number(field('YEARTXT')),
    campaign: field('CAMPNO'),
    component: field('COMPNAME'),
    summary: field('DESC_DEFECT'),
    consequence: field('CONEQUENCE_DEFECT'),
    remedy: field('CORRECTIVE_ACTION'),
    reportedOn: toDay(field('RCDATE')),
  }
}

function formatFieldCount(fields: number): string {
  return fields === 1 ? '1 field' : `${fields} fields`
}

/** Replaces control characters, which Postgres or a browser would reject, and repeated spaces with one space. */
function toPlainText(value: string): string {
  return value.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}

/**
 * Converts a date such as 20260131 to 2026-01-31.
 * @returns null for an empty or impossible date, such as 99999999
 */
function toDay(digits: string): string | null {
  const day = digits.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? null : day
}
