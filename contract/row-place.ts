import { figure } from './figure.ts'

/**
 * Returns the position of a row in its file: `Line 5`, or `Trucks, row 5` in a workbook of several sheets.
 */
export function rowPlace({ line, sheet }: { line: number; sheet?: string | null | undefined }): string {
  return sheet ? `${sheet}, row ${figure(line)}` : `Line ${figure(line)}`
}
