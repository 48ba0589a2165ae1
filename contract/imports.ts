import * as z from 'zod'
import { listQuery, sortsBy } from './api/list-query.ts'
import { carColumnNames, eachFieldColumn, type CarColumn, type FieldColumn } from './cars/car-columns.ts'
import { carDraft } from './cars/cars.ts'
import { nameIn } from './cars/seller-fields.ts'
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

/** What becomes of a row; of a car that the file lacks, `off-lot`. */
export const rowActions = ['create', 'update', 'unchanged', 'held', 'error', 'off-lot'] as const
export type RowAction = (typeof rowActions)[number]

/** What happens to cars on the lot that the file lacks. */
export const missingChoices = ['leave', 'off-lot'] as const
export type MissingChoice = (typeof missingChoices)[number]

const carColumn = z.enum(carColumnNames as [CarColumn, ...CarColumn[]])

/** A column of the file, and what of a car it says; null where it is left out. */
const importColumn = z.object({
  /** Its place in the file, from 0. */
  column: z.number().int(),
  header: z.string(),
  field: carColumn.nullable(),
  /** Who chose that: we knew its name, the seller chose it for an earlier file, or for this one. */
  by: z.enum(['name', 'memory', 'seller']).nullable(),
  /** Up to three values that differ. */
  samples: z.array(z.string()),
})

/**
 * A value that is kept otherwise than the file has it: what it becomes, null where nothing. Those that nobody has
 * chosen anything for and that become nothing come first, then the most frequent.
 */
const importValue = z.object({
  field: carColumn,
  value: z.string(),
  becomes: z.string().nullable(),
  count: z.number().int(),
  /** The seller has chosen that, for this file or an earlier one. */
  by: z.literal('seller').optional(),
})

const count = z.number().int()

export const carImport = z.object({
  _id: z.string(),
  fileName: z.string(),
  at: isoTime,
  state: z.enum(importStates),
  /** Of the rows; while they are read, of those that are. */
  counts: z.object({ create: count, update: count, unchanged: count, held: count, error: count }),
  /** Cars that the file lacks, and that leave the lot or have left it. */
  offLot: count,
  /** How many rows are to be looked at although they go in. */
  warnings: count,
  /** Cars on the lot that the file lacks, of so many there. */
  missing: count,
  onLot: count,
  columns: z.array(importColumn),
  values: z.array(importValue),
  /** From where the file has photos; they are fetched for cars without any, from hosts that are allowed. */
  pictureHosts: z.array(pictureHostOfFile),
  /** Of the rows that go in, while they do: how many have, and how many seconds it takes until all have. */
  progress: z.object({ done: count, total: count, secondsLeft: count.nullable() }).optional(),
  /** What was changed, for `POST /change-sets/{id}/revert`. */
  changeSetID: z.string().nullable(),
  /** Why it failed, or what to do next, in words. */
  message: z.string().optional(),
  /** What to know of how it was read, in a sentence: which lines were passed over. */
  note: z.string().optional(),
  questions: importQuestions,
})

/** What a list says of an import. */
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
  /** As the file calls it; empty where it is about the row. */
  column: z.string(),
  value: z.string(),
  message: z.string(),
  fix: z.string(),
})

const importRow = z.object({
  /** Within its import. */
  _id: z.string(),
  /** What the car is called, and its numbers, as far as the file or the seller's cars say; empty where they don't. */
  name: z.string(),
  stockNo: z.string(),
  vin: z.string(),
  /** Of the file, from 1; null for a car that it lacks. */
  line: z.number().int().nullable(),
  /** The name of its sheet, if the file was read from several. */
  sheet: z.string().optional(),
  action: z.enum(rowActions),
  /** Which of the seller's cars it is, where it is one. */
  carID: z.string().optional(),
  /** What is wrong with it, or why it is held. */
  errors: z.array(rowError),
  warnings: z.array(rowError),
  /** It becomes sold elsewhere, and nothing else of it changes. */
  soldElsewhere: z.literal(true).optional(),
  /**
   * The changes by column. The former value is absent once the car has been changed. `decoded` are values that the
   * file has no column for and that its VIN says.
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
 * A page begins at `offset`, its place in the list, or at the row `from`, or at the next one after it that is asked for,
 * and `X-Offset` then says which place that is; or else where `cursor` says.
 */
const importRowsQuery = z.object({
  action: oneOf(rowActions).optional(),
  /** Those alone that go in and have warnings. */
  warned: z.literal('1', 'Send 1, or omit this.').optional(),
  /** Words that must all be somewhere in the row. */
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
        /** As the file has it; of a long one as much as the import tells. */
        value: requiredText(importLimits.valueCharacters, 'Name a value of the file.'),
        /** What it is instead, as a file would say it; null leaves it out. Without it, what was chosen is forgotten. */
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
    /** How many cars leave the lot, where it is more than a fifth of them: as the person typed it. */
    missingCount: wholeNumber(0, 1_000_000).optional(),
  })
  .prefault({})

export const importStarted = z.object({ _id: id })
export const importAccepted = z.object({ acknowledged: z.literal(true), state: z.enum(importStates) })

/** What a cell has to be once it is read: as the API takes it of a draft. */
export const columnSchemas: Record<FieldColumn, z.ZodType> = eachFieldColumn(
  (name) => carDraft.shape[nameIn('wire', name)],
)

export type CarImport = z.infer<typeof carImport>
/** `rows` is the number of rows that the import keeps. */
export const importSorts = sortsBy('file', 'rows', 'state')

const importFilters = {
  /** Words that are each in the file’s name, the state, or the reason of a failure, or begin the moment. */
  q: text(200).optional(),
}

const importsQuery = listQuery({
  sort: oneOf(importSorts).default('newest'),
  ...importFilters,
  state: oneOf(importStates).optional(),
})

const importsCountQuery = z.object(importFilters)

/** Number of imports found in each state. */
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
    summary: 'List the hosts from which imports may download your photos',
    who: 'seller-or-admin',
    output: pictureHosts,
    limit: 'R1',
  },
  setPictureHosts: {
    summary: 'Set the hosts from which imports may download your photos; pending files are read again',
    who: 'seller-or-admin',
    proven: true,
    body: pictureHostsInput,
    output: pictureHosts,
    limit: 'W1',
  },
  addImport: {
    summary: 'Upload a file of cars as the multipart field `file`; no car changes until you apply the import',
    who: 'seller-or-admin',
    proven: true,
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
    summary: 'Get an import: its progress, its effect, and the meaning of its columns',
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
    summary: 'Set the meaning of a file’s columns, also for your next files; the file is read again',
    who: 'seller-or-admin',
    proven: true,
    row: 'owner',
    params: idParams,
    body: importColumnsInput,
    output: importAccepted,
    problems: ['not-found', 'import-not-ready'],
    limit: 'W1',
  },
  setImportValues: {
    summary: 'Set how values of a file are translated, also for your next files; the file is read again',
    who: 'seller-or-admin',
    proven: true,
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
    proven: true,
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
    summary: 'Apply the valid rows of an import as one change; repeating it changes nothing',
    who: 'seller-or-admin',
    proven: true,
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
    answers: 'text/csv',
    problems: ['not-found'],
    limit: 'R1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
