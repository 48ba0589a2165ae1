import { findBarCodes } from './find-bar-codes.ts'

/**
 * The long side of an image in pixels: enough for a Code 39 VIN that fills half of it, and fast enough on
 * phones.
 */
const LONG_SIDE = 1280

const canvas = document.createElement('canvas')
const context = canvas.getContext('2d', { willReadFrequently: true })!
let isRotated = true

/**
 * Reads bar codes from the camera's video, for browsers without their own reader. Every second image is
 * rotated, because bar codes on door posts are often sideways.
 */
export async function readBarCodes(picture: HTMLVideoElement): Promise<string[]> {
  isRotated = !isRotated
  draw(picture)
  return findBarCodes(context.getImageData(0, 0, canvas.width, canvas.height))
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
