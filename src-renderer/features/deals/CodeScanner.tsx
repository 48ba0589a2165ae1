import { useEffect, useEffectEvent, useRef } from 'react'
import type { CameraError } from '../../ui/camera/camera.ts'
import { useCamera } from '../../ui/camera/use-camera.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { scanCode } from './code-detector.ts'

interface CodeScannerProps {
  onFound: (code: string) => void
  onClose: () => void
}

export function CodeScanner({ onFound, onClose }: CodeScannerProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Scan the buyer’s code"
      description="Point the camera at the QR code on the buyer’s phone."
      focus="head"
    >
      <Scanner onFound={onFound} onClose={onClose} />
    </Dialog>
  )
}

function Scanner({ onFound, onClose }: CodeScannerProps) {
  const { state, retry } = useCamera()
  return (
    <>
      {state.kind === 'live' ? (
        <ScannedVideo key={state.stream.id} stream={state.stream} onFound={onFound} />
      ) : (
        <p role="status" className="deal-video grid place-items-center p-6 text-center">
          {state.kind === 'failed'
            ? failures[state.reason]
            : 'Waiting for the camera. Allow it if you’re asked.'}
        </p>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Type it instead
        </Button>
        {state.kind === 'failed' && <Button onClick={retry}>Try again</Button>}
      </DialogActions>
    </>
  )
}

const failures: Record<CameraError, string> = {
  denied: 'Kerblight may not use the camera. Allow it in your browser’s or your device’s settings.',
  missing: 'No camera found.',
  busy: 'Another program or tab uses the camera. Close it, then try again.',
  failed: 'The camera doesn’t respond.',
}

function ScannedVideo({ stream, onFound }: { stream: MediaStream; onFound: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const report = useEffectEvent((code: string | null) => code !== null && onFound(code))

  useEffect(() => {
    const picture = video.current!
    const leaving = new AbortController()
    picture.srcObject = stream
    void scanCode(picture, leaving.signal).then(report)
    return () => {
      leaving.abort()
      picture.srcObject = null
    }
  }, [stream])

  return (
    <video
      ref={video}
      autoPlay
      muted
      playsInline
      aria-label="What the camera sees"
      className="deal-video object-cover"
    />
  )
}
