import readSheets, { readSheet } from 'read-excel-file/node'
import type { SheetData } from 'read-excel-file/node'
import { RefusedFile } from './refused-file.ts'
import type { TableRow } from './table.ts'

/** The first sheet of an .xlsx workbook that has anything in it. @throws RefusedFile */
export async function readWorkbook(bytes: Buffer): Promise<TableRow[]> {
  const rows = await readFilled(bytes).catch((cause: unknown) => {
    throw new RefusedFile('This workbook can’t be read. Open it in Excel, and save it as .xlsx or CSV.', {
      cause,
    })
  })
  return rows.map((cells, at) => ({ line: at + 1, cells: cells.map((cell) => textOf(cell as Cell)) }))
}

/** A sheet that is a chart has no rows at all. */
async function readFilled(bytes: Buffer): Promise<SheetData> {
  const first = ((await readSheet(bytes)) as SheetData | undefined) ?? []
  if (first.length > 0) return first
  const sheets = await readSheets(bytes)
  return sheets.find(({ data }) => ((data as SheetData | undefined) ?? []).length > 0)?.data ?? []
}

/** The package's own type names the class of dates, not one of them. */
type Cell = string | number | boolean | Date | null

/** As many as Excel shows: what a formula reckons may have more. */
const DIGITS = 15

/** A number as it is typed, a day without a time. */
function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(Number(cell.toPrecision(DIGITS)))
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
}
