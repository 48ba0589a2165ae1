import { stringify } from 'csv-stringify/sync'
import { guardCell } from './guarded-cells.ts'

/** The byte order mark. Excel reads a file without it as Windows-1252. */
const BYTE_ORDER_MARK = '\u{feff}'

/**
 * The version of the file format that the functions below produce. Incrementing it invalidates the cached
 * copies of exports.
 */
export const CSV_REVISION = 2

/**
 * Formats rows according to RFC 4180. A cell that contains a CR, an LF, a quote, or the delimiter is quoted.
 */
function linesOf(rows: readonly (readonly string[])[]): string {
  return stringify([...rows], { record_delimiter: 'windows', quote_record_delimiter: true })
}

function guarded(rows: readonly (readonly string[])[]): string[][] {
  return rows.map((row) => row.map(guardCell))
}

/**
 * Generates a CSV file for people, in parts. Only some of its rows are in memory at any time.
 * @param pages the rows, in batches
 */
export async function* writeCsv(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + linesOf(guarded([header]))
  for await (const rows of pages) yield linesOf(guarded(rows))
}

/**
 * Generates a CSV file for programs, which read each cell literally. The file has no byte order mark, and its
 * cells are not guarded against formulas.
 */
export async function* writePlainCsv(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  yield linesOf([header])
  for await (const rows of pages) yield linesOf(rows)
}
