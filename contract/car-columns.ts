import {
  fieldNames,
  nameIn,
  sellerField,
  type FieldName,
  type NameIn,
  type sellerFields,
} from './cars/seller-fields.ts'

type FileField = {
  [N in FieldName]: (typeof sellerFields)[N] extends { isInFile: false } ? never : N
}[FieldName]

export type CarColumn = 'id' | NameIn<'fileColumn', FileField>

interface Column {
  /** As people read it. */
  label: string
  /** As the export's first line has it. */
  header: string
}

/** What a file of cars says of each of them, in the order of the export, which the import reads back. */
export const carColumns = {
  id: { label: 'Kerblight ID', header: 'kerblight_id' },
  ...Object.fromEntries(
    fieldNames.filter(isInFile).map((name) => {
      const { label, fileLabel = label, header } = sellerField(name)
      const column = nameIn('fileColumn', name)
      return [column, { label: fileLabel, header: header ?? snakeCase(column) }]
    }),
  ),
} as Readonly<Record<CarColumn, Column>>

export const carColumnNames = Object.keys(carColumns) as CarColumn[]

function isInFile(name: FieldName): name is FileField {
  return sellerField(name).isInFile !== false
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
