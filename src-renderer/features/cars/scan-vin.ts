import { hasValidCheckDigit, judgeVin, needsCheckDigit, VIN_LENGTH } from '../../../contract/cars/vin.ts'
import { retryLoad } from '../../ui/retry-load.ts'

/** The bar codes that have the VIN on cars and in papers. */
const formats = ['code_39', 'code_128', 'data_matrix', 'qr_code']

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

interface FoundVin {
  vin: string
  /** Its check digit holds. Code 39 has none of its own, so a VIN without one may have been misread. */
  isSure: boolean
}

/**
 * The first VIN in what bar codes say. On a car it stands alone (Code 39), after an I for import, between stars, or
 * inside of a longer text, such as a QR code's address.
 */
export function findVin(texts: readonly string[]): FoundVin | null {
  for (const candidate of texts.flatMap(candidatesIn)) {
    const { vin, fault } = judgeVin(candidate)
    if (fault === null) return { vin, isSure: hasValidCheckDigit(vin) }
  }
  return null
}

/** Runs of the characters that VINs have; I, O and Q are none. */
function candidatesIn(text: string): string[] {
  const runs = text.toUpperCase().match(/[A-HJ-NPR-Z0-9]+/g) ?? []
  return runs.flatMap((run) => (run.length === VIN_LENGTH ? [run] : endsOf(run)))
}

/** With something right before or after it, only a VIN whose check digit has to hold can be told. */
function endsOf(run: string): string[] {
  if (run.length < VIN_LENGTH) return []
  return [run.slice(0, VIN_LENGTH), run.slice(-VIN_LENGTH)].filter(needsCheckDigit)
}

/** Answers what the bar codes in the picture say. */
type ReadBarCodes = (picture: HTMLVideoElement) => Promise<string[]>

/** The Shape Detection specification's, which TypeScript's types lack. */
interface Detector {
  detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** The browser's own reader where it knows what cars have, else a library's, whose code loads now. */
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
