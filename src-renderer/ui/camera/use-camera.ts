import { useEffect, useState, useSyncExternalStore } from 'react'
import { toCameraError, listCameras, openCamera, type CameraError } from './camera.ts'

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

/** Keeps the camera open while the component is mounted and its page is visible. */
export function useCamera(): Camera {
  const [state, setState] = useState<CameraState>(asking)
  // A new object requests the camera again, even with the same ID.
  const [request, setRequest] = useState<{ id?: string }>({})
  const isSeen = usePageSeen()

  useEffect(() => {
    if (!isSeen) return
    const controller = new AbortController()
    const report = (next: CameraState) => controller.signal.aborted || setState(next)
    void start(request.id, controller.signal, report)
    return () => {
      controller.abort()
      setState(asking)
    }
  }, [request, isSeen])

  function turnToNext() {
    if (state.kind !== 'live') return
    const currentId = state.stream.getVideoTracks()[0]?.getSettings().deviceId
    const nextIndex = state.cameras.indexOf(currentId ?? '') + 1
    setRequest({ id: state.cameras[nextIndex % state.cameras.length]! })
  }

  return { state, turnToNext, retry: () => setRequest({ ...request }) }
}

async function start(id: string | undefined, signal: AbortSignal, report: (state: CameraState) => void) {
  try {
    const stream = await openCamera(id, signal)
    const cameras = await listCameras()
    const reportLoss = () => report({ kind: 'failed', reason: 'busy' })
    // Emitted if the camera is unplugged or taken by another program, but not if it is stopped here.
    stream.getVideoTracks()[0]?.addEventListener('ended', reportLoss)
    report({ kind: 'live', stream, cameras })
  } catch (error) {
    report({ kind: 'failed', reason: toCameraError(error) })
  }
}

function usePageSeen(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
