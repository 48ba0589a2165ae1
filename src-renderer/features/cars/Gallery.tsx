import { Expand, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState, useEffect, useImperativeHandle, useRef, useEffectEvent, type Ref } from 'react'
import { getShotLabel, type Shot } from '../../../contract/cars/shots.ts'
import { IconButton } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { CarPhoto } from './CarPhoto.tsx'
import { PhotoStrip } from './PhotoStrip.tsx'
import { NativeButton } from '../../ui/controls/native-controls.ts'
import { useZoom } from './use-zoom.ts'
import './gallery.css'

interface GalleryProps {
  images: readonly string[]
  /** The shots of the photos, in the same order. */
  shots?: readonly (Shot | null)[] | undefined
  fuel: string | null
  name: string
  ref?: Ref<GalleryHandle>
}

export interface GalleryHandle {
  /** Shows one of the photos full screen. */
  openPhoto: (url: string) => void
}

/**
 * Shows one large photo and thumbnails of all photos. A swipe or the arrow keys change the photo, and a click
 * opens it full screen.
 */
export function Gallery({ images, shots = [], fuel, name, ref }: GalleryProps) {
  const [index, setIndex] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const count = images.length
  const captionOf = (place: number) => (shots[place] ? getShotLabel(shots[place], fuel) : '')
  const altOf = (place: number) =>
    `${name}, photo ${place + 1} of ${Math.max(count, 1)}${withColon(captionOf(place))}`
  const turn = (by: number) => setIndex((index + by + count) % count)

  useImperativeHandle(ref, () => ({
    openPhoto(url) {
      setIndex(Math.max(0, images.indexOf(url)))
      setOpen(true)
    },
  }))

  function turnByKey(event: Pick<KeyboardEvent, 'key' | 'preventDefault'>) {
    if (count < 2 || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    turn(event.key === 'ArrowRight' ? 1 : -1)
  }

  const arrowKeys = { onKeyDown: turnByKey }
  return (
    <section aria-label="Photos" className="min-w-0">
      <div className="flex flex-col gap-3" {...arrowKeys}>
        <div className="card relative overflow-hidden max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
          <PhotoStrip count={Math.max(count, 1)} index={index} onNavigate={setIndex}>
            {(place) => (
              <>
                <CarPhoto src={images[place] ?? ''} alt={altOf(place)} isEager={place === 0} isUncropped />
                {count > 0 && (
                  <NativeButton
                    type="button"
                    tabIndex={-1}
                    aria-hidden="true"
                    className="no-print absolute inset-0 cursor-zoom-in"
                    onClick={() => setOpen(true)}
                  />
                )}
              </>
            )}
          </PhotoStrip>
          {count === 0 && <span className="photo-count absolute right-3 bottom-3">No photo yet</span>}
          {count > 1 && <TurnButtons onNavigate={turn} />}
          {count > 0 && (
            <span className="no-print absolute right-3 bottom-3 flex items-center gap-2">
              <span aria-hidden="true" className="photo-count">
                {captionOf(index) && `${captionOf(index)} · `}
                {index + 1} / {count}
              </span>
              <IconButton label="Full screen" className="photo-button" onClick={() => setOpen(true)}>
                <Expand />
              </IconButton>
            </span>
          )}
        </div>
        {count > 1 && <PhotoThumbs {...{ images, index, captionOf }} onNavigate={setIndex} />}
      </div>
      <PhotoViewer
        {...{ images, index, isOpen, altOf, turn }}
        onNavigate={setIndex}
        onKey={turnByKey}
        onClose={() => setOpen(false)}
      />
    </section>
  )
}

function withColon(caption: string): string {
  return caption && `: ${caption}`
}

interface PhotoThumbsProps {
  images: readonly string[]
  index: number
  captionOf: (place: number) => string
  onNavigate: (index: number) => void
}

/** Shows all thumbnails in one row. The current one is marked and scrolled into view. */
function PhotoThumbs({ images, index, captionOf, onNavigate }: PhotoThumbsProps) {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const list = row.current
    const thumb = list?.children[index]
    // `scrollIntoView` would scroll the page as well.
    if (list && thumb instanceof HTMLElement)
      list.scrollTo({ left: thumb.offsetLeft - (list.clientWidth - thumb.offsetWidth) / 2 })
  }, [index])

  return (
    <ul ref={row} className="photo-thumbs no-print">
      {images.map((image, place) => (
        <li key={image} className="flex-none">
          <NativeButton
            type="button"
            className="photo-thumb"
            aria-label={`Show photo ${place + 1}${withColon(captionOf(place))}`}
            aria-current={place === index}
            onClick={() => onNavigate(place)}
          >
            <CarPhoto src={image} alt="" />
          </NativeButton>
        </li>
      ))}
    </ul>
  )
}

interface PhotoViewerProps {
  images: readonly string[]
  index: number
  isOpen: boolean
  altOf: (place: number) => string
  onNavigate: (index: number) => void
  turn: (by: number) => void
  onKey: (event: KeyboardEvent) => void
  onClose: () => void
}

function PhotoViewer({ images, index, isOpen, altOf, onNavigate, turn, onKey, onClose }: PhotoViewerProps) {
  const handleKey = useEffectEvent(onKey)
  // The arrow keys have no other use here. The listener captures them because the dialog stops the events
  // from bubbling.
  useEffect(() => {
    if (!isOpen) return
    const listener = (event: KeyboardEvent) => handleKey(event)
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [isOpen])

  const count = images.length
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={altOf(index)} size="full">
      <div className="photo-viewer">
        <PhotoStrip count={count} index={index} onNavigate={onNavigate} tabIndex={0}>
          {(place) => <ZoomablePhoto src={images[place]!} alt={altOf(place)} onDismiss={onClose} />}
        </PhotoStrip>
        {count > 1 && <TurnButtons onNavigate={turn} />}
      </div>
    </Dialog>
  )
}

function ZoomablePhoto({ src, alt, onDismiss }: { src: string; alt: string; onDismiss: () => void }) {
  const zoom = useZoom(onDismiss)
  return <img src={src} alt={alt} draggable={false} {...zoom} />
}

/** Shows the buttons to change the photo, except on phones, where users swipe. */
function TurnButtons({ onNavigate }: { onNavigate: (by: number) => void }) {
  return (
    <>
      <span className="no-print absolute top-1/2 left-3 -translate-y-1/2 max-sm:hidden">
        <IconButton label="Previous photo" className="photo-button" onClick={() => onNavigate(-1)}>
          <ChevronLeft />
        </IconButton>
      </span>
      <span className="no-print absolute top-1/2 right-3 -translate-y-1/2 max-sm:hidden">
        <IconButton label="Next photo" className="photo-button" onClick={() => onNavigate(1)}>
          <ChevronRight />
        </IconButton>
      </span>
    </>
  )
}
