import { formatNumber } from './number-format.ts'

/**
 * Returns a row's location in its spreadsheet: `Line 5`, or `Trucks, row 5` for a workbook with several
 * sheets.
 */
export function formatRowLocation({
  line,
  sheet,
}: {
  line: number
  sheet?: string | null | undefined
}): string {
  return sheet ? `${sheet}, row ${formatNumber(line)}` : `Line ${formatNumber(line)}`
}
