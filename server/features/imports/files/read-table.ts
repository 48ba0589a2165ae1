import { CsvError, parse } from 'csv-parse/sync'
import { formatNumber } from '../../../../contract/number-format.ts'
import { importLimits } from '../../../../contract/import-limits.ts'
import type { Encoding } from '../../../../contract/import-questions.ts'
import { withPlainSpaces } from '../../../../contract/plain-text.ts'
import { unguardCell } from '../../../csv/guarded-cells.ts'
import { isWebPage } from '../../../gateways/web-page.ts'
import { findKnownColumns } from '../plan/column-names.ts'
import { decodeText } from './decode-text.ts'
import { joinSheets } from './join-sheets.ts'
import { readWorkbook } from './read-workbook.ts'
import { InvalidFileError } from './invalid-file.ts'
import type { Table, TableRow } from './table.ts'
import { unpack } from './unpack.ts'

/** Number of rows in which the column names are searched for. A title and a date may precede them. */
const HEADER_SEARCH_ROWS = 5
/** Minimum number of known column names in a header row. A title may match one by chance. */
const MIN_KNOWN_NAMES = 2

const NO_TABLE =
  'This file has no table. The first line should name the columns, with one car per line below.'
const WEB_PAGE =
  'This is a web page, not a file of cars. Choose the CSV file or .xlsx workbook itself, or open this file in Excel and save it as .xlsx.'

/**
 * Reads a table from an uploaded file.
 * @throws InvalidFileError
 */
export async function readTable(file: Buffer, encoding?: Encoding | null): Promise<Table> {
  const unpacked = await unpack(file)
  if (unpacked.kind === 'text') {
    const { text, encodings } = decodeText(unpacked.bytes, encoding)
    return { ...assertWithinLimits(buildTable(readText(text))), encodings }
  }
  return assertWithinLimits(
    joinSheets(readWorkbook(unpacked.parts).map(({ name, rows }) => ({ name, table: buildTable(rows) }))),
  )
}

function assertWithinLimits(table: Table | null): Table {
  if (!table) throw new InvalidFileError(NO_TABLE)
  assertRowLimit('columns', table.header.length)
  assertRowLimit('rows', table.rows.length)
  return table
}

/**
 * Finds the table among rows.
 * @returns null if no row follows the column names
 */
function buildTable(allRows: readonly TableRow[]): Table | null {
  const filledRows = allRows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const headerIndex = findHeader(filledRows)
  const headerRow = filledRows[headerIndex]
  const dataRows = filledRows.slice(headerIndex + 1)
  if (!headerRow || dataRows.length === 0) return null
  const header = withoutEmptyEnd(headerRow.cells)
  const rows = dataRows.map((row) => ({ ...row, cells: row.cells.map(cleanCell) }))
  return {
    header,
    rows,
    note: describeOmittedRows(filledRows.slice(0, headerIndex), headerRow.line),
    encodings: [],
  }
}

function cleanCell(cell: string): string {
  return withPlainSpaces(unguardCell(cell))
}

function describeOmittedRows(skippedRows: readonly TableRow[], headerLine: number): string | null {
  const [first] = skippedRows
  if (!first) return null
  const lines =
    skippedRows.length === 1
      ? `Line ${first.line} was`
      : `Lines ${first.line} to ${skippedRows.at(-1)!.line} were`
  return `${lines} passed over: the columns are named in line ${headerLine}.`
}

/** Maximum length of a column name in characters. */
const MAX_COLUMN_NAME_LENGTH = 200

function withoutEmptyEnd(cells: readonly string[]): string[] {
  const end = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, end + 1).map((cell) => withPlainSpaces(cell).trim().slice(0, MAX_COLUMN_NAME_LENGTH))
}

const remedies = {
  columns: 'Delete the ones you don’t need.',
  rows: 'Split it into several files.',
}

function assertRowLimit(dimension: keyof typeof remedies, count: number): void {
  const max = formatNumber(importLimits[dimension])
  if (count > importLimits[dimension])
    throw new InvalidFileError(
      `A file can have up to ${max} ${dimension}, and this one has more. ${remedies[dimension]}`,
    )
}

function readText(text: string): TableRow[] {
  if (text.includes('\0'))
    throw new InvalidFileError('This isn’t a table. Choose a CSV file or an .xlsx workbook.')
  if (isWebPage(text)) throw new InvalidFileError(WEB_PAGE)
  // Excel writes this line at the top of a CSV file to name the separator.
  const separatorLine = /^sep=(.)\r?\n/i.exec(text)
  const csvText = separatorLine ? text.slice(separatorLine[0].length) : text
  return parseCsv(
    csvText.replace(/\r\n?/g, '\n'),
    separatorLine?.[1] ?? findSeparator(csvText),
    separatorLine ? 1 : 0,
  )
}

interface Parsed {
  record: string[]
  info: { lines: number }
}

/** Maximum length of a record in characters: many times the data of a car. */
const MAX_RECORD_CHARACTERS = 1_000_000

/**
 * Parses CSV text.
 * @param precedingLines the number of lines in the file that precede the text
 */
function parseCsv(text: string, delimiter: string, precedingLines: number): TableRow[] {
  try {
    const parsed = parseRecords(text, delimiter, importLimits.rows + 2)
    return parsed.map(({ record: cells, info }) => ({
      line: precedingLines + info.lines - countBreaks(cells),
      cells,
    }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const completeCount = Number(error.records)
    const last = completeCount > 0 ? parseRecords(text, delimiter, completeCount).at(-1) : undefined
    throw buildParseError(error, precedingLines + (last?.info.lines ?? 0) + 1)
  }
}

function parseRecords(text: string, delimiter: string, to: number): Parsed[] {
  return parse(text, {
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_RECORD_CHARACTERS,
    to,
  }) as unknown as Parsed[]
}

/** Counts the line breaks within a record's cells. The parser reports only the line where a record ends. */
function countBreaks(cells: readonly string[]): number {
  let breaks = 0
  for (const cell of cells) breaks += cell.split('\n').length - 1
  return breaks
}

function buildParseError({ code }: CsvError, line: number): InvalidFileError {
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return new InvalidFileError(`A quote that opens at line ${line} is never closed. Close it, or remove it.`)
  if (code === 'CSV_MAX_RECORD_SIZE')
    return new InvalidFileError(`The row at line ${line} is too long. Check it for an unclosed quote.`)
  return new InvalidFileError(`The row at line ${line} can’t be read. Check its quotes and separators.`)
}

/**
 * Finds the index of the header row. It is the first row, unless one of the next rows contains more known
 * column names.
 */
function findHeader(filledRows: readonly TableRow[]): number {
  const knownCounts = filledRows
    .slice(0, Math.min(HEADER_SEARCH_ROWS, filledRows.length - 1))
    .map(({ cells }) => findKnownColumns(cells).size)
  const max = Math.max(...knownCounts)
  // The last row cannot be the header, since no car would follow it.
  return max < MIN_KNOWN_NAMES ? 0 : knownCounts.indexOf(max)
}

const separators = [',', ';', '\t', '|'] as const

type Separator = (typeof separators)[number]

/** Maximum number of lines that are examined to detect the separator. */
const MAX_SAMPLE_LINES = 30

/**
 * Detects the separator: the one that splits the most of the first lines into the same number of cells.
 * Defaults to a comma.
 */
function findSeparator(text: string): Separator {
  const lines = sampleLines(text)
  const ranked = separators.map((separator) => ({ separator, ...countSeparators(lines, separator) }))
  ranked.sort((a, b) => b.lineCount - a.lineCount || b.cells - a.cells)
  return ranked[0]!.cells > 0 ? ranked[0]!.separator : ','
}

/**
 * Returns the most common number of separators per line, and the number of lines that have it. Lines without
 * the separator are ignored.
 */
function countSeparators(lines: readonly string[], separator: string): { lineCount: number; cells: number } {
  const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0)
  const groups = [...Map.groupBy(counts, (count) => count)]
  const [cells, equalCounts] = groups.sort((a, b) => b[1].length - a[1].length || b[0] - a[0])[0] ?? [0, []]
  return { cells, lineCount: equalCounts.length }
}

/** Returns the first lines. Quoted text is replaced, since it may contain separators. */
function sampleLines(text: string): string[] {
  const start = text.slice(0, 64 * 1024).replace(/"(?:[^"]|"")*"/g, 'x')
  return start
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_SAMPLE_LINES)
}
