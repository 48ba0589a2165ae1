import { Parser } from 'saxen'

/** A handler that receives a document's elements in order. Names have no namespace prefix. */
export interface XmlHandler {
  open(name: string, attributes: () => Record<string, string>): void
  close?(name: string): void
  text?(text: string): void
}

/** Number of bytes that are decoded at a time, to avoid a second copy of a large part in memory. */
const CHUNK_BYTES = 1024 * 1024

/**
 * Parses one XML part of a workbook.
 * @throws Error if it is not well-formed
 */
export function parseXml(bytes: Uint8Array, { open, close, text }: XmlHandler): void {
  const parser = new Parser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('openTag', (name, attributes, decode) =>
    open(localName(name), () => decodeAttributes(attributes(), decode)),
  )
  if (close) parser.on('closeTag', (name) => close(localName(name)))
  if (text) {
    parser.on('text', (raw, decode) => text(decode(raw)))
    parser.on('cdata', text)
  }
  const decoder = new TextDecoder()
  for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES)
    parser.write(decoder.decode(bytes.subarray(offset, offset + CHUNK_BYTES), { stream: true }))
  parser.write(decoder.decode())
  parser.end()
}

function decodeAttributes(
  attributes: Record<string, string>,
  decode: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => !name.startsWith('xmlns'))
      .map(([name, value]) => [localName(name), decode(value)]),
  )
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Decodes the escapes that workbooks use for characters that XML can't contain, such as `_x000D_`. */
export function unescapeText(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}
