import { figure } from '../../../../contract/figure.ts'
import { RefusedFile } from './refused-file.ts'

/** So many cells a sheet may span from its corner: who reads it keeps the empty ones between, too. */
const MAX_CELLS = 10_000_000
/** As many as Excel has. */
const MAX_ROWS = 1_048_576
/** Longer than the tag of any row or cell. */
const MAX_TAG = 4096

/** A row or a cell with its attributes, and the place among these: `<c r="B2"/>`. */
const TAG = /<(?:\w{1,64}:)?(?:row|c)(\s[^<>]*)>/g
const PLACE = /\sr\s*=\s*["']([A-Z]*)(\d+)["']/

/**
 * Looks through a sheet's XML, piece by piece, before anybody expands it: a single cell in the last row and column would
 * be 17 billion.
 * @returns takes the next piece. @throws RefusedFile
 */
export function boundSheet(): (chunk: Buffer) => void {
  let rest = ''
  let rows = 0
  let columns = 0
  return (chunk) => {
    const text = rest + chunk.toString('latin1')
    for (const [, attributes = ''] of text.matchAll(TAG)) {
      const [, letters = '', digits] = PLACE.exec(attributes) ?? []
      const row = Number(digits ?? 0)
      if (row > MAX_ROWS) throw tooFar(`row ${figure(row)}`)
      if (letters === '' || attributes.endsWith('/')) continue
      rows = Math.max(rows, row)
      columns = Math.max(columns, columnOf(letters))
      if (rows * columns > MAX_CELLS) throw tooFar(`cell ${letters}${row}`)
    }
    const open = text.lastIndexOf('<')
    rest = open > text.lastIndexOf('>') && text.length - open < MAX_TAG ? text.slice(open) : ''
  }
}

function tooFar(place: string): RefusedFile {
  return new RefusedFile(
    `A sheet of this workbook has something in ${place}, far from the rest. Delete that, save the workbook, and choose it again.`,
  )
}

/** From 1: `A`, `AB`. */
function columnOf(letters: string): number {
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}
