import { useEffect, useEffectEvent } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { PhotoStrip } from './PhotoStrip.tsx'
import { TurnButtons } from './TurnButtons.tsx'
import { useZoom } from './use-zoom.ts'

interface PhotoViewerProps {
  images: readonly string[]
  index: number
  isOpen: boolean
  altOf: (place: number) => string
  onTurn: (index: number) => void
  /** To the next, or the one before. */
  turn: (by: number) => void
  onKey: (event: KeyboardEvent) => void
  onClose: () => void
}

/** The photos over the whole screen. */
export function PhotoViewer({
  images,
  index,
  isOpen,
  altOf,
  onTurn,
  turn,
  onKey,
  onClose,
}: PhotoViewerProps) {
  const handleKey = useEffectEvent(onKey)
  // There is nothing else to turn here. Captured, as a dialog keeps arrow keys to itself.
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
        <PhotoStrip count={count} index={index} onTurn={onTurn} tabIndex={0}>
          {(place) => <ZoomablePhoto src={images[place]!} alt={altOf(place)} onDismiss={onClose} />}
        </PhotoStrip>
        {count > 1 && <TurnButtons onTurn={turn} />}
      </div>
    </Dialog>
  )
}

function ZoomablePhoto({ src, alt, onDismiss }: { src: string; alt: string; onDismiss: () => void }) {
  const zoom = useZoom(onDismiss)
  return <img src={src} alt={alt} draggable={false} {...zoom} />
}
