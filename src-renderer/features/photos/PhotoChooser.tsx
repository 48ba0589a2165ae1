import { FolderOpen, Images } from 'lucide-react'
import { useRef, type ChangeEvent } from 'react'
import { uploadTypes } from '../../../contract/images.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { cx } from '../../ui/cx.ts'
import type { PhotoFiles } from './use-photo-files.ts'
import '../../ui/form/form.css'

interface PhotoChooserProps {
  files: PhotoFiles
  title: string
  text: string
  /** True for a smaller drop zone below other content. */
  isSmall?: boolean
}

export function PhotoChooser({ files, title, text, isSmall = false }: PhotoChooserProps) {
  const photos = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const { isOver, isReading, errorMessage, choose } = files

  /** Turns the input into a folder picker. React has no attribute for this. */
  function asFolder(input: HTMLInputElement | null) {
    if (input) input.webkitdirectory = true
    folder.current = input
  }

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    if (target.files?.length) choose([...target.files])
    // Lets the user choose the same files again.
    target.value = ''
  }

  return (
    <div
      className={cx(
        'dropzone flex-col justify-center gap-3 text-center',
        isSmall ? 'py-6' : 'min-h-72 py-10',
      )}
      data-over={isOver || undefined}
      data-invalid={errorMessage !== null || undefined}
    >
      <span
        className="grid size-14 place-items-center rounded-full bg-primary-soft text-primary-ink"
        aria-hidden="true"
      >
        <Images />
      </span>
      <div>
        <p className="text-h3 font-bold tracking-tight">{isOver ? 'Drop them here' : title}</p>
        <p className="mx-auto mt-1 max-w-[60ch] text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <Button loading={isReading} onClick={() => folder.current?.click()}>
          <FolderOpen aria-hidden="true" />
          Choose a folder
        </Button>
        <Button variant="secondary" disabled={isReading} onClick={() => photos.current?.click()}>
          Choose photos or a zip
        </Button>
      </div>
      <input
        ref={asFolder}
        type="file"
        aria-label="Folder"
        className="sr-only"
        tabIndex={-1}
        onChange={handleChange}
      />
      <input
        ref={photos}
        type="file"
        aria-label="Photos or a zip"
        className="sr-only"
        tabIndex={-1}
        multiple
        accept={[...uploadTypes, '.zip'].join(',')}
        onChange={handleChange}
      />
      {errorMessage !== null && (
        <p role="alert" className="field-error">
          {errorMessage}
        </p>
      )}
    </div>
  )
}
