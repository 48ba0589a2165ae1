import {
  fieldNames,
  getFieldName,
  getSellerField,
  type FieldName,
  type FieldNameByKind,
  type sellerFields,
} from './seller-fields.ts'

type FileField = {
  [N in FieldName]: (typeof sellerFields)[N] extends { isInFile: false } ? never : N
}[FieldName]

export type FieldColumn = FieldNameByKind<'fileColumn', FileField>
export type CarColumn = 'id' | FieldColumn

interface Column {
  label: string
  /** The name in the export's header row. */
  header: string
}

/** The columns of a car spreadsheet, in export order. Imports read the same columns. */
export const carColumns: Readonly<Record<CarColumn, Column>> = {
  id: { label: 'Kerblight ID', header: 'kerblight_id' },
  ...mapFieldColumns((name, column) => {
    const { label, fileLabel = label, header } = getSellerField(name)
    return { label: fileLabel, header: header ?? snakeCase(column) }
  }),
}

export const carColumnNames = Object.keys(carColumns) as CarColumn[]

const fieldsByColumn = mapFieldColumns((name) => name)

export function getFileField(column: FieldColumn): FileField {
  return fieldsByColumn[column]
}

export function mapFieldColumns<T>(
  make: (name: FileField, column: FieldColumn) => T,
): Record<FieldColumn, T> {
  const entries = fieldNames.filter(isInFile).map((name) => {
    const column = getFieldName('fileColumn', name)
    return [column, make(name, column)]
  })
  return Object.fromEntries(entries) as Record<FieldColumn, T>
}

function isInFile(name: FieldName): name is FileField {
  return getSellerField(name).isInFile !== false
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
