import { useState, type KeyboardEvent, type MouseEvent } from 'react'
import { findMarkArea, markViewLabels, type MarkView } from '../../../contract/cars/mark-areas.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { MarkDrawing, placeAt } from './MarkDrawing.tsx'
import { findPressedPin } from './mark-pins.ts'
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

/** Places marks on a drawing: by a press, or with a crosshair that the arrow keys move. */
export function MarkPlacer({ body, view, marks, hintId }: MarkPlacerProps) {
  const [cross, setCross] = useState({ x: 50, y: 50 })
  const [isFocused, setFocused] = useState(false)
  const pins = (marks.list ?? []).flatMap((mark, index) =>
    mark.view === view ? [{ x: mark.x, y: mark.y, index }] : [],
  )

  function handleClick(event: MouseEvent<HTMLElement>) {
    const pressed = findPressedPin(pins, event.currentTarget, event)
    if (pressed) return marks.edit(pressed.index)
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const percent = (part: number) => Math.round(clamp(part * 100) * 10) / 10
    marks.place({
      view,
      x: percent((event.clientX - left) / width),
      y: percent((event.clientY - top) / height),
    })
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
    marks.announce(findMarkArea(view, next.x, next.y).label)
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
      {pins.map(({ index, ...point }) => (
        <span
          key={index}
          ref={placeAt(point)}
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
