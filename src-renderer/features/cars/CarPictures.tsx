import { ImagePlus } from 'lucide-react'
import { useId, useState, type ChangeEvent, type RefObject } from 'react'
import { MAX_PICTURES } from '../../../contract/cars.ts'
import { uploadTypes } from '../../../contract/images.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldNotes, controlProps } from '../../ui/Field.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { PictureTile } from './PictureTile.tsx'
import { useOrderKeys } from './use-order-keys.ts'
import type { Pictures } from './use-pictures.ts'
import '../../ui/form.css'

const HINT = (
  <>
    {`Up to ${MAX_PICTURES} photos (JPEG, PNG, or WebP, 10 MB each). The first is your cover photo.`}
    <span className="pointer-coarse:hidden"> Drag photos, or use ← and →, to put them in order.</span>
  </>
)

interface CarPicturesProps {
  pictures: Pictures
  /** The control that chooses files. */
  input: RefObject<HTMLInputElement | null>
  isBusy: boolean
}

/** The photos of a car: chosen or dropped, put in order, removed. */
export function CarPictures({ pictures, input, isBusy }: CarPicturesProps) {
  const id = useId()
  const [refusal, setRefusal] = useState<string>()
  const [draggedKey, setDraggedKey] = useState<string>()
  const box = useOrderKeys(pictures, isBusy)
  const isFull = pictures.list.length >= MAX_PICTURES

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    setRefusal(pictures.add([...(event.target.files ?? [])]))
    // So that a file that was removed can be chosen again.
    event.target.value = ''
  }

  const isOver = useFileDrop((files) => {
    if (!isBusy) setRefusal(pictures.add(files))
  })

  function handleRemove(key: string) {
    pictures.remove(key)
    setRefusal(undefined)
    input.current?.focus()
  }

  return (
    <div ref={box} className="field">
      <div
        className="dropzone flex-wrap"
        data-over={isOver || undefined}
        data-invalid={refusal ? '' : undefined}
      >
        <ImagePlus aria-hidden="true" className="text-subtle" />
        <div className="min-w-0 grow basis-40">
          <label htmlFor={id} className="field-label block">
            Photos <span className="field-optional">(optional)</span>
          </label>
          <input
            {...controlProps(id, { hint: HINT, error: refusal })}
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
              `You’ve reached ${MAX_PICTURES} photos`
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
      <FieldNotes id={id} hint={HINT} error={refusal} />
      {pictures.list.length > 0 && (
        <ol
          aria-label="Photos in order"
          className="mt-4 grid sm:grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-3"
        >
          {pictures.list.map((picture, place) => (
            <PictureTile
              key={picture.key}
              {...{ picture, place, isBusy }}
              isLast={place === pictures.list.length - 1}
              isDragged={picture.key === draggedKey}
              onDrag={(isDragged) => setDraggedKey(isDragged ? picture.key : undefined)}
              onDragOver={() => draggedKey && pictures.move(draggedKey, place)}
              onMove={(to) => pictures.move(picture.key, to)}
              onRemove={() => handleRemove(picture.key)}
              onRetry={() => pictures.retry(picture.key)}
            />
          ))}
        </ol>
      )}
    </div>
  )
}
