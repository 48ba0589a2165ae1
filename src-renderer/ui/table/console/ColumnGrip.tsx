import type { KeyboardEvent, PointerEvent } from 'react'
import { clampWidth, MAX_COLUMN_WIDTH_PX, MIN_COLUMN_WIDTH_PX } from './column-layout.ts'

interface ColumnGripProps {
  header: string
  width: number
  isStop: boolean
  /** Sets the column's width in pixels; null restores the default. */
  onWidth: (width: number | null) => void
}

const STEP = 16

/**
 * Renders the handle on a column's right edge, which resizes the column by dragging or with the
 * arrow keys.
 */
export function ColumnGrip({ header, width, isStop, onWidth }: ColumnGripProps) {
  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    const grip = event.currentTarget
    const from = event.clientX - grip.parentElement!.getBoundingClientRect().width
    const drag = ({ clientX }: globalThis.PointerEvent) => onWidth(clampWidth(clientX - from))
    event.preventDefault()
    grip.setPointerCapture(event.pointerId)
    grip.addEventListener('pointermove', drag)
    grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', drag), {
      once: true,
    })
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const currentWidth = event.currentTarget.parentElement!.getBoundingClientRect().width
    if (event.key === 'ArrowRight') onWidth(clampWidth(currentWidth + STEP))
    else if (event.key === 'ArrowLeft') onWidth(clampWidth(currentWidth - STEP))
    else if (event.key === 'Home') onWidth(null)
    else return
    event.preventDefault()
  }

  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${header}`}
      aria-valuenow={width}
      aria-valuemin={MIN_COLUMN_WIDTH_PX}
      aria-valuemax={MAX_COLUMN_WIDTH_PX}
      tabIndex={isStop ? 0 : -1}
      title="Drag to change the width, double-click to reset it"
      className="column-grip"
      onPointerDown={handlePointerDown}
      onKeyDown={handleKeyDown}
      onDoubleClick={() => onWidth(null)}
    />
  )
}
