import { Zip, ZipDeflate } from 'fflate'
import { escapeGuard } from './guarded-cells.ts'

export type Cell = string | number | null | undefined

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGES = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A single-sheet workbook's parts, apart from the sheet (ECMA-376, part 1). */
const frame = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGES}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGES}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGES}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

/**
 * Generates an .xlsx file in parts. Only some of its rows are in memory at any time. Strings are written as
 * text cells, which no spreadsheet program runs as formulas. An import removes one apostrophe in front of a
 * formula character, so such strings get an additional one.
 * @param pages the rows, in batches
 */
export async function* writeWorkbook(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Uint8Array> {
  let readyParts: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    readyParts.push(part)
  })
  const add = (name: string) => {
    const file = new ZipDeflate(name, { level: 6 })
    zip.add(file)
    return (text: string, isLast = false) => file.push(Buffer.from(text), isLast)
  }
  for (const [name, text] of Object.entries(frame)) add(name)(XML + text, true)
  const write = add('xl/worksheets/sheet1.xml')
  write(`${XML}<worksheet xmlns="${MAIN}"><sheetData>${writeRow(header, 1)}`)
  let number = 1
  for await (const rows of pages) {
    write(rows.map((cells) => writeRow(cells, ++number)).join(''))
    yield* readyParts
    readyParts = []
  }
  write('</sheetData></worksheet>', true)
  zip.end()
  yield* readyParts
}

function writeRow(cells: readonly Cell[], number: number): string {
  return `<row r="${number}">${cells.map((cell, column) => writeCell(cell, `${columnLetters(column)}${number}`)).join('')}</row>`
}

function writeCell(cell: Cell, reference: string): string {
  if (cell === null || cell === undefined || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(escapeGuard(cell))}</t></is></c>`
}

function columnLetters(column: number): string {
  const lastLetter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? lastLetter : columnLetters(Math.floor(column / 26) - 1) + lastLetter
}

/** Escapes text for XML, without the control characters and lone surrogates that XML cannot contain. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
