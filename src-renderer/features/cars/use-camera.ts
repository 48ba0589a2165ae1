import { useEffect, useState, useSyncExternalStore } from 'react'
import { cameraError, listCameras, openCamera, type CameraError } from './camera.ts'

type CameraState =
  | { kind: 'asking' }
  | { kind: 'live'; stream: MediaStream; cameras: readonly string[] }
  | { kind: 'failed'; reason: CameraError }

export interface Camera {
  state: CameraState
  /** Switches to the next camera, if there are several. */
  turnToNext: () => void
  retry: () => void
}

const asking: CameraState = { kind: 'asking' }

/** Opens the camera for as long as the component is mounted and its page is visible. */
export function useCamera(): Camera {
  const [state, setState] = useState<CameraState>(asking)
  // Setting a new object requests the camera again, even if its ID is the same.
  const [wanted, setWanted] = useState<{ id?: string }>({})
  const isSeen = usePageSeen()

  useEffect(() => {
    if (!isSeen) return
    const closing = new AbortController()
    const tell = (next: CameraState) => closing.signal.aborted || setState(next)
    void start(wanted.id, closing.signal, tell)
    return () => {
      closing.abort()
      setState(asking)
    }
  }, [wanted, isSeen])

  function turnToNext() {
    if (state.kind !== 'live') return
    const used = state.stream.getVideoTracks()[0]?.getSettings().deviceId
    const at = state.cameras.indexOf(used ?? '') + 1
    setWanted({ id: state.cameras[at % state.cameras.length]! })
  }

  return { state, turnToNext, retry: () => setWanted({ ...wanted }) }
}

async function start(id: string | undefined, signal: AbortSignal, tell: (state: CameraState) => void) {
  try {
    const stream = await openCamera(id, signal)
    const cameras = await listCameras()
    const lose = () => tell({ kind: 'failed', reason: 'busy' })
    // The track emits this event if the camera is unplugged or taken by another program, but not if it is
    // stopped here.
    stream.getVideoTracks()[0]?.addEventListener('ended', lose)
    tell({ kind: 'live', stream, cameras })
  } catch (error) {
    tell({ kind: 'failed', reason: cameraError(error) })
  }
}

function usePageSeen(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
