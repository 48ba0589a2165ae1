export type CameraError = 'denied' | 'missing' | 'busy' | 'failed'

/** Reports whether this browser can request a camera. Pages with an insecure origin can't. */
export function hasCameraAccess(): boolean {
  return 'mediaDevices' in navigator
}

/**
 * Opens the camera with this ID, or the rear camera. Aborting `signal` turns it off, even if the request is
 * still pending.
 */
export async function openCamera(id: string | undefined, signal: AbortSignal): Promise<MediaStream> {
  const deviceConstraint = id === undefined ? { facingMode: 'environment' } : { deviceId: { exact: id } }
  const video = { ...deviceConstraint, width: { ideal: 1920 }, height: { ideal: 1080 } }
  const stream = await navigator.mediaDevices.getUserMedia({ video })
  const stop = () => stream.getTracks().forEach((track) => track.stop())
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  return stream
}

/** Returns the IDs of all cameras. Browsers reveal them only after the user has allowed a camera. */
export async function listCameras(): Promise<string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId)
}

/** Converts a camera error by its Media Capture and Streams name. */
export function toCameraError(error: unknown): CameraError {
  switch (error instanceof DOMException && error.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing'
    case 'NotReadableError':
    case 'AbortError':
      return 'busy'
    default:
      return 'failed'
  }
}

/** The camera light in the Image Capture specification, which TypeScript's types lack. */
interface LightCapabilities {
  torch?: boolean
}

export function hasLight(stream: MediaStream): boolean {
  const track = stream.getVideoTracks()[0]
  // Firefox lacks `getCapabilities`.
  const capabilities =
    track && 'getCapabilities' in track ? (track.getCapabilities() as LightCapabilities) : {}
  return capabilities.torch === true
}

export async function setLight(stream: MediaStream, isOn: boolean): Promise<void> {
  const light: LightCapabilities = { torch: isOn }
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [light as MediaTrackConstraintSet] })
}
