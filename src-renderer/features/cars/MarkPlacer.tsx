import { useState, type KeyboardEvent, type MouseEvent } from 'react'
import { areaAt, markViewLabels, type MarkView } from '../../../contract/cars/mark-areas.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { MarkDrawing, placeAt } from './MarkDrawing.tsx'
import type { Marks } from './use-marks.ts'

interface MarkPlacerProps {
  body: Car['body']
  view: MarkView
  marks: Marks
  /** The ID of the text that explains the keys. */
  hintId: string
}

const STEPS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const SMALL_STEP = 2
const LARGE_STEP = 10
/** The distance in pixels from a pin's middle within which a press selects the pin: half of a target of 44 pixels. */
const TARGET_RADIUS = 22

/** Places marks on a drawing: by a press, or with a crosshair that the arrow keys move. */
export function MarkPlacer({ body, view, marks, hintId }: MarkPlacerProps) {
  const [cross, setCross] = useState({ x: 50, y: 50 })
  const [isFocused, setFocused] = useState(false)
  const pins = (marks.list ?? []).flatMap((mark, index) => (mark.view === view ? [{ mark, index }] : []))

  function handleClick({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const distance = ({ x, y }: { x: number; y: number }) =>
      Math.hypot(left + (x / 100) * width - clientX, top + (y / 100) * height - clientY)
    // Where targets overlap, the nearest pin is selected, or else the one on top.
    const [nearest] = pins.toReversed().toSorted((a, b) => distance(a.mark) - distance(b.mark))
    if (nearest && distance(nearest.mark) <= TARGET_RADIUS) return marks.edit(nearest.index)
    const percent = (part: number) => Math.round(clamp(part * 100) * 10) / 10
    marks.place({ view, x: percent((clientX - left) / width), y: percent((clientY - top) / height) })
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const direction = STEPS[event.key]
    if (!direction && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (!direction) return marks.place({ view, ...cross })
    const step = event.shiftKey ? LARGE_STEP : SMALL_STEP
    const next = { x: clamp(cross.x + direction[0] * step), y: clamp(cross.y + direction[1] * step) }
    setCross(next)
    marks.announce(areaAt(view, next.x, next.y).label)
  }

  return (
    <MarkDrawing
      body={body}
      view={view}
      area={{
        role: 'application',
        tabIndex: 0,
        'aria-label': `${markViewLabels[view]}: place a mark`,
        'aria-describedby': hintId,
        className: 'mark-editable',
        onClick: handleClick,
        onKeyDown: handleKeyDown,
        onFocus: ({ currentTarget }) => setFocused(currentTarget.matches(':focus-visible')),
        onBlur: () => setFocused(false),
      }}
    >
      {pins.map(({ mark, index }) => (
        <span
          key={index}
          ref={placeAt(mark)}
          aria-hidden="true"
          className="mark-pin"
          data-current={index === marks.current || undefined}
          data-invalid={marks.errorsOf(index).length > 0 || undefined}
        >
          {index + 1}
        </span>
      ))}
      {isFocused && <span ref={placeAt(cross)} aria-hidden="true" className="mark-crosshair" />}
    </MarkDrawing>
  )
}

function clamp(percent: number): number {
  return Math.min(100, Math.max(0, percent))
}
