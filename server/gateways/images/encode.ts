import sharp from 'sharp'
import { formatNumber } from '../../../contract/number-format.ts'
import { HEIC_REFUSED } from '../../../contract/heic.ts'
import type { Sentence } from '../../../contract/api/problems.ts'
import { MAX_UPLOAD_PIXELS, MAX_UPLOAD_SIDE_PX } from '../../../contract/images.ts'
import { hashLook } from './photo-look.ts'
import { isWebPage } from '../web-page.ts'

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'])
const AVIF_BRANDS = new Set(['avif', 'avis'])
const INCOMPLETE = 'This photo is incomplete. Download or copy it again, and choose the whole file.'
const DAMAGED_PHOTO_MESSAGE = 'This photo is damaged. Choose the original, or save it again as JPEG.'

/** Three WebP files, with the dimensions of the decoded photo. */
export interface EncodedImage {
  thumb: Uint8Array
  medium: Uint8Array
  full: Uint8Array
  /** The photo's difference hash; see `hashLook`. */
  look: string | null
  width: number
  height: number
}

const WIDTHS = { thumb: 320, medium: 800, full: 1600 }
const QUALITY = 80
/** The quality of JPEGs. It is higher than `QUALITY`, because this is the second lossy encoding. */
const JPEG_QUALITY = 85

// These are the only decoders that can run, regardless of the type that the bytes claim to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)

/** Thrown for an invalid photo. `detail` is shown to the user who sent it. */
export class InvalidPhotoError extends Error {
  override readonly name = 'InvalidPhotoError'
  readonly detail: Sentence

  constructor(detail: Sentence, options?: ErrorOptions) {
    super(detail, options)
    this.detail = detail
  }
}

/**
 * Decodes a photo, rotates it upright, and encodes it in three sizes without metadata.
 * @throws InvalidPhotoError if the photo is too large or can't be decoded; Error if the file is of another
 * type
 */
export async function encode(photo: Uint8Array): Promise<EncodedImage> {
  const { data, info } = await decode(photo).catch((error: unknown) => {
    throw explainError(error, photo)
  })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const webp = (width: number) =>
    sharp(data, { raw }).resize(box(width)).webp({ quality: QUALITY }).toBuffer()
  const [thumb, medium, full, look] = await Promise.all([
    webp(WIDTHS.thumb),
    webp(WIDTHS.medium),
    webp(WIDTHS.full),
    hashLook(data, raw),
  ])
  return { thumb, medium, full, look, width: info.width, height: info.height }
}

async function decode(photo: Uint8Array) {
  await checkSize(photo)
  return sharp(photo, { limitInputPixels: MAX_UPLOAD_PIXELS, failOn: 'error' })
    .rotate()
    .resize(box(WIDTHS.full))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
}

function explainError(error: unknown, photo: Uint8Array): unknown {
  if (!(error instanceof Error) || error instanceof InvalidPhotoError) return error
  const detail = describeUnreadable(photo, error.message)
  return detail === null ? error : new InvalidPhotoError(detail, { cause: error })
}

/** Converts a stored photo to JPEG. Transparent areas become white. */
export async function toJpeg(photo: Uint8Array): Promise<Uint8Array> {
  return sharp(photo, { limitInputPixels: MAX_UPLOAD_PIXELS, failOn: 'error' })
    .flatten({ background: 'white' })
    .jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
    .toBuffer()
}

/**
 * Checks the dimensions in the file's header before any pixel is decoded.
 * @throws InvalidPhotoError if the photo is too large
 */
async function checkSize(photo: Uint8Array): Promise<void> {
  const { width, height } = await sharp(photo, { limitInputPixels: false }).metadata()
  if (Math.max(width, height) > MAX_UPLOAD_SIDE_PX)
    throw new InvalidPhotoError(
      `Choose a photo of at most ${formatNumber(MAX_UPLOAD_SIDE_PX)} pixels on each side. This one is ${formatNumber(width)} × ${formatNumber(height)}.`,
    )
  if (width * height > MAX_UPLOAD_PIXELS)
    throw new InvalidPhotoError(
      `Choose a photo of at most ${MAX_UPLOAD_PIXELS / 1e6} megapixels. This one is ${Math.ceil((width * height) / 1e6)}.`,
    )
}

/**
 * Returns the bounding box for a width. It also limits the height, or a tall, narrow photo would keep its
 * full height.
 */
function box(width: number) {
  return { width, height: width * 2, fit: 'inside', withoutEnlargement: true } as const
}

/**
 * Explains why a photo can't be decoded, and how to fix that.
 * @param reason the decoder's message
 * @returns null for other types of files
 */
function describeUnreadable(file: Uint8Array, reason: string): Sentence | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const header = bytes.toString('latin1', 0, 2000)
  if (header.slice(4, 8) === 'ftyp') {
    const brands = listImageBrands(header)
    if (brands.some((brand) => AVIF_BRANDS.has(brand)))
      return 'AVIF photos can’t be read. Save it as JPEG, and choose that.'
    if (brands.some((brand) => HEIC_BRANDS.has(brand))) return HEIC_REFUSED
    return null
  }
  if (isWebPage(bytes.toString('utf8', 0, 2000)))
    return 'This is a web page, not a photo. Choose the photo itself.'
  if (header.startsWith('\xff\xd8\xff'))
    return /premature end of JPEG/.test(reason) ? INCOMPLETE : DAMAGED_PHOTO_MESSAGE
  if (header.startsWith('\x89PNG')) return bytes.includes('IEND') ? DAMAGED_PHOTO_MESSAGE : INCOMPLETE
  if (header.startsWith('RIFF') && header.slice(8, 12) === 'WEBP')
    return bytes.readUInt32LE(4) + 8 > bytes.length ? INCOMPLETE : DAMAGED_PHOTO_MESSAGE
  return null
}

/** Returns the brands of an ISO base media file (ISO/IEC 14496-12, section 4.3). */
function listImageBrands(header: string): string[] {
  const size = Buffer.from(header, 'latin1').readUInt32BE(0)
  const brands = [header.slice(8, 12)]
  for (let index = 16; index + 4 <= Math.min(size, header.length); index += 4)
    brands.push(header.slice(index, index + 4))
  return brands
}
