import { ChevronLeft, ChevronRight, Expand } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { CarPicture } from './CarPicture.tsx'

interface GalleryProps {
  images: readonly string[]
  /** The car's, in full. */
  name: string
}

/** One large picture, the others below it; arrow keys turn, the large one opens full screen. */
export function Gallery({ images, name }: GalleryProps) {
  const [index, setIndex] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const count = images.length
  const altOf = (place: number) => `${name}, picture ${place + 1} of ${Math.max(count, 1)}`

  function turn(by: number) {
    setIndex((index + by + count) % count)
  }

  function turnByKey(event: Pick<KeyboardEvent, 'key' | 'preventDefault'>) {
    if (count < 2 || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    turn(event.key === 'ArrowRight' ? 1 : -1)
  }

  const turnWhereverFocusIs = useEffectEvent(turnByKey)
  // Full screen there is nothing else to turn. Captured, as a dialog keeps arrow keys to itself.
  useEffect(() => {
    if (!isOpen) return
    const listener = (event: KeyboardEvent) => turnWhereverFocusIs(event)
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [isOpen])

  const arrowKeys = { onKeyDown: turnByKey }
  return (
    <section aria-label="Pictures" className="flex min-w-0 flex-col gap-3">
      <div className="card relative overflow-hidden" {...arrowKeys}>
        <CarPicture src={images[index] ?? ''} alt={altOf(index)} isEager />
        {count > 0 && (
          <span className="no-print absolute right-2 bottom-2 flex rounded-control bg-surface">
            <IconButton label="Previous picture" disabled={count < 2} onClick={() => turn(-1)}>
              <ChevronLeft />
            </IconButton>
            <IconButton label="Next picture" disabled={count < 2} onClick={() => turn(1)}>
              <ChevronRight />
            </IconButton>
            <IconButton label="Full screen" onClick={() => setOpen(true)}>
              <Expand />
            </IconButton>
          </span>
        )}
      </div>
      {count > 1 && (
        <ul className="no-print grid grid-cols-4 gap-2 sm:grid-cols-6" {...arrowKeys}>
          {images.map((image, place) => (
            <li key={image}>
              <button
                type="button"
                className="block w-full overflow-hidden rounded-compact border-2 border-transparent aria-[current=true]:border-primary"
                aria-label={`Show picture ${place + 1}`}
                aria-current={place === index}
                onClick={() => setIndex(place)}
              >
                <CarPicture src={image} alt="" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={altOf(index)} size="full">
        <div className="flex flex-wrap items-center justify-center gap-2 sm:flex-nowrap">
          <IconButton label="Previous picture" disabled={count < 2} onClick={() => turn(-1)}>
            <ChevronLeft />
          </IconButton>
          <img
            src={images[index]}
            alt={altOf(index)}
            className="max-h-[78dvh] min-w-0 flex-1 rounded-control object-contain max-sm:order-first max-sm:basis-full"
          />
          <IconButton label="Next picture" disabled={count < 2} onClick={() => turn(1)}>
            <ChevronRight />
          </IconButton>
        </div>
      </Dialog>
    </section>
  )
}
