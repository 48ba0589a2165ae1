import { inflateSync } from 'node:zlib'

/** Returns the text of each page of a PDF that the server wrote. */
export function readWrittenPdf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  const objects = new Map(
    [...text.matchAll(/(?<=^|\n)(\d+) 0 obj\n([^]*?)\nendobj/g)].map(({ 1: id, 2: body }) => [id!, body!]),
  )
  const find = (source: string | undefined, key: string) =>
    objects.get(new RegExp(`/${key} (\\d+) 0 R`).exec(source ?? '')?.[1] ?? '')
  const pages = [...objects.values()].filter((object) => /\/Type \/Page\b/.test(object))
  return pages.map((page) => {
    const resources = find(page, 'Resources') ?? page
    const fontList = /\/Font <<([^]*?)>>/.exec(resources)?.[1] ?? ''
    const fonts = new Map(
      [...fontList.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name, id]) => [
        name!,
        readCodes(unpack(find(objects.get(id!), 'ToUnicode'))),
      ]),
    )
    return textOf(unpack(find(page, 'Contents')), fonts)
  })
}

function unpack(object = ''): string {
  const [head = '', body = ''] = object.split(/\nstream\n([^]*)\nendstream/)
  return head.includes('FlateDecode') ? inflateSync(Buffer.from(body, 'latin1')).toString('latin1') : body
}

/** Reads the ranges `<first> <last> [<letter> <letter>]` of a font's map from codes to letters. */
function readCodes(map: string): Map<string, string> {
  const codes = new Map<string, string>()
  for (const [, first = '', letters = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g))
    for (const [index, [, units = '']] of [...letters.matchAll(/<([\w ]+)>/g)].entries()) {
      const code = (parseInt(first, 16) + index).toString(16).padStart(4, '0')
      codes.set(code, Buffer.from(units.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }
  return codes
}

/** Joins the lines of a page with spaces. */
function textOf(content: string, fonts: ReadonlyMap<string, Map<string, string>>): string {
  let font = new Map<string, string>()
  const lines: string[] = []
  for (const [, name, line = ''] of content.matchAll(/\/(\w+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = fonts.get(name) ?? font
    else
      lines.push(
        [...line.matchAll(/<(\w+)>/g)]
          .flatMap(([, codes = '']) => codes.match(/\w{4}/g) ?? [])
          .map((code) => font.get(code.toLowerCase()) ?? '')
          .join(''),
      )
  }
  return lines.join(' ')
}
