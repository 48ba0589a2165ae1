import { stringify } from 'csv-stringify/sync'
import { guardCell } from './guarded-cells.ts'

/** Excel takes a file without it for one in Windows-1252. */
const BYTE_ORDER_MARK = '\u{feff}'

/** Lines as RFC 4180 has them. */
function linesOf(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(guardCell)),
    { record_delimiter: 'windows' },
  )
}

/** A file in parts, so that no more than some rows of it are in memory. @param pages rows, some at a time */
export async function* writeCsv(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + linesOf([header])
  for await (const rows of pages) yield linesOf(rows)
}
