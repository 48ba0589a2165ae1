import { analyse } from 'chardet'
import iconv from 'iconv-lite'

const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf8' },
  { bytes: [0xff, 0xfe], encoding: 'utf16-le' },
  { bytes: [0xfe, 0xff], encoding: 'utf16-be' },
]

/** What says most about an encoding stands at the beginning. */
const SAMPLE = 64 * 1024

/** Text in whichever encoding: by its byte order mark, or else by what it can be. */
export function decodeText(bytes: Buffer): string {
  const mark = marks.find(({ bytes: mark }) => mark.every((byte, at) => bytes[at] === byte))
  if (mark) return iconv.decode(bytes.subarray(mark.bytes.length), mark.encoding)
  const wide = wideEncoding(bytes.subarray(0, SAMPLE))
  if (wide) return iconv.decode(bytes, wide)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return iconv.decode(bytes, narrowEncoding(bytes.subarray(0, SAMPLE)))
  }
}

/** In UTF-16 every other byte of what is mostly English is zero. */
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

/** So much surer has it to be of another than of what American and western European programs write. */
const SURER = 20

function narrowEncoding(sample: Buffer): string {
  const found = analyse(sample).filter(({ name }) => !/^UTF/i.test(name) && iconv.encodingExists(name))
  const western = found.find(({ name }) => /^(ISO-8859-1|windows-1252)$/i.test(name))?.confidence ?? 0
  const surest = found[0]
  return surest && surest.confidence >= western + SURER ? surest.name : 'windows-1252'
}
