import { stringify } from 'csv-stringify/sync'
import { guardCell } from './guarded-cells.ts'

/** Excel takes a file without it for one in Windows-1252. */
const BYTE_ORDER_MARK = '\u{feff}'

/** Version of the bytes that the writers below produce. An increment invalidates the cached copies of exports. */
export const CSV_REVISION = 2

/** Formats rows as RFC 4180 requires: a cell that contains CR, LF, a quote or the delimiter is quoted. */
function linesOf(rows: readonly (readonly string[])[]): string {
  return stringify([...rows], { record_delimiter: 'windows', quote_record_delimiter: true })
}

function guarded(rows: readonly (readonly string[])[]): string[][] {
  return rows.map((row) => row.map(guardCell))
}

/** A file for people, in parts, so that no more than some rows of it are in memory. @param pages rows, some at a time */
export async function* writeCsv(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + linesOf(guarded([header]))
  for await (const rows of pages) yield linesOf(guarded(rows))
}

/** The same for a program, which takes each cell as it is: nothing stands before it. */
export async function* writePlainCsv(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  yield linesOf([header])
  for await (const rows of pages) yield linesOf(rows)
}
