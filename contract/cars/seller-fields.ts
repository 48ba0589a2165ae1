import { choiceFacts, mapChoices, getEmptyOption } from './car-choices.ts'
import { mapNumericFields, getNumberFact, numberFacts } from './car-numbers.ts'
import { mapTexts, getTextFact } from './car-texts.ts'
import type { Facts } from './entered-facts.ts'
import type { StatedMarks } from './marks.ts'

export interface SellerField {
  label: string
  /** The label in a car spreadsheet, if it differs. */
  fileLabel?: string
  /**
   * The field's names in the API, in `cars`, and among the spreadsheet columns, where they differ from its
   * own name.
   */
  wire?: string
  column?: string
  fileColumn?: string
  /** The header in a car spreadsheet. By default, it is the spreadsheet column's name in snake case. */
  header?: string
  isInFile?: false
  /** The value if the seller entered nothing. */
  empty: '' | null
  options?: readonly string[]
  /**
   * The readers who get the field in API responses: only the seller and admins (`editors`), everyone if the
   * seller is verified (`dealers`), or signed-in users (`members`). It has no default, which could expose a
   * private field.
   */
  audience: 'everyone' | 'members' | 'dealers' | 'editors'
}

/**
 * The fields that a seller fills in, except photos, in the order of a car spreadsheet. Types, database rows,
 * the API, and spreadsheets derive from this table. The rules for values are in `cars.ts`, so that pages that
 * need only labels don't load the validator.
 */
export const sellerFields = {
  stockNo: {
    label: 'Stock number',
    column: 'stock_no',
    header: 'stock_number',
    empty: null,
    audience: 'dealers',
  },
  /** For a private seller's car, other readers get only the last six characters. */
  vin: { label: 'VIN', empty: null, audience: 'dealers' },
  noVinReason: {
    label: 'Why it has no VIN',
    fileLabel: 'Why there is no VIN',
    column: 'no_vin_reason',
    empty: '',
    audience: 'everyone',
  },
  /** Empty in a draft without a make. */
  make: { label: 'Make', wire: 'category_name', column: 'category_name', empty: '', audience: 'everyone' },
  modelName: { label: 'Model name', column: 'model_name', empty: '', audience: 'everyone' },
  /**
   * The model that searches within a make match, either entered by the seller or derived from the model name.
   */
  model: { label: 'Model', empty: null, audience: 'everyone' },
  ...mapNumericFields((name) => ({
    label: getNumberFact(name).label,
    empty: null,
    audience: 'everyone' as const,
  })),
  mileageUnit: {
    label: 'Mileage unit',
    column: 'mileage_unit',
    empty: null,
    options: numberFacts.mileage.units,
    audience: 'everyone',
  },
  ...mapChoices((name) => ({
    label: choiceFacts[name].label,
    empty: getEmptyOption(name),
    audience: 'everyone' as const,
    // A spreadsheet column named `title` contains the name of the car.
    ...(name === 'title' && { header: 'titleStatus' }),
  })),
  ...mapTexts((name) => {
    const { label, isPrivate } = getTextFact(name)
    return { label, empty: null, audience: isPrivate ? ('editors' as const) : ('everyone' as const) }
  }),
  /** The resale price as typed. */
  priceText: {
    label: 'Price',
    wire: 'resellPrice',
    column: 'resell_price',
    fileColumn: 'price',
    empty: '',
    audience: 'everyone',
  },
  /** The price when new, as typed. */
  originalPriceText: {
    label: 'Price new',
    wire: 'originalPrice',
    column: 'original_price',
    fileColumn: 'originalPrice',
    header: 'price_new',
    empty: '',
    audience: 'everyone',
  },
  usageTime: { label: 'Age', column: 'usage_time', header: 'age', empty: '', audience: 'everyone' },
  location: { label: 'Location', empty: '', audience: 'everyone' },
  /** The car's ZIP code, or its seller's if the car has none. */
  zip: { label: 'ZIP code', empty: null, audience: 'everyone' },
  sellerContact: {
    label: 'Phone',
    wire: 'selllerContact',
    column: 'contact',
    fileColumn: 'phone',
    empty: '',
    audience: 'members',
  },
  description: { label: 'Description', empty: '', audience: 'everyone' },
  /**
   * The point of the cover photo that stays visible in a crop, such as `50 65`, or null to show the whole
   * photo.
   */
  coverFocus: {
    label: 'Cover photo crop',
    column: 'cover_focus',
    isInFile: false,
    empty: null,
    audience: 'everyone',
  },
  /** The damage on the drawing of the car, or null if the seller has not stated whether there is any. */
  marks: { label: 'Damage marks', isInFile: false, empty: null, audience: 'everyone' },
} as const satisfies Record<string, SellerField>

type Table = typeof sellerFields
export type FieldName = keyof Table
/**
 * The texts defined in this file. Facts are defined in `car-choices.ts`, `car-numbers.ts`, and
 * `car-texts.ts`, and marks in `marks.ts`.
 */
type OwnName = Exclude<FieldName, keyof Facts | 'marks'>

export type SellerValues = Facts & { [N in OwnName]: OwnValue<Table[N]> } & { marks: StatedMarks | null }
type OwnValue<F> = F extends { options: readonly (infer Option)[] }
  ? Option | null
  : F extends { empty: null }
    ? string | null
    : string

type NameKind = 'wire' | 'column' | 'fileColumn'
export type FieldNameByKind<K extends NameKind, N extends FieldName> = N extends FieldName
  ? Table[N] extends Record<K, infer Name extends string>
    ? Name
    : N
  : never
export type ValuesBy<K extends NameKind> = { [N in FieldName as FieldNameByKind<K, N>]: SellerValues[N] }

export const fieldNames = Object.keys(sellerFields) as FieldName[]

export function getSellerField(name: FieldName): SellerField {
  return sellerFields[name]
}

export function getFieldName<K extends NameKind, N extends FieldName>(
  kind: K,
  name: N,
): FieldNameByKind<K, N> {
  return (getSellerField(name)[kind] ?? name) as FieldNameByKind<K, N>
}

/** Spreadsheets are excluded because their cells are keyed by column. */
type ValueKind = 'wire' | 'column'

/**
 * Names and empty values, precomputed because many thousands of rows are mapped. Copying an object is faster
 * than adding its keys one by one.
 */
const maps = { wire: mapOf('wire'), column: mapOf('column') }
const emptyValues: Readonly<Record<string, unknown>> = Object.fromEntries(
  fieldNames.map((name) => [name, getSellerField(name).empty]),
)

function mapOf(kind: ValueKind) {
  const names = fieldNames.map((name) => [name, getFieldName(kind, name)] as const)
  const empty = Object.fromEntries(names.map(([name, as]) => [as, getSellerField(name).empty]))
  return { names, empty }
}

/**
 * Reads the values of an object that is keyed by one kind of name. Empty strings and missing values become
 * the field's `empty` value.
 */
export function readFields<K extends ValueKind>(
  kind: K,
  source: { [Name in keyof ValuesBy<K>]?: ValuesBy<K>[Name] | null | undefined },
): SellerValues {
  const values: Record<string, unknown> = source
  const fields: Record<string, unknown> = { ...emptyValues }
  for (const [name, as] of maps[kind].names) {
    const value = values[as]
    if (value !== '' && value !== null && value !== undefined) fields[name] = value
  }
  return fields as SellerValues
}

export function writeFields<K extends ValueKind>(kind: K, values: SellerValues): ValuesBy<K> {
  const { names, empty } = maps[kind]
  const named: Record<string, unknown> = { ...empty }
  for (const [name, as] of names) named[as] = values[name]
  return named as ValuesBy<K>
}
