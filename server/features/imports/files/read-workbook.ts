import { readSheet } from 'read-excel-file/node'
import { RefusedFile } from './refused-file.ts'
import type { TableRow } from './table.ts'

/** The first sheet of an .xlsx workbook. @throws RefusedFile */
export async function readWorkbook(bytes: Buffer): Promise<TableRow[]> {
  const rows = await readSheet(bytes).catch((cause: unknown) => {
    throw new RefusedFile('This workbook can’t be read. Open it in Excel, and save it as .xlsx or CSV.', {
      cause,
    })
  })
  return rows.map((cells, at) => ({ line: at + 1, cells: cells.map((cell) => textOf(cell as Cell)) }))
}

/** The package's own type names the class of dates, not one of them. */
type Cell = string | number | boolean | Date | null

/** A number as it is typed, a day without a time. */
function textOf(cell: Cell): string {
  if (cell === null) return ''
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
}
