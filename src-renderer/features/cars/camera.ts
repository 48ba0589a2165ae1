/** The reason why there is no video. */
export type CameraError = 'denied' | 'missing' | 'busy' | 'failed'

/** Reports whether this browser can request a camera. A page with an insecure origin cannot. */
export function hasCameraAccess(): boolean {
  return 'mediaDevices' in navigator
}

/**
 * Opens the rear camera, or the camera with this ID. The camera turns off when `signal` aborts, even if the
 * request is still pending.
 */
export async function openCamera(id: string | undefined, signal: AbortSignal): Promise<MediaStream> {
  const which = id === undefined ? { facingMode: 'environment' } : { deviceId: { exact: id } }
  const video = { ...which, width: { ideal: 1920 }, height: { ideal: 1080 } }
  const stream = await navigator.mediaDevices.getUserMedia({ video })
  const stop = () => stream.getTracks().forEach((track) => track.stop())
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  return stream
}

/** Returns the IDs of all cameras. Browsers reveal the IDs once the user has allowed a camera. */
export async function listCameras(): Promise<string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId)
}

/** Converts a camera error by its name in the Media Capture and Streams specification. */
export function cameraError(error: unknown): CameraError {
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

/**
 * The capabilities of a phone's camera light in the Image Capture specification, which TypeScript's types
 * lack.
 */
interface Lit {
  torch?: boolean
}

export function hasLight(stream: MediaStream): boolean {
  const track = stream.getVideoTracks()[0]
  // Firefox lacks this method.
  const can = track && 'getCapabilities' in track ? (track.getCapabilities() as Lit) : {}
  return can.torch === true
}

export async function setLight(stream: MediaStream, isOn: boolean): Promise<void> {
  const light: Lit = { torch: isOn }
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [light as MediaTrackConstraintSet] })
}
