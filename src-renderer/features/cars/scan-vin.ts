import { hasValidCheckDigit, judgeVin, needsCheckDigit, VIN_LENGTH } from '../../../contract/cars/vin.ts'
import { retryLoad } from '../../ui/retry-load.ts'

/** The kinds of bar codes that contain the VIN on cars and in documents. */
const formats = ['code_39', 'code_128', 'data_matrix', 'qr_code']

/** The milliseconds between two reads, in which the page can do other work. */
const PAUSE = 80

/**
 * Reads the video until it contains a VIN. A VIN without a valid check digit must be read twice.
 * @returns null if `signal` aborted first
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

interface FoundVin {
  vin: string
  /**
   * True if the VIN's check digit is valid. Code 39 has no checksum of its own, so a VIN without a valid
   * check digit may have been misread.
   */
  isSure: boolean
}

/**
 * Returns the first VIN in the bar codes' content. On a car, the VIN is the whole content (Code 39), follows
 * an I for import, or is between asterisks. It can also be part of a longer string, such as a QR code's URL.
 */
export function findVin(texts: readonly string[]): FoundVin | null {
  for (const candidate of texts.flatMap(candidatesIn)) {
    const { vin, errorMessage } = judgeVin(candidate)
    if (errorMessage === null) return { vin, isSure: hasValidCheckDigit(vin) }
  }
  return null
}

/** Returns the runs of characters that VINs can contain, which exclude I, O, and Q. */
function candidatesIn(text: string): string[] {
  const runs = text.toUpperCase().match(/[A-HJ-NPR-Z0-9]+/g) ?? []
  return runs.flatMap((run) => (run.length === VIN_LENGTH ? [run] : endsOf(run)))
}

/**
 * Returns the VINs at the start and end of a longer run. If other characters directly precede or follow a
 * VIN, it can be recognized only by a mandatory check digit.
 */
function endsOf(run: string): string[] {
  if (run.length < VIN_LENGTH) return []
  return [run.slice(0, VIN_LENGTH), run.slice(-VIN_LENGTH)].filter(needsCheckDigit)
}

/** A function that returns the content of the bar codes in a video. */
type ReadBarCodes = (picture: HTMLVideoElement) => Promise<string[]>

/** The detector of the Shape Detection specification, which TypeScript's types lack. */
interface Detector {
  detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/**
 * Returns the browser's own reader if it supports all kinds of bar codes on cars. Otherwise, returns a
 * library's reader, whose code loads now.
 */
async function barCodeReader(): Promise<ReadBarCodes> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  if (!own || !(await knowsAll(own))) return retryLoad(loadLibrary)
  const detector = new own({ formats })
  return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue)
}

async function knowsAll(own: DetectorClass): Promise<boolean> {
  const known: string[] = await own.getSupportedFormats().catch(() => [])
  return formats.every((format) => known.includes(format))
}

async function loadLibrary(): Promise<ReadBarCodes> {
  return (await import('./library-reader.ts')).readBarCodes
}
