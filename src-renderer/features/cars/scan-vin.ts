import { hasValidCheckDigit, judgeVin, needsCheckDigit, VIN_LENGTH } from '../../../contract/cars/vin.ts'
import { retryLoad } from '../../ui/retry-load.ts'

/** The bar code formats that contain VINs on cars and in documents. */
const formats = ['code_39', 'code_128', 'data_matrix', 'qr_code']

/** The pause between two reads, in milliseconds, for the page's other work. */
const PAUSE = 80

/**
 * Reads the video until it contains a VIN. A VIN without a valid check digit must be read twice.
 * @returns null if `signal` aborts first
 */
export async function scanVin(picture: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  const readBarCodes = await barCodeReader()
  let doubtedVin: string | null = null
  while (!signal.aborted) {
    const texts = picture.videoWidth > 0 ? await readBarCodes(picture).catch(() => []) : []
    const foundVin = findVin(texts)
    if (foundVin && (foundVin.isSure || foundVin.vin === doubtedVin))
      return signal.aborted ? null : foundVin.vin
    doubtedVin = foundVin?.vin ?? doubtedVin
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  return null
}

interface FoundVin {
  vin: string
  /** True if the check digit is valid. Code 39 has no checksum, so other VINs may have been misread. */
  isSure: boolean
}

/**
 * Returns the first VIN in the bar codes' content. On a car, it is the whole content (Code 39), follows an I
 * for import, or is between asterisks. It can also be part of a longer string, such as a QR code's URL.
 */
export function findVin(texts: readonly string[]): FoundVin | null {
  for (const candidate of texts.flatMap(candidatesIn)) {
    const { vin, errorMessage } = judgeVin(candidate)
    if (errorMessage === null) return { vin, isSure: hasValidCheckDigit(vin) }
  }
  return null
}

/** Returns the candidates among runs of valid VIN characters, which exclude I, O, and Q. */
function candidatesIn(text: string): string[] {
  const runs = text.toUpperCase().match(/[A-HJ-NPR-Z0-9]+/g) ?? []
  return runs.flatMap((run) => (run.length === VIN_LENGTH ? [run] : endsOf(run)))
}

/**
 * Returns the VINs at both ends of a longer run. Only a mandatory check digit can distinguish them from the adjacent
 * characters.
 */
function endsOf(run: string): string[] {
  if (run.length < VIN_LENGTH) return []
  return [run.slice(0, VIN_LENGTH), run.slice(-VIN_LENGTH)].filter(needsCheckDigit)
}

type ReadBarCodes = (picture: HTMLVideoElement) => Promise<string[]>

/** The Shape Detection specification's detector, which TypeScript's types lack. */
interface Detector {
  detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/**
 * Returns the browser's reader if it supports all formats used on cars. Otherwise, loads a library's reader.
 */
async function barCodeReader(): Promise<ReadBarCodes> {
  const NativeDetector = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  if (!NativeDetector || !(await supportsAllFormats(NativeDetector))) return retryLoad(loadLibrary)
  const detector = new NativeDetector({ formats })
  return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue)
}

async function supportsAllFormats(NativeDetector: DetectorClass): Promise<boolean> {
  const supportedFormats: string[] = await NativeDetector.getSupportedFormats().catch(() => [])
  return formats.every((format) => supportedFormats.includes(format))
}

async function loadLibrary(): Promise<ReadBarCodes> {
  return (await import('./library-reader.ts')).readBarCodes
}
