import { HEIC_REFUSED } from '../../../contract/heic.ts'
import type { Sentence } from '../../../contract/problems.ts'
import { isWebPage } from '../../web-page.ts'

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'])
const AVIF_BRANDS = new Set(['avif', 'avis'])
const INCOMPLETE = 'This photo is incomplete. Download or copy it again, and choose the whole file.'
const DAMAGED = 'This photo is damaged. Choose the original, or save it again as JPEG.'

/**
 * Explains why a file can't be decoded as a photo, and what to do.
 * @param reason message of the decoder
 * @returns null for other types of files
 */
export function describeUnreadable(file: Uint8Array, reason: string): Sentence | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const head = bytes.toString('latin1', 0, 2000)
  if (head.slice(4, 8) === 'ftyp') {
    const brands = brandsOf(head)
    if (brands.some((brand) => AVIF_BRANDS.has(brand)))
      return 'AVIF photos can’t be read. Save it as JPEG, and choose that.'
    if (brands.some((brand) => HEIC_BRANDS.has(brand))) return HEIC_REFUSED
    return null
  }
  if (isWebPage(bytes.toString('utf8', 0, 2000)))
    return 'This is a web page, not a photo. Choose the photo itself.'
  if (head.startsWith('\xff\xd8\xff')) return /premature end of JPEG/.test(reason) ? INCOMPLETE : DAMAGED
  if (head.startsWith('\x89PNG')) return bytes.includes('IEND') ? DAMAGED : INCOMPLETE
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP')
    return bytes.readUInt32LE(4) + 8 > bytes.length ? INCOMPLETE : DAMAGED
  return null
}

/** Returns the major and the compatible brands of an ISO base media file (ISO/IEC 14496-12, section 4.3). */
function brandsOf(head: string): string[] {
  const size = Buffer.from(head, 'latin1').readUInt32BE(0)
  const brands = [head.slice(8, 12)]
  for (let at = 16; at + 4 <= Math.min(size, head.length); at += 4) brands.push(head.slice(at, at + 4))
  return brands
}
