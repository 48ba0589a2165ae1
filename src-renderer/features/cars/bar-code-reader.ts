import { insist } from '../../ui/insist.ts'

/** Answers what the bar codes in the picture say. */
export type ReadBarCodes = (picture: HTMLVideoElement) => Promise<string[]>

/** The Shape Detection specification's, which TypeScript's types lack. */
interface Detector {
  detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** In which VINs stand on cars, and in papers. */
const formats = ['code_39', 'code_128', 'data_matrix', 'qr_code']

/** The browser's own reader where it knows what cars have, else a library's, whose code loads now. */
export async function barCodeReader(): Promise<ReadBarCodes> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  if (!own || !(await knowsAll(own))) return insist(loadLibrary)
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
