import { ImagePlus } from 'lucide-react'
import { useId, useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { HEIC_REFUSED, isHeic } from '../../../contract/heic.ts'
import { Button } from '../controls/Button.tsx'
import { getControlProps, FieldNotes, type FieldTexts } from './Field.tsx'
import { FilePreview } from './FilePreview.tsx'
import { NativeInput } from '../controls/native-controls.ts'
import { Progress } from '../controls/Progress.tsx'
import { cx } from '../cx.ts'
import './form.css'

const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp']

export interface PhotoPickerProps extends FieldTexts {
  value: File | string | null
  onChange: (file: File | null) => void
  onBlur?: () => void
  name?: string
  /** A fraction from 0 to 1. */
  progress?: number | null
  shape?: 'square' | 'round'
}

/**
 * Lets the user choose, drop, preview, replace, and remove a photo. It is designed for
 * react-hook-form's `Controller`.
 */
export function PhotoPicker(props: PhotoPickerProps) {
  const { label, hint = 'JPEG, PNG, or WebP, up to 10 MB', error, optional, className } = props
  const { value, onChange, onBlur, name, progress = null, shape = 'square' } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [fileError, setFileError] = useState<string>()
  const shownError = fileError ?? error

  function choose(file: File | undefined) {
    if (!file) return
    const isPhoto = PHOTO_TYPES.includes(file.type)
    setFileError(isPhoto ? undefined : isHeic(file) ? HEIC_REFUSED : 'Choose a JPEG, PNG, or WebP photo.')
    if (isPhoto) onChange(file)
  }

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    choose(event.target.files?.[0])
    // Otherwise, choosing the same file again after removing it would not fire a change event.
    event.target.value = ''
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files[0])
  }

  function handleRemove() {
    setFileError(undefined)
    onChange(null)
    input.current?.focus()
  }

  return (
    <div className={cx('field', className)}>
      <label className="field-label" htmlFor={id}>
        {label}
        {optional && <span className="field-optional"> (optional)</span>}
      </label>
      <div
        className="dropzone"
        data-over={isOver || undefined}
        data-invalid={shownError ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={handleDrop}
      >
        <span
          className={cx(
            'grid size-24 flex-none place-items-center overflow-hidden bg-sunken text-subtle',
            shape === 'round' ? 'rounded-full' : 'rounded-control',
          )}
        >
          <Preview value={value} />
        </span>
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <NativeInput
            {...getControlProps(id, { hint, error: shownError })}
            ref={input}
            name={name}
            type="file"
            accept={PHOTO_TYPES.join(',')}
            className="sr-only"
            onChange={handleChange}
            onBlur={onBlur}
          />
          <p className="text-small wrap-anywhere">
            {value instanceof File ? (
              value.name
            ) : value ? (
              'Current photo'
            ) : (
              <span className="pointer-coarse:hidden">Drag a photo here, or</span>
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="small" tabIndex={-1} onClick={() => input.current?.click()}>
              {value ? 'Replace' : 'Choose a photo'}
            </Button>
            {value && (
              <Button variant="ghost" size="small" onClick={handleRemove}>
                Remove
              </Button>
            )}
          </div>
          {progress !== null && <UploadProgress value={progress} />}
        </div>
      </div>
      <FieldNotes id={id} hint={hint} error={shownError} />
    </div>
  )
}

function Preview({ value }: { value: File | string | null }) {
  if (value instanceof File) return <FilePreview file={value} />
  if (value) return <img src={value} alt="" className="size-full object-cover" />
  return <ImagePlus aria-hidden="true" />
}

/**
 * Shows the progress of an upload.
 * @param value a fraction from 0 to 1
 */
export function UploadProgress({ value }: { value: number }) {
  return <Progress label="Upload" value={value} />
}
