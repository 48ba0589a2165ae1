import { formatNumber } from '../../../../contract/number-format.ts'
import { UNCALCULATED } from './excel-errors.ts'
import { showGeneral, type ShowValue } from './number-formats.ts'
import { parseXml, unescapeText } from './parse-xml.ts'
import { InvalidFileError } from './invalid-file.ts'
import type { TableRow } from './table.ts'

/** Maximum number of cells in all sheets together, including empty ones before the last cell of each row. */
const MAX_CELLS = 10_000_000
/** Excel's maximum number of rows and columns per sheet. */
const MAX_ROWS = 1_048_576
const MAX_COLUMNS = 16_384

export interface SheetContext {
  sharedStrings: readonly string[]
  formats: readonly ShowValue[]
}

interface Cell {
  type: string
  style: number
  column: number
  value: string
  text: string
  hasFormula: boolean
  hasValue: boolean
}

/**
 * Creates a function that reads a sheet's cells as displayed. The cell limit applies to all its calls
 * together.
 */
export function createSheetReader({
  sharedStrings,
  formats,
}: SheetContext): (sheet: Uint8Array) => TableRow[] {
  let cellsLeft = MAX_CELLS

  return (sheet) => {
    const rows: TableRow[] = []
    let row: TableRow = { line: 0, cells: [] }
    let lastColumn = 0
    let cell: Cell | null = null
    let target: 'value' | 'text' | null = null
    let isPhonetic = false

    const openRow = (position = '') => {
      const line = position === '' ? row.line + 1 : Number(position)
      if (!(line <= MAX_ROWS)) throw tooFar(`row ${formatNumber(line)}`)
      row = { line, cells: [] }
      rows.push(row)
    }
    const openCell = ({ r: position = '', t: type = 'n', s: style = '' }: Record<string, string>) => {
      const letters = /^[A-Z]{1,3}(?=\d)/.exec(position)?.[0] ?? ''
      const column = letters === '' ? (cell?.column ?? row.cells.length - 1) + 1 : parseColumnLetters(letters)
      cell = {
        type,
        style: Number(style || 0),
        column,
        value: '',
        text: '',
        hasFormula: false,
        hasValue: false,
      }
    }
    const closeCell = (closed: Cell) => {
      const text = textOf(closed)
      if (text === '') return
      lastColumn = Math.max(lastColumn, closed.column)
      cellsLeft -= Math.max(0, closed.column + 1 - row.cells.length)
      const isFar = closed.column >= MAX_COLUMNS || row.line * (lastColumn + 1) > MAX_CELLS
      if (isFar || cellsLeft < 0) throw tooFar(`cell ${toColumnLetters(closed.column)}${row.line}`)
      while (row.cells.length < closed.column) row.cells.push('')
      row.cells[closed.column] = text
    }
    const textOf = ({ type, style, value, text, hasFormula, hasValue }: Cell): string => {
      // If a formula evaluates to an empty string, its cell has an empty value of type `str`. Any other empty
      // value means that the result is missing.
      if (hasFormula && value === '' && !(type === 'str' && hasValue)) return UNCALCULATED
      const show = formats[style] ?? showGeneral
      if (type === 'inlineStr') return show(unescapeText(text))
      if (type === 's') return show(sharedStrings[Number(value)] ?? '')
      if (type === 'str') return show(unescapeText(value))
      if (type === 'b') return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value
      if (type === 'd') return value.slice(0, 'yyyy-mm-dd'.length)
      const number = Number(value)
      return type === 'e' || value === '' || !Number.isFinite(number) ? value : show(number)
    }

    parseXml(sheet, {
      open(name, attributes) {
        if (name === 'row') openRow(attributes().r)
        else if (name === 'c') openCell(attributes())
        else if (name === 'f' && cell) cell.hasFormula = true
        else if (name === 'v') {
          target = 'value'
          if (cell) cell.hasValue = true
        } else if (name === 'rPh') isPhonetic = true
        else if (name === 't') target = isPhonetic ? null : 'text'
      },
      close(name) {
        if (name === 'c' && cell) closeCell(cell)
        else if (name === 'row') cell = null
        else if (name === 'rPh') isPhonetic = false
        else if (name === 'v' || name === 't') target = null
      },
      text(piece) {
        if (cell && target) cell[target] += piece
      },
    })
    return rows
  }
}

function tooFar(position: string): InvalidFileError {
  return new InvalidFileError(
    `A sheet of this workbook has something in ${position}, far from the rest. Delete that, save the workbook, and choose it again.`,
  )
}

/** Converts column letters (`A`, `AB`) to an index, starting at 0. */
function parseColumnLetters(letters: string): number {
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function toColumnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : toColumnLetters(Math.floor(column / 26) - 1) + last
}
