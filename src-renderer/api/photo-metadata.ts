/**
 * Removes metadata from photo files without decoding the photo. Only what the display of a photo needs
 * remains: pixels, color profiles, and the orientation of a JPEG. Phones write the location into Exif; other
 * software uses XMP, IPTC, comments, and data behind the end of the photo.
 */

/**
 * Returns the photo's bytes without metadata. Returns null if that is not possible without decoding it: the
 * file is of another type, has an unexpected structure, or is a PNG or WebP photo that is not upright.
 */
export function stripMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  if (hasText(bytes, 0, '\xff\xd8\xff')) return stripJpeg(bytes)
  if (hasText(bytes, 0, '\x89PNG\r\n\x1a\n')) return stripPng(bytes)
  return hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP') ? stripWebp(bytes) : null
}

const [START_OF_SCAN, END_OF_IMAGE, APP1] = [0xda, 0xd9, 0xe1]

/** Copies the segments of a JPEG file (ITU-T T.81, annex B). An incomplete photo stays incomplete. */
function stripJpeg(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const view = toDataView(bytes)
  const parts = [bytes.subarray(0, 2)]
  let orientation = 1
  for (let at = 2; at + 2 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1]!
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END_OF_IMAGE) {
      parts.push(bytes.subarray(at, at + 2))
      break
    }
    if (at + 4 > bytes.length) break
    const end = at + 2 + view.getUint16(at + 2)
    const segment = bytes.subarray(at, end)
    if (marker === APP1) orientation = exifOrientation(segment.subarray(4)) ?? orientation
    if (isNeeded(marker, segment)) parts.push(segment)
    at = end
    if (marker !== START_OF_SCAN) continue
    at = endOfScan(bytes, end)
    parts.push(bytes.subarray(end, at))
  }
  if (orientation !== 1) parts.splice(1, 0, orientationSegment(orientation))
  return join(parts)
}

/** Reports whether decoding needs a segment: all except comments and most application segments. */
function isNeeded(marker: number, segment: Uint8Array): boolean {
  if (marker === 0xe0) return hasText(segment, 4, 'JFIF\0')
  if (marker === 0xe2) return hasText(segment, 4, 'ICC_PROFILE\0')
  if (marker === 0xee) return hasText(segment, 4, 'Adobe')
  return marker < 0xe0 || (marker > 0xef && marker !== 0xfe)
}

/** Returns the index of the first marker behind a scan's compressed data. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    const isData = next === 0 || next === 0xff || (next !== undefined && next >= 0xd0 && next <= 0xd7)
    if (!isData) return next === undefined ? bytes.length : at
  }
  return bytes.length
}

/** Returns an Exif segment that contains nothing but the orientation. */
function orientationSegment(orientation: number): Uint8Array<ArrayBuffer> {
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0]
  const header = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8]
  const directory = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  const content = [...exif, ...header, ...directory]
  return new Uint8Array([0xff, APP1, 0, content.length + 2, ...content])
}

/** Returns the orientation, from 1 to 8, in Exif data (CIPA DC-008, section 4.6.5), or null if it has none. */
function exifOrientation(data: Uint8Array): number | null {
  const tiff = hasText(data, 0, 'Exif\0\0') ? data.subarray(6) : data
  const isLittle = hasText(tiff, 0, 'II')
  if (tiff.length < 8 || !(isLittle || hasText(tiff, 0, 'MM'))) return null
  const view = toDataView(tiff)
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > tiff.length) return null
  const count = view.getUint16(directory, isLittle)
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > tiff.length) return null
    const value = view.getUint16(entry + 8, isLittle)
    if (view.getUint16(entry, isLittle) === 0x0112) return value >= 1 && value <= 8 ? value : null
  }
  return null
}

/** The PNG chunks that affect how a photo looks. */
const pngChunks = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'sBIT']

function stripPng(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const view = toDataView(bytes)
  const parts = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length;) {
    const chunk = bytes.subarray(at, at + 12 + view.getUint32(at))
    const type = textAt(chunk, 4, 4)
    if (type === 'eXIf' && (exifOrientation(chunk.subarray(8)) ?? 1) !== 1) return null
    if (pngChunks.includes(type)) parts.push(chunk)
    if (type === 'IEND') break
    at += chunk.length
  }
  return join(parts)
}

/** The WebP chunks that contain pixels or color profiles. */
const webpChunks = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']
/** The flags in `VP8X` that announce Exif and XMP. */
const WEBP_METADATA = 0x0c

function stripWebp(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const view = toDataView(bytes)
  const parts = [bytes.slice(0, 12)]
  const end = Math.min(bytes.length, 8 + view.getUint32(4, true))
  for (let at = 12; at + 8 <= end;) {
    const size = view.getUint32(at + 4, true)
    const chunk = bytes.slice(at, at + 8 + size + (size % 2))
    const type = textAt(chunk, 0, 4)
    if (type === 'EXIF' && (exifOrientation(chunk.subarray(8)) ?? 1) !== 1) return null
    if (type === 'VP8X') chunk[8] = chunk[8]! & ~WEBP_METADATA
    if (webpChunks.includes(type)) parts.push(chunk)
    at += chunk.length
  }
  const isComplete = end === 8 + view.getUint32(4, true)
  const stripped = join(parts)
  // An incomplete photo announces more bytes than it has, so that the server detects it.
  if (isComplete) toDataView(stripped).setUint32(4, stripped.length - 8, true)
  return stripped
}

function toDataView({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}

function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  return textAt(bytes, at, text.length) === text
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
