import { barCodeReader } from './bar-code-reader.ts'
import { findVin } from './find-vin.ts'

/** Milliseconds between two looks, in which the page does what else there is. */
const PAUSE = 80

/**
 * Looks at the picture until it shows a VIN. One without a check digit has to be read twice.
 * @returns null where `signal` was aborted before
 */
export async function scanVin(picture: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  const read = await barCodeReader()
  let doubted: string | null = null
  while (!signal.aborted) {
    const texts = picture.videoWidth > 0 ? await read(picture).catch(() => []) : []
    const found = findVin(texts)
    if (found && (found.isSure || found.vin === doubted)) return signal.aborted ? null : found.vin
    doubted = found?.vin ?? doubted
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  return null
}
