import sharp from 'sharp'
import { MAX_UPLOAD_PIXELS } from '../../../contract/images.ts'

/** What the worker hands back: three WebP files, and the full one's size. */
export interface EncodedImage {
  thumb: Uint8Array
  medium: Uint8Array
  full: Uint8Array
  width: number
  height: number
}

const WIDTHS = { thumb: 320, medium: 800, full: 1600 }
const QUALITY = 80

// Nothing but these three readers can be reached, whatever the bytes say they are.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)

/**
 * Decodes a picture once, upright, and encodes it in three sizes; only pixels survive.
 * @throws where the bytes are no whole JPEG, PNG or WebP picture of at most 40 megapixels
 */
export async function encode(picture: Uint8Array): Promise<EncodedImage> {
  const { data, info } = await sharp(picture, { limitInputPixels: MAX_UPLOAD_PIXELS, failOn: 'error' })
    .rotate()
    .resize(box(WIDTHS.full))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const webp = (width: number) =>
    sharp(data, { raw }).resize(box(width)).webp({ quality: QUALITY }).toBuffer()
  const [thumb, medium, full] = await Promise.all([
    webp(WIDTHS.thumb),
    webp(WIDTHS.medium),
    webp(WIDTHS.full),
  ])
  return { thumb, medium, full, width: info.width, height: info.height }
}

/** Tall pictures are bounded too: WebP ends at 16,383 pixels. */
function box(width: number) {
  return { width, height: width * 2, fit: 'inside', withoutEnlargement: true } as const
}
