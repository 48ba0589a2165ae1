import { crc32, deflateRawSync } from 'node:zlib'

export interface FileToZip {
  name: string
  bytes: Buffer
  /** The archive's stated size, if it is wrong. */
  claimed?: number
  /** True to omit the file from the central directory, although its local header remains. */
  isUnlisted?: boolean
}

/** Builds a deflated zip archive (APPNOTE.TXT 6.3). */
export function createZip(files: readonly FileToZip[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const packed = deflateRawSync(file.bytes, { level: 9 })
    const name = Buffer.from(file.name)
    const shared = sharedHeader(file, packed.length, name.length)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, name])
    const central = Buffer.alloc(46 - 30)
    central.writeUInt32LE(offset, 12)
    if (!file.isUnlisted)
      directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), shared, central.subarray(2), name)
    parts.push(local, packed)
    offset += local.length + packed.length
  }
  const entries = Buffer.concat(directory)
  const listed = files.filter(({ isUnlisted }) => !isUnlisted).length
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(listed, 8)
  end.writeUInt16LE(listed, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, entries, end])
}

/** Builds the part that the local and central headers share: from the version to the extra field's length. */
function sharedHeader({ bytes, claimed }: FileToZip, packed: number, nameLength: number): Buffer {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(8, 4)
  header.writeUInt32LE(crc32(bytes), 10)
  header.writeUInt32LE(packed, 14)
  header.writeUInt32LE(claimed ?? bytes.length, 18)
  header.writeUInt16LE(nameLength, 22)
  return header
}

type Sheet = readonly (readonly (string | number)[])[]

/**
 * Builds a workbook with strings and numbers.
 * @param second the rows of its second sheet, if any
 * @param end XML after the rows of its first sheet
 * @param more files to add after the workbook's own files
 */
export function buildWorkbook(
  rows: Sheet,
  second: Sheet = [],
  end = '',
  extraFiles: readonly FileToZip[] = [],
): Buffer {
  const sheets = [
    { name: 'Cars', xml: rows.map(sheetRow).join('') + end },
    { name: 'More', xml: second.map(sheetRow).join('') },
  ]
  return buildWorkbookFromSheets(sheets, { more: extraFiles })
}

export interface SheetXml {
  name: string
  xml: string
  state?: 'hidden' | 'veryHidden'
}

interface WorkbookExtras {
  /** Number formats of the cell styles, starting at style 1. */
  formats?: readonly string[]
  is1904?: boolean
  more?: readonly FileToZip[]
}

/** Builds a workbook from XML, with cell styles and hidden sheets. */
export function buildWorkbookFromSheets(
  sheets: readonly SheetXml[],
  { formats = [], is1904 = false, more: extraFiles = [] }: WorkbookExtras = {},
): Buffer {
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  const file = (name: string, text: string) => ({ name, bytes: Buffer.from(xml + text) })
  const listed = sheets.map(
    ({ name, state = 'visible' }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" state="${state}" r:id="rId${index + 1}"/>`,
  )
  const relations = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  const codes = formats.map(
    (code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  )
  const styles = formats.map((_, index) => `<xf numFmtId="${164 + index}"/>`)
  return createZip([
    file(
      '[Content_Types].xml',
      `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ),
    file(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${listed.join('')}</sheets></workbook>`,
    ),
    file(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packages}/relationships">${relations.join('')}<Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ),
    file(
      'xl/styles.xml',
      `<styleSheet xmlns="${main}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    ),
    ...sheets.map(({ xml: rows }, index) =>
      file(
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
      ),
    ),
    ...extraFiles,
  ])
}

export function buildSheetXml(rows: Sheet): string {
  return rows.map(sheetRow).join('')
}

function sheetRow(cells: readonly (string | number)[], row: number): string {
  return `<row r="${row + 1}">${cells.map((cell, column) => sheetCell(cell, `${columnName(column)}${row + 1}`)).join('')}</row>`
}

function sheetCell(cell: string | number, reference: string): string {
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  const text = cell.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`
}

function columnName(column: number): string {
  return column < 26
    ? String.fromCharCode(65 + column)
    : columnName(Math.floor(column / 26) - 1) + columnName(column % 26)
}
