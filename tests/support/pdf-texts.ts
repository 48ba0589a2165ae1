import { inflateSync } from 'node:zlib'

/** Returns the text on each page of a PDF that Chromium made, without the widths of its spaces. */
export function extractPdfTexts(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b[^]*\/Contents/.test(head))
  return pages.map(({ head }) => {
    const fonts = fontsOf(head, objects)
    const contents = /\/Contents\s+(\d+) 0 R/.exec(head)
    return textOf(streamOf(objects.get(contents?.[1] ?? '')), fonts)
  })
}

interface PdfObject {
  head: string
  body: Buffer | null
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const { 1: id, index, 0: begin } of text.matchAll(/(?<=^|\n)(\d+) 0 obj\b/g)) {
    const end = text.indexOf('endobj', index)
    const begins = text.slice(index, end).indexOf('stream\n')
    const isStream = begins >= 0
    const stream = index + begins
    const head = text.slice(index + begin.length, isStream ? stream : end)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const body = isStream ? pdf.subarray(stream + 7, stream + 7 + length) : null
    objects.set(id!, { head, body })
  }
  return objects
}

function streamOf(object: PdfObject | undefined): string {
  if (!object?.body) return ''
  const isPacked = object.head.includes('FlateDecode')
  return (isPacked ? inflateSync(object.body) : object.body).toString('latin1')
}

/** A map from character codes to strings. The codes are hexadecimal, with two or four digits. */
type Font = ReadonlyMap<string, string>

function fontsOf(page: string, objects: Map<string, PdfObject>): Map<string, Font> {
  const fontDictionary = /\/Font\s*<<([^>]*)>>/.exec(page)?.[1] ?? ''
  return new Map(
    [...fontDictionary.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name, id]) => {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)?.head ?? '')?.[1]
      return [name!, readCodes(streamOf(objects.get(map ?? '')))]
    }),
  )
}

function readCodes(map: string): Font {
  const codes = new Map<string, string>()
  const [ranges, letters] = [/^<(\w+)> <(\w+)> <(\w{4})>$/gm, /^<(\w+)> <(\w{4})>$/gm]
  for (const [, from = '', to = '', first = ''] of map.matchAll(ranges))
    for (let code = parseInt(from, 16); code <= parseInt(to, 16); code++)
      codes.set(hex(code, from.length), letterOf(parseInt(first, 16) + code - parseInt(from, 16)))
  for (const [, code = '', letter = ''] of map.matchAll(letters))
    codes.set(code, letterOf(parseInt(letter, 16)))
  return codes
}

const letterOf = (unit: number) => String.fromCharCode(unit)
const hex = (code: number, length: number) => code.toString(16).toUpperCase().padStart(length, '0')

function textOf(content: string, fonts: Map<string, Font>): string {
  let font: Font = new Map()
  let digits = 4
  let text = ''
  for (const [, name, codes = ''] of content.matchAll(/\/(\w+) [\d.]+ Tf|<([0-9A-F]+)> Tj/g)) {
    if (name !== undefined) {
      font = fonts.get(name) ?? new Map()
      digits = font.keys().next().value?.length ?? 4
    }
    for (let index = 0; index < codes.length; index += digits)
      text += font.get(codes.slice(index, index + digits)) ?? ''
  }
  return text
}
