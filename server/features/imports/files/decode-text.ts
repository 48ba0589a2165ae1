import iconv from 'iconv-lite'
import type { Encoding, EncodingOption } from '../../../../contract/import-questions.ts'
import { findEncodings } from './find-encodings.ts'

const byteOrderMarks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf8' },
  { bytes: [0xff, 0xfe], encoding: 'utf16-le' },
  { bytes: [0xfe, 0xff], encoding: 'utf16-be' },
]

/** Number of bytes at the beginning of a file that are examined for UTF-16. */
const SAMPLE = 64 * 1024

export interface DecodedText {
  text: string
  /** Possible encodings, most likely first, or empty if the encoding is certain. */
  encodings: EncodingOption[]
}

/**
 * Decodes text in any encoding, based on its byte order mark or else on its content.
 * @param chosen the seller's choice, used only if the encoding is uncertain
 */
export function decodeText(bytes: Buffer, chosen?: Encoding | null): DecodedText {
  const mark = byteOrderMarks.find(({ bytes: mark }) => mark.every((byte, index) => bytes[index] === byte))
  if (mark) return asCertain(iconv.decode(bytes.subarray(mark.bytes.length), mark.encoding))
  const utf16 = detectUtf16(bytes.subarray(0, SAMPLE))
  if (utf16) return asCertain(iconv.decode(bytes, utf16))
  try {
    return asCertain(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    const { guess, options } = findEncodings(bytes)
    const isOffered = options.some(({ encoding }) => encoding === chosen)
    return { text: iconv.decode(bytes, isOffered ? chosen! : guess), encodings: options }
  }
}

function asCertain(text: string): DecodedText {
  return { text, encodings: [] }
}

/** Detects UTF-16 without a byte order mark. In mostly English text, every other byte is zero. */
function detectUtf16(sample: Buffer): string | null {
  let evenZeros = 0
  let oddZeros = 0
  for (const [index, byte] of sample.entries()) {
    if (byte !== 0) continue
    if (index % 2 === 0) evenZeros++
    else oddZeros++
  }
  const threshold = sample.length / 5
  if (oddZeros > threshold && evenZeros < oddZeros / 4) return 'utf16-le'
  return evenZeros > threshold && oddZeros < evenZeros / 4 ? 'utf16-be' : null
}
