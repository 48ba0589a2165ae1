import { barCodesIn } from './bar-codes-in.ts'

/**
 * The long side of an image in pixels. It is enough for the bars of a VIN's Code 39 that fills half of the
 * image, and small enough for a phone.
 */
const LONG_SIDE = 1280

const canvas = document.createElement('canvas')
const context = canvas.getContext('2d', { willReadFrequently: true })!
let isRotated = true

/**
 * Reads bar codes from the camera's video, for browsers without a reader of their own. Every second image is
 * read sideways, because on a door post the bars often lie.
 */
export async function readBarCodes(picture: HTMLVideoElement): Promise<string[]> {
  isRotated = !isRotated
  draw(picture)
  return barCodesIn(context.getImageData(0, 0, canvas.width, canvas.height))
}

function draw(picture: HTMLVideoElement): void {
  const { videoWidth, videoHeight } = picture
  const scale = Math.min(1, LONG_SIDE / Math.max(videoWidth, videoHeight))
  const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
  canvas.width = isRotated ? height : width
  canvas.height = isRotated ? width : height
  if (isRotated) context.setTransform(0, 1, -1, 0, height, 0)
  context.drawImage(picture, 0, 0, width, height)
}
