/** The Shape Detection specification's detector, which TypeScript's types lack. */
interface Detector {
  detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

type DetectorClass = new (options: { formats: readonly string[] }) => Detector

/** The pause between two reads, in milliseconds. */
const PAUSE = 120

function findDetector(): DetectorClass | undefined {
  return (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
}

export function canScanCodes(): boolean {
  return findDetector() !== undefined && 'mediaDevices' in navigator
}

/**
 * Reads the video until it contains the QR code of a handover code.
 * @returns null if `signal` aborts first
 */
export async function scanCode(picture: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  const QrDetector = findDetector()
  if (!QrDetector) return null
  const detector = new QrDetector({ formats: ['qr_code'] })
  while (!signal.aborted) {
    const codes = picture.videoWidth > 0 ? await detector.detect(picture).catch(() => []) : []
    const code = codes.map(({ rawValue }) => rawValue).find((text) => /^\d{6}$/.test(text))
    if (code !== undefined && !signal.aborted) return code
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  return null
}
