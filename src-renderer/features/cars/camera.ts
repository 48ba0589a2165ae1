/** Why there is no picture. */
export type CameraError = 'denied' | 'missing' | 'busy' | 'failed'

/** Whether this browser can be asked for a camera at all; a page that did not come safely cannot. */
export function hasCameraAccess(): boolean {
  return 'mediaDevices' in navigator
}

/**
 * Asks for the camera at the back, or the one with this id. Its light goes off when `signal` is aborted, however far
 * the asking has come.
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

/** The ids of all cameras; browsers name them once one is allowed. */
export async function listCameras(): Promise<string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId)
}

/** The names of errors are those of the Media Capture and Streams specification. */
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

/** Phones' lights are in the Image Capture specification, which TypeScript's types lack. */
interface Lit {
  torch?: boolean
}

export function hasLight(stream: MediaStream): boolean {
  const track = stream.getVideoTracks()[0]
  // Firefox lacks it.
  const can = track && 'getCapabilities' in track ? (track.getCapabilities() as Lit) : {}
  return can.torch === true
}

export async function setLight(stream: MediaStream, isOn: boolean): Promise<void> {
  const light: Lit = { torch: isOn }
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [light as MediaTrackConstraintSet] })
}
