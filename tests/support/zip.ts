import { crc32, deflateRawSync } from 'node:zlib'

export interface FileToZip {
  name: string
  bytes: Buffer
  /** What the archive says of its size, where that is a lie. */
  claimed?: number
  /** Excludes the file from the central directory; its local header remains. */
  isUnlisted?: boolean
}

/** A zip archive (APPNOTE.TXT 6.3), deflated. */
export function zipOf(files: readonly FileToZip[]): Buffer {
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

/** What the local header and the central one have alike: from the version to the extra field's length. */
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
 * A workbook: text and numbers.
 * @param second the rows of its second sheet, where it has one
 * @param end what stands behind the rows of its first, as XML
 * @param more files after those of the workbook
 */
export function workbookOf(
  rows: Sheet,
  second: Sheet = [],
  end = '',
  more: readonly FileToZip[] = [],
): Buffer {
  const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) })
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  return zipOf([
    file(
      '[Content_Types].xml',
      `${xml}<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ),
    file(
      'xl/workbook.xml',
      `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Cars" sheetId="1" r:id="rId1"/><sheet name="More" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    ),
    file(
      'xl/_rels/workbook.xml.rels',
      `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
    ),
    file(
      'xl/worksheets/sheet1.xml',
      `${xml}<worksheet xmlns="${main}"><sheetData>${rows.map(sheetRow).join('')}${end}</sheetData></worksheet>`,
    ),
    file(
      'xl/worksheets/sheet2.xml',
      `${xml}<worksheet xmlns="${main}"><sheetData>${second.map(sheetRow).join('')}</sheetData></worksheet>`,
    ),
    ...more,
  ])
}

function sheetRow(cells: readonly (string | number)[], row: number): string {
  return `<row r="${row + 1}">${cells.map((cell, column) => sheetCell(cell, `${columnName(column)}${row + 1}`)).join('')}</row>`
}

function sheetCell(cell: string | number, place: string): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  const text = cell.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
}

function columnName(column: number): string {
  return column < 26
    ? String.fromCharCode(65 + column)
    : columnName(Math.floor(column / 26) - 1) + columnName(column % 26)
}
