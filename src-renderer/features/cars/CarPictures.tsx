import { ArrowLeft, ArrowRight, ImagePlus, Star, X } from 'lucide-react'
import { useId, useState, type ChangeEvent, type RefObject } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { FieldNotes, controlProps } from '../../ui/Field.tsx'
import { FilePreview } from '../../ui/FilePreview.tsx'
import { UploadProgress } from '../../ui/PhotoPicker.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { MAX_PICTURES } from '../../../contract/cars.ts'
import { uploadTypes } from '../../../contract/images.ts'
import type { Picture, Pictures } from './use-pictures.ts'

const HINT = `Up to ${MAX_PICTURES}: JPEG, PNG or WebP, at most 10 MB each. The first is the main picture.`

interface CarPicturesProps {
  pictures: Pictures
  /** The control that chooses files. */
  input: RefObject<HTMLInputElement | null>
  isBusy: boolean
}

/** The pictures of a car: chosen or dropped, put in order, removed. */
export function CarPictures({ pictures, input, isBusy }: CarPicturesProps) {
  const id = useId()
  const [refusal, setRefusal] = useState<string>()
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
    <div className="field">
      <div
        className="dropzone flex-wrap"
        data-over={isOver || undefined}
        data-invalid={refusal ? '' : undefined}
      >
        <ImagePlus aria-hidden="true" className="text-subtle" />
        <div className="min-w-0 grow basis-40">
          <label htmlFor={id} className="field-label block">
            Pictures<span className="field-optional"> (optional)</span>
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
            {isFull
              ? `All ${MAX_PICTURES} places are taken`
              : isOver
                ? 'Drop them anywhere on this page'
                : 'Drop pictures anywhere on this page, or choose them'}
          </p>
        </div>
        <Button
          variant="secondary"
          size="small"
          tabIndex={-1}
          disabled={isBusy || isFull}
          onClick={() => input.current?.click()}
        >
          Choose pictures
        </Button>
      </div>
      <FieldNotes id={id} hint={HINT} error={refusal} />
      {pictures.list.length > 0 && (
        <ol
          aria-label="Pictures in order"
          className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(176px,1fr))] gap-3"
        >
          {pictures.list.map((picture, place) => (
            <PictureTile
              key={picture.key}
              {...{ picture, place, isBusy }}
              isLast={place === pictures.list.length - 1}
              onMove={(to) => pictures.move(picture.key, to)}
              onRemove={() => handleRemove(picture.key)}
            />
          ))}
        </ol>
      )}
    </div>
  )
}

interface PictureTileProps {
  picture: Picture
  place: number
  isLast: boolean
  isBusy: boolean
  onMove: (place: number) => void
  onRemove: () => void
}

function PictureTile({ picture, place, isLast, isBusy, onMove, onRemove }: PictureTileProps) {
  const { file, url, progress, error } = picture
  const name = `picture ${place + 1}`

  return (
    <li className="card flex flex-col overflow-hidden">
      <div className="relative aspect-4/3 bg-sunken *:object-cover">
        {file ? (
          <FilePreview file={file} size={148} />
        ) : (
          <img src={url ?? ''} alt={`Stored ${name}`} loading="lazy" className="size-full object-cover" />
        )}
        {place === 0 && (
          <span className="absolute top-2 left-2">
            <Badge tone="primary">Main picture</Badge>
          </span>
        )}
      </div>
      {progress !== null && <UploadProgress value={progress} />}
      {error && <p className="field-error px-2">{error}</p>}
      <div className="flex justify-between">
        <IconButton
          label={`Move ${name} earlier`}
          disabled={isBusy || place === 0}
          onClick={() => onMove(place - 1)}
        >
          <ArrowLeft />
        </IconButton>
        <IconButton
          label={`Make ${name} the main one`}
          disabled={isBusy || place === 0}
          onClick={() => onMove(0)}
        >
          <Star />
        </IconButton>
        <IconButton
          label={`Move ${name} later`}
          disabled={isBusy || isLast}
          onClick={() => onMove(place + 1)}
        >
          <ArrowRight />
        </IconButton>
        <IconButton label={`Remove ${name}`} disabled={isBusy} onClick={onRemove}>
          <X />
        </IconButton>
      </div>
    </li>
  )
}
