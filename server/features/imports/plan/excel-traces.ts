import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import { isExcelError, UNCALCULATED } from '../files/excel-errors.ts'

interface Trace {
  message: string
  fix: string
}

/** Columns for names such as `9-3`, which Excel converts to a date on entry. */
const nameColumns: readonly CarColumn[] = ['modelName', 'model', 'trim']
/** Columns for names and codes such as `12E5`, which Excel converts to a number on entry. */
const codeColumns: readonly CarColumn[] = ['stockNo', ...nameColumns]

/** Maximum length of a cell that is checked. Dates and numbers that Excel displays are never longer. */
const MAX_CHECKED = 40

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
  if (cell.length > MAX_CHECKED) return null
  if (cell === UNCALCULATED)
    return {
      message: 'This formula has no stored result.',
      fix: 'Open the workbook in Excel, save it, and upload it again.',
    }
  if (isExcelError(cell))
    return { message: `“${cell}” is an error in Excel.`, fix: 'Correct the formula, or clear the cell.' }
  if (nameColumns.includes(column) && isDate(cell)) return describeConversion(cell, 'a date')
  return codeColumns.includes(column) && SCIENTIFIC.test(cell) ? describeConversion(cell, 'a number') : null
}

function isDate(cell: string): boolean {
  if (NUMERIC_DATE.test(cell)) return true
  const monthWord = (DAY_FIRST.exec(cell) ?? MONTH_FIRST.exec(cell))?.[1]?.toLowerCase()
  return (
    monthWord !== undefined &&
    monthNames.some((month) => monthWord === month || monthWord === month.slice(0, 3))
  )
}

function describeConversion(cell: string, target: string): Trace {
  return {
    message: `Excel may have turned this cell into ${target}: “${cell}”.`,
    fix: 'Format the column as text, and enter the value again.',
  }
}
