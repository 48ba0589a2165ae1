import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import { isExcelError, UNCALCULATED } from '../files/excel-errors.ts'

interface Trace {
  message: string
  fix: string
}

/** Columns for names such as `9-3`, which Excel converts to a date on entry. */
const names: readonly CarColumn[] = ['modelName', 'model', 'trim']
/** Columns for names and codes such as `12E5`, which Excel converts to a number on entry. */
const codes: readonly CarColumn[] = ['stockNo', ...names]

/** Maximum length of a cell that is checked. Dates and numbers that Excel displays are never longer. */
const MAX_SHOWN = 40

const months = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const monthNames = Array.from({ length: 12 }, (_, month) =>
  months.format(Date.UTC(2000, month)).toLowerCase(),
)

/** Matches `3-Sep` and `3. September 2026`. */
const DAY_FIRST = /^\d{1,2}[-. ]{1,2}([a-z]{3,9})(?:[-. ]\d{2,4})?$/i
/** Matches `Sep-93`. */
const MONTH_FIRST = /^([a-z]{3,9})[- ]\d{2,4}$/i
/** Matches `9/3/2026` and `2026-09-03`, with or without a time. */
const NUMERIC_DATE = /^(?:\d{1,2}\/\d{1,2}\/\d{2,4}|\d{4}-\d{2}-\d{2})(?: \d{1,2}:\d{2}(?::\d{2})?)?$/
/** Matches `1.20E+06`. */
const SCIENTIFIC = /^\d(?:\.\d{1,14})?E\+\d{2,3}$/i

/**
 * Detects that Excel has converted the seller's input to a date or number, and explains the problem.
 * @returns null if the cell shows no sign of a conversion
 */
export function findExcelTrace(column: CarColumn, cell: string): Trace | null {
  if (cell.length > MAX_SHOWN) return null
  if (cell === UNCALCULATED)
    return {
      message: 'This formula has no stored result.',
      fix: 'Open the workbook in Excel, save it, and upload it again.',
    }
  if (isExcelError(cell))
    return { message: `“${cell}” is an error in Excel.`, fix: 'Correct the formula, or clear the cell.' }
  if (names.includes(column) && isDate(cell)) return typedAgain(cell, 'a date')
  return codes.includes(column) && SCIENTIFIC.test(cell) ? typedAgain(cell, 'a number') : null
}

function isDate(cell: string): boolean {
  if (NUMERIC_DATE.test(cell)) return true
  const word = (DAY_FIRST.exec(cell) ?? MONTH_FIRST.exec(cell))?.[1]?.toLowerCase()
  return word !== undefined && monthNames.some((month) => word === month || word === month.slice(0, 3))
}

function typedAgain(cell: string, what: string): Trace {
  return {
    message: `Excel may have turned this cell into ${what}: “${cell}”.`,
    fix: 'Format the column as text, and enter the value again.',
  }
}
