import { ImagePlus } from 'lucide-react'
import {
  useId,
  useState,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type ChangeEvent,
  type RefObject,
} from 'react'
import { useWatch } from 'react-hook-form'
import { MAX_PHOTOS_PER_CAR } from '../../../contract/cars/cars.ts'
import type { Shot } from '../../../contract/cars/shots.ts'
import { uploadTypes } from '../../../contract/images.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FieldNotes, getControlProps } from '../../ui/form/Field.tsx'
import { useFileDrop } from '../../ui/form/use-file-drop.ts'
import type { CarFormControls } from './car-form.ts'
import { PhotoTile } from './PhotoTile.tsx'
import { ShotList } from './ShotList.tsx'
import type { Photos } from './use-photos.ts'
import '../../ui/form/form.css'

const HINT = (
  <>
    {`Up to ${MAX_PHOTOS_PER_CAR} photos (JPEG, PNG, or WebP, 10 MB each). The first is your cover photo.`}
    <span className="pointer-coarse:hidden"> Drag photos, or use ← and →, to put them in order.</span>
  </>
)

interface CarPhotosProps {
  form: CarFormControls
  formPhotos: Photos
  input: RefObject<HTMLInputElement | null>
  isBusy: boolean
}

export function CarPhotos({ form, formPhotos, input, isBusy }: CarPhotosProps) {
  const id = useId()
  const fuel = useWatch({ control: form.control, name: 'fuel' }) || null
  const [rejection, setRejection] = useState<string>()
  const [draggedKey, setDraggedKey] = useState<string>()
  const box = useOrderKeys(formPhotos, isBusy)
  const isFull = formPhotos.list.length >= MAX_PHOTOS_PER_CAR

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    setRejection(formPhotos.add([...(event.target.files ?? [])]))
    // Lets the user choose a removed file again.
    event.target.value = ''
  }

  const isOver = useFileDrop((files) => {
    if (!isBusy) setRejection(formPhotos.add(files))
  })

  function handleShot(file: File, shot: Shot) {
    setRejection(formPhotos.add([file], shot))
    // The pressed button is gone once no shot is missing.
    input.current?.focus()
  }

  function handleRemove(key: string) {
    formPhotos.remove(key)
    setRejection(undefined)
    input.current?.focus()
  }

  return (
    <div ref={box} className="field">
      <div
        className="dropzone flex-wrap"
        data-over={isOver || undefined}
        data-invalid={rejection ? '' : undefined}
      >
        <ImagePlus aria-hidden="true" className="text-subtle" />
        <div className="min-w-0 grow basis-40">
          <label htmlFor={id} className="field-label block">
            Photos <span className="field-optional">(optional)</span>
          </label>
          <input
            {...getControlProps(id, { hint: HINT, error: rejection })}
            ref={input}
            type="file"
            multiple
            accept={uploadTypes.join(',')}
            className="sr-only"
            disabled={isBusy || isFull}
            onChange={handleChange}
          />
          <p className="text-small text-muted">
            {isFull ? (
              `You’ve reached ${MAX_PHOTOS_PER_CAR} photos`
            ) : isOver ? (
              'Drop them anywhere on this page'
            ) : (
              <span className="pointer-coarse:hidden">
                Drag photos anywhere on this page, or choose files
              </span>
            )}
          </p>
        </div>
        <Button
          variant="secondary"
          size="small"
          tabIndex={-1}
          disabled={isBusy || isFull}
          onClick={() => input.current?.click()}
        >
          Choose photos
        </Button>
      </div>
      <FieldNotes id={id} hint={HINT} error={rejection} />
      <ShotList
        {...{ fuel }}
        formPhotos={formPhotos.list}
        isDisabled={isBusy || isFull}
        onChoose={handleShot}
      />
      {formPhotos.list.length > 0 && (
        <ol
          aria-label="Photos in order"
          className="mt-4 grid sm:grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-3"
        >
          {formPhotos.list.map((photo, index) => (
            <PhotoTile
              key={photo.key}
              {...{ photo, index, fuel, isBusy }}
              isLast={index === formPhotos.list.length - 1}
              isDragged={photo.key === draggedKey}
              onDrag={(isDragged) => setDraggedKey(isDragged ? photo.key : undefined)}
              onDragOver={() => draggedKey && formPhotos.move(draggedKey, index)}
              onMove={(to) => formPhotos.move(photo.key, to)}
              onRemove={() => handleRemove(photo.key)}
              onShot={(shot) => formPhotos.setShot(photo.key, shot)}
              onReplace={(file) => formPhotos.replace(photo.key, file)}
              onRetry={() => formPhotos.retry(photo.key)}
            />
          ))}
        </ol>
      )}
    </div>
  )
}

/** The focused button: its photo's key and its index within the photo's tile. */
interface FocusedButton {
  key: string
  button: number
}

/**
 * Returns a ref for a box in which the arrow keys, Home, and End move the focused photo. The focus moves with
 * it.
 */
function useOrderKeys({ list, move }: Pick<Photos, 'list' | 'move'>, isBusy: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const focusedButton = useRef<FocusedButton | null>(null)

  useLayoutEffect(() => {
    if (focusedButton.current) focusIn(box.current, focusedButton.current)
    focusedButton.current = null
  })

  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const tile = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]') : null
    const from = list.findIndex(({ key }) => key === tile?.dataset.key)
    const to = findTargetIndex(event, from, list.length)
    if (isBusy || !tile || from < 0 || to === null) return
    event.preventDefault()
    if (to === from) return
    focusedButton.current = {
      key: list[from]!.key,
      button: buttonsOf(tile).indexOf(event.target as HTMLElement),
    }
    move(list[from]!.key, to)
  })
  useEffect(() => {
    const element = box.current
    const handle = (event: KeyboardEvent) => handleKeyDown(event)
    element?.addEventListener('keydown', handle)
    return () => element?.removeEventListener('keydown', handle)
  }, [])

  return box
}

function findTargetIndex(event: KeyboardEvent, from: number, count: number): number | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null
  if (event.key === 'ArrowLeft') return Math.max(0, from - 1)
  if (event.key === 'ArrowRight') return Math.min(count - 1, from + 1)
  if (event.key === 'Home') return 0
  return event.key === 'End' ? count - 1 : null
}

/**
 * Restores the focus to the same button. If it is disabled at the new position, another of the photo's
 * buttons gets the focus.
 */
function focusIn(box: HTMLElement | null, { key, button }: FocusedButton): void {
  const tiles = [...(box?.querySelectorAll<HTMLElement>('[data-key]') ?? [])]
  const tile = tiles.find((one) => one.dataset.key === key)
  const buttons = buttonsOf(tile)
  const isUsable = (one: HTMLElement) => !one.matches(':disabled')
  const sameButton = buttons[button]
  ;(sameButton && isUsable(sameButton) ? sameButton : buttons.find(isUsable))?.focus()
}

function buttonsOf(tile: Element | undefined): HTMLElement[] {
  return [...(tile?.querySelectorAll<HTMLElement>('button') ?? [])]
}
