import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../../ui/controls/Button.tsx'

/** Phones are swiped. */
export function TurnButtons({ onTurn }: { onTurn: (by: number) => void }) {
  return (
    <>
      <span className="no-print absolute top-1/2 left-3 -translate-y-1/2 max-sm:hidden">
        <IconButton label="Previous photo" className="photo-button" onClick={() => onTurn(-1)}>
          <ChevronLeft />
        </IconButton>
      </span>
      <span className="no-print absolute top-1/2 right-3 -translate-y-1/2 max-sm:hidden">
        <IconButton label="Next photo" className="photo-button" onClick={() => onTurn(1)}>
          <ChevronRight />
        </IconButton>
      </span>
    </>
  )
}
