/** The pixels of a photo as RGBA, and the photo's own dimensions. */
export interface Pixels {
  data: Uint8ClampedArray
  width: number
  height: number
}

/** The length of a photo's longer edge in pixels, below which a photo is small. */
export const SMALL_EDGE = 1000
/** The longer edge, in pixels, of the reduced photo whose sharpness is measured. */
export const HINT_EDGE = 512

/** The highest average brightness, from 0 to 255, of a dark photo. */
const DARK_MEAN = 55
/** The highest brightness that the brightest tenth of a dark photo begins with. A night scene has lamps. */
const DARK_TENTH = 120
/** The highest variance of the Laplacian of a blurred photo. A sharp photo has several hundred. */
const BLURRED_VARIANCE = 25

/**
 * Returns advice about a photo. It is only advice; any photo can be uploaded.
 * @param reduced the photo, reduced to `HINT_EDGE`
 * @param size the photo's own dimensions, or the part of them that is at most `SMALL_EDGE`
 */
export function listPhotoHints(reduced: Pixels, size: Pick<Pixels, 'width' | 'height'>): string[] {
  const grays = toGrays(reduced)
  const dark = isDark(grays)
  return [
    ...(dark ? ['Dark: take it again in daylight, with the sun behind you.'] : []),
    // A dark photo has too little contrast to measure.
    ...(!dark && laplacianVariance(grays, reduced) < BLURRED_VARIANCE
      ? ['Blurred: wipe the lens, hold still, and take it again.']
      : []),
    ...(size.height > size.width ? ['Upright: turn the phone sideways to fill the frame.'] : []),
    ...(Math.max(size.width, size.height) < SMALL_EDGE
      ? ['Small: choose the original instead of a copy from a message.']
      : []),
  ]
}

/** Returns the brightness of each pixel, from 0 to 255 (ITU-R BT.601). */
function toGrays({ data }: Pixels): Float32Array {
  return Float32Array.from(
    { length: data.length / 4 },
    (_, index) => 0.299 * data[index * 4]! + 0.587 * data[index * 4 + 1]! + 0.114 * data[index * 4 + 2]!,
  )
}

function isDark(grays: Float32Array): boolean {
  const mean = grays.reduce((sum, gray) => sum + gray, 0) / grays.length
  return mean < DARK_MEAN && grays.toSorted()[Math.floor(grays.length * 0.9)]! < DARK_TENTH
}

/**
 * Returns the variance of the Laplacian, a measure of sharpness: edges of a sharp photo differ from their
 * neighbors (Pech-Pacheco et al., "Diatom autofocusing in brightfield microscopy", 2000).
 */
function laplacianVariance(grays: Float32Array, { width, height }: Pick<Pixels, 'width' | 'height'>) {
  let [sum, squares, count] = [0, 0, 0]
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      const neighbors = grays[at - 1]! + grays[at + 1]! + grays[at - width]! + grays[at + width]!
      const value = neighbors - 4 * grays[at]!
      sum += value
      squares += value * value
      count += 1
    }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2
}
