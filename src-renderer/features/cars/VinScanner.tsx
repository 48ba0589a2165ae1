import { useState, type ReactNode } from 'react'
import { platform } from '../../platform/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import type { CameraError } from '../../ui/camera/camera.ts'
import { CameraPreview } from './CameraPreview.tsx'
import { useCamera } from '../../ui/camera/use-camera.ts'
import './vin-scanner.css'

interface VinScannerProps {
  isOpen: boolean
  onClose: () => void
  onFound: (vin: string) => void
  /** Returns the field that gets the focus after scanning. */
  field: () => HTMLElement | null
}

/** Shows the camera's video full screen until it finds a VIN. */
export function VinScanner({ isOpen, onClose, onFound, field }: VinScannerProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Scan the VIN" size="full" focus="head" returnTo={field}>
      {/* Unmounting the scanner before the dialog fades out turns the camera off immediately. */}
      {isOpen && <Scanner onClose={onClose} onFound={onFound} />}
    </Dialog>
  )
}

function Scanner({ onClose, onFound }: Pick<VinScannerProps, 'onClose' | 'onFound'>) {
  const { state, turnToNext, retry } = useCamera()
  const [isUnread, setUnread] = useState(false)
  const typeInstead = (
    <Button variant="secondary" onClick={onClose}>
      Type it instead
    </Button>
  )

  function handleRetry() {
    setUnread(false)
    retry()
  }

  if (isUnread || state.kind === 'failed')
    return (
      <ScannerNotice {...(state.kind === 'failed' ? describeCameraError(state.reason) : UNREAD)}>
        <Button onClick={handleRetry}>Try again</Button>
        {typeInstead}
      </ScannerNotice>
    )
  if (state.kind === 'asking') return <ScannerNotice {...ASKING}>{typeInstead}</ScannerNotice>
  return (
    <CameraPreview
      key={state.stream.id}
      stream={state.stream}
      {...(state.cameras.length > 1 && { onSwitchCamera: turnToNext })}
      onFound={onFound}
      onUnread={() => setUnread(true)}
    >
      {typeInstead}
    </CameraPreview>
  )
}

const ASKING = {
  title: 'Waiting for the camera',
  text: 'If you’re asked, allow Kerblight to use it. What it sees stays on this device.',
}
const UNREAD = {
  title: 'The scanner didn’t load',
  text: 'Check your connection, then try again.',
}

function describeCameraError(reason: CameraError): { title: string; text: string } {
  switch (reason) {
    case 'denied':
      return { title: 'Kerblight may not use the camera', text: platform.console ? ALLOW_THERE : ALLOW_HERE }
    case 'missing':
      return { title: 'No camera found', text: 'Connect one and try again, or use a device that has one.' }
    case 'busy':
      return {
        title: 'The camera is in use',
        text: 'Close the other program or tab that uses it, then try again.',
      }
    case 'failed':
      return { title: 'The camera doesn’t answer', text: 'Unplug it or restart your device, then try again.' }
  }
}

const ALLOW_HERE =
  'Open the site’s settings, at the start of the address bar, and allow the camera. If it is allowed there, look in your device’s privacy settings. Then try again.'
const ALLOW_THERE = 'Allow the camera for Kerblight in your system’s privacy settings, then try again.'

interface ScannerNoticeProps {
  title: string
  text: string
  children: ReactNode
}

/** Explains, in place of the video, why the video is missing. */
function ScannerNotice({ title, text, children }: ScannerNoticeProps) {
  return (
    <div className="scanner-notice" role="status">
      <h3>{title}</h3>
      <p>{text}</p>
      <div className="scanner-buttons">{children}</div>
    </div>
  )
}
