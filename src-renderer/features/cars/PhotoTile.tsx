import { ArrowLeft, ArrowRight, EyeOff, Star, X } from 'lucide-react'
import { Suspense, useState, type DragEvent } from 'react'
import type { Shot } from '../../../contract/cars/shots.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { Button, IconButton } from '../../ui/controls/Button.tsx'
import { LoadingBar } from '../../ui/controls/LoadingBar.tsx'
import { cx } from '../../ui/cx.ts'
import { createLazyPart } from '../../ui/lazy-part.tsx'
import { FilePreview } from '../../ui/form/FilePreview.tsx'
import { UploadProgress } from '../../ui/form/PhotoPicker.tsx'
import { PhotoHints } from './PhotoHints.tsx'
import { ShotMenu } from './ShotMenu.tsx'
import type { FormPhoto } from './use-photos.ts'

const PlateBlur = createLazyPart(() => import('./PlateBlur.tsx').then((module) => module.PlateBlur), 'toast')

interface PhotoTileProps {
  photo: FormPhoto
  index: number
  isLast: boolean
  fuel: string | null
  isBusy: boolean
  isDragged: boolean
  onDrag: (isDragged: boolean) => void
  onDragOver: () => void
  onMove: (index: number) => void
  onRemove: () => void
  onShot: (shot: Shot | null) => void
  /** Called with a copy of the photo whose license plate is hidden. */
  onReplace: (file: File) => void
  onRetry: () => void
}

export function PhotoTile({ photo, index, isLast, fuel, isBusy, isDragged, ...on }: PhotoTileProps) {
  const { progress, error } = photo
  const name = `photo ${index + 1}`
  const [isHiding, setHiding] = useState(false)

  function handleReplace(file: File) {
    setHiding(false)
    on.onReplace(file)
  }

  function handleDragStart(event: DragEvent) {
    event.dataTransfer.effectAllowed = 'move'
    on.onDrag(true)
  }

  return (
    <li data-key={photo.key}>
      <div
        className={cx(
          'card flex h-full items-center overflow-hidden sm:flex-col sm:items-stretch',
          !isBusy && 'cursor-grab',
          isDragged && 'opacity-60',
        )}
        draggable={!isBusy}
        onDragStart={handleDragStart}
        onDragEnter={() => !isDragged && on.onDragOver()}
        onDragOver={(event) => event.preventDefault()}
        onDragEnd={() => on.onDrag(false)}
      >
        <div className="relative aspect-4/3 w-2/5 flex-none bg-sunken sm:w-auto">
          <div className="absolute inset-0">
            <Shown photo={photo} name={name} />
          </div>
          {index === 0 && (
            <span className="absolute top-1 left-1 sm:top-2 sm:left-2">
              <Badge tone="primary">Cover photo</Badge>
            </span>
          )}
        </div>
        <div className="min-w-0 flex-1">
          {progress !== null && <UploadProgress value={progress} />}
          {error && (
            <div className="px-2 pb-1">
              <p className="field-error">{error}</p>
              {photo.file && (
                <Button variant="secondary" size="small" disabled={isBusy} onClick={on.onRetry}>
                  Try {name} again
                </Button>
              )}
            </div>
          )}
          {photo.file && <PhotoHints file={photo.file} name={name} />}
          <ShotMenu {...{ name, fuel, isBusy }} shot={photo.shot} onChange={on.onShot} />
          <div className="flex flex-wrap justify-between">
            <IconButton
              label={`Move ${name} earlier`}
              disabled={isBusy || index === 0}
              onClick={() => on.onMove(index - 1)}
            >
              <ArrowLeft />
            </IconButton>
            <IconButton
              label={`Make ${name} the cover photo`}
              disabled={isBusy || index === 0}
              onClick={() => on.onMove(0)}
            >
              <Star />
            </IconButton>
            <IconButton
              label={`Move ${name} later`}
              disabled={isBusy || isLast}
              onClick={() => on.onMove(index + 1)}
            >
              <ArrowRight />
            </IconButton>
            <IconButton
              label={`Hide the license plate on ${name}`}
              disabled={isBusy}
              onClick={() => setHiding(true)}
            >
              <EyeOff />
            </IconButton>
            <IconButton className="ml-auto" label={`Remove ${name}`} disabled={isBusy} onClick={on.onRemove}>
              <X />
            </IconButton>
          </div>
        </div>
      </div>
      {isHiding && (
        <Suspense fallback={<LoadingBar />}>
          <PlateBlur {...{ photo, name }} onSave={handleReplace} onClose={() => setHiding(false)} />
        </Suspense>
      )}
    </li>
  )
}

function Shown({ photo: { file, url }, name }: { photo: FormPhoto; name: string }) {
  if (file) return <FilePreview file={file} size={240} fit="contain" />
  return (
    <img
      src={url ?? ''}
      alt={`Stored ${name}`}
      loading="lazy"
      // The tile is draggable instead.
      draggable={false}
      className="size-full object-contain"
    />
  )
}
