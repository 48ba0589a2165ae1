/** The text for a cell whose formula has no stored result, in the style of Excel's errors. */
export const UNCALCULATED = '#NOT CALCULATED!'

const ERROR =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA)$/i

/** Reports whether a cell of a workbook or CSV file contains an Excel error instead of a value. */
export function isExcelError(cell: string): boolean {
  return cell === UNCALCULATED || ERROR.test(cell)
}
