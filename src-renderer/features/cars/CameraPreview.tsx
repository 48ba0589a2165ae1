import { Flashlight, FlashlightOff, SwitchCamera } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { IconButton } from '../../ui/controls/Button.tsx'
import { hasLight, setLight } from '../../ui/camera/camera.ts'
import { scanVin } from './scan-vin.ts'

/** The delay in milliseconds before the user may need help. */
const LONG = 10_000

interface CameraPreviewProps {
  stream: MediaStream
  /** Undefined if there is only one camera. */
  onSwitchCamera?: () => void
  onFound: (vin: string) => void
  onUnread: () => void
  children: ReactNode
}

export function CameraPreview({ stream, onSwitchCamera, onFound, onUnread, children }: CameraPreviewProps) {
  const picture = useRef<HTMLVideoElement>(null)
  const isLong = useLong()
  const reportVin = useEffectEvent((vin: string | null) => vin !== null && onFound(vin))
  const fail = useEffectEvent(onUnread)

  useEffect(() => {
    const video = picture.current!
    const leaving = new AbortController()
    video.srcObject = stream
    scanVin(video, leaving.signal).then(reportVin, fail)
    return () => {
      leaving.abort()
      video.srcObject = null
    }
  }, [stream])

  return (
    <div className="scanner">
      <video ref={picture} autoPlay muted playsInline aria-label="What the camera sees" />
      <div className="scanner-frame" aria-hidden="true" />
      <div className="scanner-foot">
        <p role="status">{isLong ? HELP : HINT}</p>
        <div className="scanner-buttons">
          {children}
          {hasLight(stream) && <LightButton stream={stream} />}
          {onSwitchCamera && (
            <IconButton label="Switch camera" onClick={onSwitchCamera}>
              <SwitchCamera />
            </IconButton>
          )}
        </div>
      </div>
    </div>
  )
}

const HINT = 'Hold the VIN’s bar code in the frame. It’s on the driver’s door post or behind the windshield.'
const HELP = 'Nothing read yet. Move closer, hold still, and keep glare off the bar code.'

function LightButton({ stream }: { stream: MediaStream }) {
  const [isOn, setOn] = useState(false)

  async function handleClick() {
    await setLight(stream, !isOn)
    setOn(!isOn)
  }

  return (
    <IconButton label="Light" aria-pressed={isOn} onClick={() => void handleClick()}>
      {isOn ? <FlashlightOff /> : <Flashlight />}
    </IconButton>
  )
}

function useLong(): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG)
    return () => clearTimeout(timer)
  }, [])
  return isLong
}
