import iconv from 'iconv-lite'
import type { Encoding, EncodingOption } from '../../../../contract/import-questions.ts'
import { findEncodings } from './find-encodings.ts'

const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf8' },
  { bytes: [0xff, 0xfe], encoding: 'utf16-le' },
  { bytes: [0xfe, 0xff], encoding: 'utf16-be' },
]

/** Number of bytes at the beginning of a file that are examined for UTF-16. */
const SAMPLE = 64 * 1024

export interface DecodedText {
  text: string
  /** Possible encodings of the file, most likely first; empty if the encoding is certain. */
  encodings: EncodingOption[]
}

/**
 * Decodes text in any encoding, based on its byte order mark or else on its content.
 * @param chosen the encoding that the seller chose; used only if the encoding is uncertain
 */
export function decodeText(bytes: Buffer, chosen?: Encoding | null): DecodedText {
  const mark = marks.find(({ bytes: mark }) => mark.every((byte, at) => bytes[at] === byte))
  if (mark) return certain(iconv.decode(bytes.subarray(mark.bytes.length), mark.encoding))
  const wide = wideEncoding(bytes.subarray(0, SAMPLE))
  if (wide) return certain(iconv.decode(bytes, wide))
  try {
    return certain(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    const { guess, options } = findEncodings(bytes)
    const isOffered = options.some(({ encoding }) => encoding === chosen)
    return { text: iconv.decode(bytes, isOffered ? chosen! : guess), encodings: options }
  }
}

function certain(text: string): DecodedText {
  return { text, encodings: [] }
}

/** Detects UTF-16 without a byte order mark. In mostly English text, every other byte is zero. */
function wideEncoding(sample: Buffer): string | null {
  let even = 0
  let odd = 0
  for (const [at, byte] of sample.entries()) {
    if (byte !== 0) continue
    if (at % 2 === 0) even++
    else odd++
  }
  const enough = sample.length / 5
  if (odd > enough && even < odd / 4) return 'utf16-le'
  return even > enough && odd < even / 4 ? 'utf16-be' : null
}
