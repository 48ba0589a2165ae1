import { stringify } from 'csv-stringify/sync'
import { guardCell } from './guarded-cells.ts'

/** The byte order mark. Without it, Excel reads a file as Windows-1252. */
const BYTE_ORDER_MARK = '\u{feff}'

/** The version of the file format. Incrementing it invalidates cached exports. */
export const CSV_REVISION = 2

/** Formats rows according to RFC 4180, quoting cells that contain a CR, an LF, a quote, or the delimiter. */
function toLines(rows: readonly (readonly string[])[]): string {
  return stringify([...rows], { record_delimiter: 'windows', quote_record_delimiter: true })
}

function guardRows(rows: readonly (readonly string[])[]): string[][] {
  return rows.map((row) => row.map(guardCell))
}

/**
 * Generates a CSV file for spreadsheet users, in parts. Only some of its rows are in memory at any time.
 * @param pages the rows, in batches
 */
export async function* writeCsv(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toLines(guardRows([header]))
  for await (const rows of pages) yield toLines(guardRows(rows))
}

/**
 * Generates a CSV file for software, which reads each cell literally. It has no byte order mark, and its
 * cells are not guarded against formulas.
 */
export async function* writePlainCsv(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  yield toLines([header])
  for await (const rows of pages) yield toLines(rows)
}
