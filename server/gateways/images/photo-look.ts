import sharp, { type CreateRaw } from 'sharp'

const COLUMNS = 17
const ROWS = 16
/** The lowest standard deviation of brightness, from 0 to 255, of a photo that is not nearly uniform. */
const MIN_DEVIATION = 8
/** The difference in brightness that noise may cause. */
const NOISE = 3

/**
 * Returns a 256-bit difference hash of a photo as 64 hexadecimal digits: one bit for each of 16 × 16 points,
 * set if the point is clearly brighter than the one to its right. Copies that were resized or encoded again differ in
 * few bits. Returns null for a nearly uniform photo, whose bits are noise.
 */
export async function hashLook(pixels: Uint8Array, raw: CreateRaw): Promise<string | null> {
  const grays = await sharp(pixels, { raw })
    .flatten({ background: 'white' })
    .greyscale()
    .resize(COLUMNS, ROWS, { fit: 'fill' })
    .raw()
    .toBuffer()
  if (deviation(grays) < MIN_DEVIATION) return null
  let digits = ''
  for (let row = 0; row < ROWS; row += 1)
    for (let column = 0; column < COLUMNS - 1; column += 4) {
      const bits = [0, 1, 2, 3].map((offset) => {
        const at = row * COLUMNS + column + offset
        return grays[at]! > grays[at + 1]! + NOISE ? 8 >> offset : 0
      })
      digits += bits.reduce((sum, bit) => sum + bit, 0).toString(16)
    }
  return digits
}

function deviation(grays: Uint8Array): number {
  const mean = grays.reduce((sum, gray) => sum + gray, 0) / grays.length
  return Math.sqrt(grays.reduce((sum, gray) => sum + (gray - mean) ** 2, 0) / grays.length)
}
