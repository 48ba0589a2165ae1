/** The text of a cell whose formula has no stored result, in the notation of Excel's errors. */
export const UNCALCULATED = '#NOT CALCULATED!'

const ERROR =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA)$/i

/** Returns true if the cell contains an error instead of a value, in a workbook or a CSV file saved from one. */
export function isExcelError(cell: string): boolean {
  return cell === UNCALCULATED || ERROR.test(cell)
}
