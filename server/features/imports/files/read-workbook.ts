import { readNumberFormats } from './number-formats.ts'
import { parseXml, unescapeText } from './parse-xml.ts'
import { createSheetReader } from './read-sheet.ts'
import { InvalidFileError } from './invalid-file.ts'
import type { TableRow } from './table.ts'
import type { WorkbookParts } from './unpack.ts'

export interface Sheet {
  name: string
  rows: TableRow[]
}

/**
 * Reads the visible sheets of an .xlsx workbook, in order.
 * @throws InvalidFileError
 */
export function readWorkbook(parts: WorkbookParts): Sheet[] {
  try {
    return readSheets(parts)
  } catch (cause) {
    if (cause instanceof InvalidFileError) throw cause
    const message = 'This workbook can’t be read. Open it in Excel, and save it as .xlsx or CSV.'
    throw new InvalidFileError(message, { cause })
  }
}

function readSheets(parts: WorkbookParts): Sheet[] {
  const { sheets, is1904 } = readOverview(parts.get('xl/workbook.xml')!)
  const relations = readRelations(parts.get('xl/_rels/workbook.xml.rels'))
  const partOf = (type: string) => parts.get(relations.find((relation) => relation.type === type)?.path ?? '')
  const readSheet = createSheetReader({
    sharedStrings: readSharedStrings(partOf('sharedStrings')),
    formats: readNumberFormats(partOf('styles'), is1904),
  })
  if (sheets.length === 0) throw new Error('The workbook lists no sheets.')
  return sheets.flatMap(({ name, relation, isHidden }) => {
    const path = relations.find(({ id, type }) => id === relation && type === 'worksheet')?.path
    const part = path === undefined || isHidden ? undefined : parts.get(path)
    return part ? [{ name, rows: readSheet(part) }] : []
  })
}

interface ListedSheet {
  name: string
  relation: string
  isHidden: boolean
}

function readOverview(workbook: Uint8Array): { sheets: ListedSheet[]; is1904: boolean } {
  const sheets: ListedSheet[] = []
  let is1904 = false
  parseXml(workbook, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes().date1904 ?? '')
      if (name !== 'sheet') return
      const { name: title = '', id = '', state = 'visible' } = attributes()
      sheets.push({ name: unescapeText(title), relation: id, isHidden: state !== 'visible' })
    },
  })
  return { sheets, is1904 }
}

interface Relation {
  id: string
  /** The last segment of the relationship type's URL. */
  type: string
  path: string
}

function readRelations(rels: Uint8Array | undefined): Relation[] {
  const relations: Relation[] = []
  if (rels)
    parseXml(rels, {
      open(name, attributes) {
        if (name !== 'Relationship') return
        const { Id: id = '', Type: type = '', Target: target = '' } = attributes()
        const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
        relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), path })
      },
    })
  return relations
}

function readSharedStrings(part: Uint8Array | undefined): string[] {
  const strings: string[] = []
  let isText = false
  let isPhonetic = false
  let string = ''
  if (part)
    parseXml(part, {
      open(name) {
        if (name === 'si') string = ''
        else if (name === 'rPh') isPhonetic = true
        else if (name === 't') isText = !isPhonetic
      },
      close(name) {
        if (name === 'si') strings.push(unescapeText(string))
        else if (name === 'rPh') isPhonetic = false
        else if (name === 't') isText = false
      },
      text(piece) {
        if (isText) string += piece
      },
    })
  return strings
}
