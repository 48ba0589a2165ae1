import { useEffect, useId, useRef, useState, type PointerEvent } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { NativeInput } from '../../ui/controls/native-controls.ts'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { drawOn, scaleDown } from '../../ui/form/scale-down.ts'
import { pixelate, type Area } from './pixelate.ts'
import type { FormPhoto } from './use-photos.ts'
import './plate-blur.css'

interface PlateBlurProps {
  photo: FormPhoto
  /** The photo's name, such as `photo 2`. */
  name: string
  onSave: (file: File) => void
  onClose: () => void
}

/** The longer edge of the saved copy in pixels, which is the largest that the server stores. */
const EDGE = 1600
const JPEG_QUALITY = 0.92
const START: Area = { left: 35, top: 60, width: 30, height: 12 }

const sliders = [
  ['left', 'From the left'],
  ['top', 'From the top'],
  ['width', 'Width'],
  ['height', 'Height'],
] as const

/** Lets a seller hide a license plate. The photo changes only when the result is saved. */
export function PlateBlur({ photo, name, onSave, onClose }: PlateBlurProps) {
  const id = useId()
  const source = photo.file ?? photo.url ?? ''
  // The dialog mounts its content later than this component.
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const [area, setArea] = useState(START)
  const [before, setBefore] = useState<readonly ImageData[]>([])
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const drag = useRef<{ x: number; y: number } | null>(null)

  useEffect(() => {
    if (!canvas) return
    let isCurrent = true
    readPhoto(source).then(
      (photo) => {
        if (!isCurrent) return photo.close()
        drawOn(canvas, photo)
        setState('ready')
      },
      () => isCurrent && setState('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [source, canvas])

  function hide() {
    const context = canvas!.getContext('2d')!
    const { width, height } = canvas!
    const pixels = context.getImageData(0, 0, width, height)
    setBefore([...before, context.getImageData(0, 0, width, height)])
    pixelate(pixels, area)
    context.putImageData(pixels, 0, 0)
  }

  function undo() {
    canvas!.getContext('2d')!.putImageData(before.at(-1)!, 0, 0)
    setBefore(before.slice(0, -1))
  }

  function save() {
    canvas!.toBlob(
      (blob) => blob && onSave(new File([blob], 'photo.jpg', { type: blob.type })),
      'image/jpeg',
      JPEG_QUALITY,
    )
  }

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = pointIn(event)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag.current) setArea(areaBetween(drag.current, pointIn(event)))
    },
    onPointerUp() {
      drag.current = null
    },
  }

  return (
    <Dialog isOpen onClose={onClose} title={`Hide the license plate on ${name}`}>
      <div className="flex flex-col gap-4">
        {state === 'failed' && (
          <Notice tone="danger" isAlert>
            <p>This photo can’t be changed here. Remove it, and choose it again from your files.</p>
          </Notice>
        )}
        <p id={id} className="text-small text-muted">
          Drag over the plate in the photo, or set the frame with the sliders.
        </p>
        <div className="plate-blur" {...handlers}>
          <canvas ref={setCanvas} role="img" aria-label={`Preview of ${name}`} />
          <span
            aria-hidden="true"
            ref={(frame) => {
              if (frame) place(frame, area)
            }}
          />
        </div>
        <div className="grid grid-cols-2 gap-x-4">
          {sliders.map(([side, label]) => (
            <label key={side} className="flex flex-col text-small">
              {label}
              <NativeInput
                type="range"
                min={side === 'width' || side === 'height' ? 1 : 0}
                max={100}
                value={area[side]}
                disabled={state !== 'ready'}
                aria-describedby={id}
                aria-valuetext={`${area[side]}%`}
                className="plate-blur-range"
                onChange={({ currentTarget }) => setArea({ ...area, [side]: Number(currentTarget.value) })}
              />
            </label>
          ))}
        </div>
        <p role="status" className="text-small">
          {before.length > 0 && 'Hidden. The photo changes once you save it.'}
        </p>
      </div>
      <DialogActions>
        <Button variant="secondary" disabled={before.length === 0} onClick={undo}>
          Undo
        </Button>
        <Button variant="secondary" disabled={state !== 'ready'} onClick={hide}>
          Hide this area
        </Button>
        <Button disabled={before.length === 0} onClick={save}>
          Save photo
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Decodes a chosen file, or the stored photo at a URL. */
async function readPhoto(source: File | string): Promise<ImageBitmap> {
  if (source instanceof File) return scaleDown(source, EDGE)
  const response = await fetch(source)
  if (!response.ok) throw new Error(`The photo’s host responded with ${response.status}`)
  return scaleDown(new File([await response.blob()], 'photo'), EDGE)
}

/** Returns the position of the pointer in percent of the photo. */
function pointIn({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  const percent = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 100)
  return { x: percent((clientX - left) / width), y: percent((clientY - top) / height) }
}

function areaBetween(from: { x: number; y: number }, to: { x: number; y: number }): Area {
  return {
    left: Math.min(from.x, to.x),
    top: Math.min(from.y, to.y),
    width: Math.max(1, Math.abs(from.x - to.x)),
    height: Math.max(1, Math.abs(from.y - to.y)),
  }
}

/** Places the frame by script, because the content security policy blocks style attributes. */
function place(frame: HTMLElement, { left, top, width, height }: Area): void {
  Object.assign(frame.style, {
    left: `${left}%`,
    top: `${top}%`,
    width: `${Math.min(width, 100 - left)}%`,
    height: `${Math.min(height, 100 - top)}%`,
  })
}
