import * as z from 'zod'
import { listQuery, listSorts } from './api/list-query.ts'
import { carColumnNames, mapFieldColumns, type CarColumn, type FieldColumn } from './cars/car-columns.ts'
import { carDraft } from './cars/cars.ts'
import { getFieldName } from './cars/seller-fields.ts'
import {
  exported,
  id,
  isoTime,
  oneOf,
  paging,
  requiredText,
  text,
  wholeNumber,
  wholeNumberText,
  deleted,
  idParams,
} from './api/fields.ts'
import { importLimits } from './import-limits.ts'
import { importQuestions, importAnswersInput } from './import-questions.ts'
import { pictureHostOfFile, pictureHosts, pictureHostsInput } from './picture-hosts.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

export const importStates = ['reading', 'ready', 'applying', 'applied', 'failed'] as const
export type ImportState = (typeof importStates)[number]

/** The effects of importing a row. `off-lot` applies to cars missing from the spreadsheet. */
export const rowActions = ['create', 'update', 'unchanged', 'held', 'error', 'off-lot'] as const
export type RowAction = (typeof rowActions)[number]

/** The options for cars on the lot that are missing from the spreadsheet. */
export const missingChoices = ['leave', 'off-lot'] as const
export type MissingCarAction = (typeof missingChoices)[number]

const carColumn = z.enum(carColumnNames as [CarColumn, ...CarColumn[]])

/** A spreadsheet column and the car field that it fills, or null if the column is ignored. */
const importColumn = z.object({
  /** The column's index, starting at 0. */
  column: z.number().int(),
  header: z.string(),
  field: carColumn.nullable(),
  /**
   * The reason for the assignment: a known column name, or the seller's choice for an earlier spreadsheet or
   * for this one.
   */
  by: z.enum(['name', 'memory', 'seller']).nullable(),
  /** Up to three distinct values. */
  samples: z.array(z.string()),
})

/**
 * A value that is not stored as written. `becomes` is the stored value, or null if nothing is stored. In each
 * column, values that become null without the seller's choice come first, followed by the most frequent ones.
 */
const importValue = z.object({
  field: carColumn,
  value: z.string(),
  becomes: z.string().nullable(),
  count: z.number().int(),
  /** Present if the seller chose the replacement, for this spreadsheet or an earlier one. */
  by: z.literal('seller').optional(),
})

const count = z.number().int()

export const carImport = z.object({
  _id: z.string(),
  fileName: z.string(),
  at: isoTime,
  state: z.enum(importStates),
  /** Number of rows per effect. While the spreadsheet is being read, only the rows read so far count. */
  counts: z.object({ create: count, update: count, unchanged: count, held: count, error: count }),
  /** Number of missing cars that the import takes, or has taken, off the lot. */
  offLot: count,
  /** Number of rows that are imported but have warnings. */
  warnings: count,
  /** Number of cars on the lot that are missing from the spreadsheet, and of all cars on the lot. */
  missing: count,
  onLot: count,
  columns: z.array(importColumn),
  values: z.array(importValue),
  /**
   * The hosts of the photos in the spreadsheet. Photos are fetched only from allowed hosts, and only for cars
   * without photos.
   */
  pictureHosts: z.array(pictureHostOfFile),
  /** Number of imported rows, the total, and the seconds remaining. */
  progress: z.object({ done: count, total: count, secondsLeft: count.nullable() }).optional(),
  /** The ID of the change set, for `POST /change-sets/{id}/revert`. */
  changeSetID: z.string().nullable(),
  /** The reason for the failure, or the next step, as a sentence. */
  message: z.string().optional(),
  /** A sentence about how the spreadsheet was read, such as which lines were skipped. */
  note: z.string().optional(),
  questions: importQuestions,
})

const importSummary = carImport.omit({
  warnings: true,
  missing: true,
  onLot: true,
  columns: true,
  values: true,
  pictureHosts: true,
  note: true,
  questions: true,
})

const rowError = z.object({
  /** The spreadsheet's column name, or an empty string if the error concerns the whole row. */
  column: z.string(),
  value: z.string(),
  message: z.string(),
  fix: z.string(),
})

const importRow = z.object({
  /** The row's ID, unique within its import. */
  _id: z.string(),
  /**
   * The car's name, stock number, and VIN, from the spreadsheet or the seller's cars. Missing ones are empty.
   */
  name: z.string(),
  stockNo: z.string(),
  vin: z.string(),
  /** The line number, starting at 1, or null for a car that is missing from the spreadsheet. */
  line: z.number().int().nullable(),
  /** The row's sheet, if the workbook has several. */
  sheet: z.string().optional(),
  action: z.enum(rowActions),
  /** The seller's car that the row matches, if any. */
  carID: z.string().optional(),
  /** The row's errors, or the reasons why it is on hold. */
  errors: z.array(rowError),
  warnings: z.array(rowError),
  /** Present if the row only marks the car as sold elsewhere. */
  soldElsewhere: z.literal(true).optional(),
  /**
   * The changes by column. The previous value is absent once the car has changed. `decoded` marks values from
   * the VIN for which the spreadsheet has no column.
   */
  changes: z.array(
    z.object({
      field: carColumn,
      before: z.string().optional(),
      after: z.string(),
      decoded: z.literal(true).optional(),
    }),
  ),
})

/**
 * A page of an import's rows starts at position `offset`, at the row `from`, or at `cursor`. If the row
 * `from` does not match, the page starts at the next match. The `X-Offset` header returns the position of the
 * page's first row.
 */
const importRowsQuery = z.object({
  action: oneOf(rowActions).optional(),
  /** Restricts the list to imported rows that have warnings. */
  warned: z.literal('1', 'Send 1, or omit this.').optional(),
  /** Search terms. Each must appear somewhere in the row. */
  q: text(200).optional(),
  offset: wholeNumberText(0, importLimits.rows * 2).optional(),
  from: wholeNumberText(0, 1_000_000).optional(),
  ...paging,
  ...exported,
})

const importColumnsInput = z.object({
  columns: z
    .array(
      z.object({
        column: wholeNumber(0, importLimits.columns - 1),
        field: carColumn.nullable(),
      }),
      'Send a list of columns.',
    )
    .min(1)
    .max(importLimits.columns),
})

const importValuesInput = z.object({
  values: z
    .array(
      z.object({
        field: carColumn.exclude(['id']),
        /** The spreadsheet's value, truncated as in the import's response. */
        value: requiredText(importLimits.valueCharacters, 'Name a value of the file.'),
        /**
         * The replacement, written as in a spreadsheet. Null drops the value. If omitted, the earlier choice
         * is deleted.
         */
        becomes: requiredText(importLimits.valueCharacters, 'Choose what it becomes.').nullable().optional(),
      }),
      'Send a list of values.',
    )
    .min(1)
    .max(1000),
})

const applyInput = z
  .object({
    missing: oneOf(missingChoices).default('leave'),
    /**
     * Number of cars that leave the lot, as typed by the user. Required if they are more than a fifth of
     * the cars on the lot.
     */
    missingCount: wholeNumber(0, 1_000_000).optional(),
  })
  .prefault({})

export const importStarted = z.object({ _id: id })
export const importAccepted = z.object({ acknowledged: z.literal(true), state: z.enum(importStates) })

/** The schema of a parsed cell for each column, as in the API's schema for a draft. */
export const columnSchemas: Record<FieldColumn, z.ZodType> = mapFieldColumns(
  (name) => carDraft.shape[getFieldName('wire', name)],
)

export type CarImport = z.infer<typeof carImport>
/** `rows` is the number of rows stored for the import. */
export const importSorts = listSorts('file', 'rows', 'state')

const importFilters = {
  /**
   * Search terms. Each must match the file name, the state, or the failure reason, or be the start of the
   * timestamp.
   */
  q: text(200).optional(),
}

const importsQuery = listQuery({
  sort: oneOf(importSorts).default('newest'),
  ...importFilters,
  state: oneOf(importStates).optional(),
})

const importsCountQuery = z.object(importFilters)

const importsCount = z.record(z.enum(importStates), z.number().int())

export type ImportSort = (typeof importSorts)[number]
export type ImportSummary = z.infer<typeof importSummary>
export type ImportColumn = z.infer<typeof importColumn>
export type ImportValue = z.infer<typeof importValue>
export type ImportRow = z.infer<typeof importRow>
export type RowError = z.infer<typeof rowError>

export const importEndpoints = {
  listImports: {
    summary: 'List your own imports, newest first',
    who: 'seller-or-admin',
    query: importsQuery,
    output: z.array(importSummary),
    limit: 'R1',
  },
  countImports: {
    summary: 'Count your own imports by state',
    who: 'seller-or-admin',
    query: importsCountQuery,
    output: importsCount,
    limit: 'R1',
  },
  listPictureHosts: {
    summary: 'List the hosts that imports may download your photos from',
    who: 'seller-or-admin',
    output: pictureHosts,
    limit: 'R1',
  },
  setPictureHosts: {
    summary: 'Set the hosts that imports may download your photos from; pending files are read again',
    who: 'seller-or-admin',
    needsConfirmedAddress: true,
    body: pictureHostsInput,
    output: pictureHosts,
    limit: 'W1',
  },
  addImport: {
    summary: 'Upload a file of cars as the multipart field `file`; no car changes until you apply the import',
    who: 'seller-or-admin',
    needsConfirmedAddress: true,
    output: importStarted,
    upload: 'file',
    problems: [
      'quota-exceeded',
      'invalid-input',
      'body-too-large',
      'upload-too-slow',
      'unsupported-media-type',
    ],
    limit: 'W2',
  },
  getImport: {
    summary: 'Get an import with its progress, counts, questions, and column mapping',
    who: 'seller-or-admin',
    row: 'owner',
    params: idParams,
    output: carImport,
    problems: ['not-found'],
    limit: 'R1',
  },
  deleteImport: {
    summary: 'Discard an import that was not applied',
    who: 'seller-or-admin',
    row: 'owner',
    params: idParams,
    output: deleted,
    problems: ['not-found', 'import-not-ready'],
    limit: 'W1',
  },
  setImportColumns: {
    summary: 'Map columns to fields for this file and later ones; the file is read again',
    who: 'seller-or-admin',
    needsConfirmedAddress: true,
    row: 'owner',
    params: idParams,
    body: importColumnsInput,
    output: importAccepted,
    problems: ['not-found', 'import-not-ready'],
    limit: 'W1',
  },
  setImportValues: {
    summary: 'Map unknown values for this file and later ones; the file is read again',
    who: 'seller-or-admin',
    needsConfirmedAddress: true,
    row: 'owner',
    params: idParams,
    body: importValuesInput,
    output: importAccepted,
    problems: ['quota-exceeded', 'not-found', 'import-not-ready'],
    limit: 'W1',
  },
  setImportAnswers: {
    summary:
      'Set a file’s text encoding, its mileage unit, and the handling of sold cars; the file is read again',
    who: 'seller-or-admin',
    needsConfirmedAddress: true,
    row: 'owner',
    params: idParams,
    body: importAnswersInput,
    output: importAccepted,
    problems: ['not-found', 'import-not-ready'],
    limit: 'W1',
  },
  listImportRows: {
    summary: 'List the rows of an import by their result, in the order of the file',
    who: 'seller-or-admin',
    row: 'owner',
    params: idParams,
    query: importRowsQuery,
    output: z.array(importRow),
    problems: ['not-found'],
    limit: 'R1',
  },
  applyImport: {
    summary: 'Apply the valid rows of an import as one change; a repeated request has no effect',
    who: 'seller-or-admin',
    needsConfirmedAddress: true,
    row: 'owner',
    params: idParams,
    body: applyInput,
    output: importAccepted,
    problems: ['quota-exceeded', 'not-found', 'import-not-ready', 'missing-count'],
    limit: 'W1',
  },
  getImportRejects: {
    summary: 'Export the rows with errors as a CSV file that you can correct and import',
    who: 'seller-or-admin',
    row: 'owner',
    params: idParams,
    output: z.string(),
    contentType: 'text/csv',
    problems: ['not-found'],
    limit: 'R1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
