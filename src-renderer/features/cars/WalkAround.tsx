import { useEffect, useId, useRef, useState, type MouseEvent } from 'react'
import { markViews, type MarkView } from '../../../contract/cars/mark-areas.ts'
import { formatMarkTitle, summarizeMarks, type Mark } from '../../../contract/cars/marks.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { formatMonthAndDay } from '../../../contract/dates.ts'
import { Card } from '../../ui/controls/Card.tsx'
import { NativeButton } from '../../ui/controls/native-controls.ts'
import { MarkDrawing, placeAt } from './MarkDrawing.tsx'
import { findPressedPin, spreadPins } from './mark-pins.ts'
import './marks.css'

interface WalkAroundProps {
  car: Car
  onOpenPhoto: (url: string) => void
}

/** Shows the damage that the seller has stated: as numbered pins on drawings, and as a list. */
export function WalkAround({ car: { body, marks, marksAt }, onOpenPhoto }: WalkAroundProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="no-print">
      <Card className="flex flex-col gap-4 p-5">
        <h2 id={id} className="text-h3">
          Walk around
        </h2>
        {marks && marksAt ? (
          <p className="font-semibold">{summarizeMarks(marks, formatMonthAndDay(marksAt))}</p>
        ) : (
          <p>The seller has not noted marks. Ask about scratches and dents.</p>
        )}
        {marks && marks.length > 0 && <MarkedCar {...{ body, marks, onOpenPhoto }} />}
      </Card>
    </section>
  )
}

interface MarkedCarProps extends Pick<WalkAroundProps, 'onOpenPhoto'> {
  body: Car['body']
  marks: readonly Mark[]
}

/** Highlights a mark on the drawing and in the list while either is pointed at, focused, or chosen. */
function MarkedCar({ body, marks, onOpenPhoto }: MarkedCarProps) {
  const [current, setCurrent] = useState<number | null>(null)
  const list = useRef<HTMLOListElement>(null)

  function handleChoose(index: number) {
    setCurrent(index)
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' })
  }

  const highlight = (index: number) => ({
    onPointerEnter: () => setCurrent(index),
    onFocus: () => setCurrent(index),
    'data-current': index === current || undefined,
  })

  return (
    <>
      <div className="mark-views" data-wide="">
        {markViews.map((view) => (
          <MarkedView
            key={view}
            {...{ body, view, marks, current }}
            onPoint={setCurrent}
            onChoose={handleChoose}
          />
        ))}
      </div>
      <ol ref={list} aria-label="Marks" className="mark-rows">
        {marks.map((mark, index) => (
          <li key={index} className="mark-row" {...highlight(index)}>
            <span aria-hidden="true" className="mark-pin">
              {index + 1}
            </span>
            <span className="min-w-0 grow wrap-anywhere">
              {formatMarkTitle(mark)}
              {mark.note && <span className="block text-small text-muted">{mark.note}</span>}
            </span>
            {mark.photo !== null && (
              <NativeButton
                type="button"
                className="mark-photo"
                aria-label={`Open the photo of mark ${index + 1}`}
                onClick={() => onOpenPhoto(mark.photo!)}
              >
                <img src={mark.photo} alt="" width={72} height={54} loading="lazy" decoding="async" />
              </NativeButton>
            )}
          </li>
        ))}
      </ol>
      {!body && (
        <p className="text-small text-muted">
          The drawing shows a sedan, because the body type is not stated.
        </p>
      )}
    </>
  )
}

interface MarkedViewProps extends Omit<MarkedCarProps, 'onOpenPhoto'> {
  view: MarkView
  current: number | null
  onPoint: (index: number) => void
  onChoose: (index: number) => void
}

/** Draws one view with its pins. Where pins are close together, they are moved apart and the nearest one is pressed. */
function MarkedView({ body, view, marks, current, onPoint, onChoose }: MarkedViewProps) {
  const drawing = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const ownMarks = marks.flatMap((mark, index) => (mark.view === view ? [{ ...mark, index }] : []))
  const pins = spreadPins(ownMarks, size)

  useEffect(() => {
    const element = drawing.current!
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const pointedAt = (event: MouseEvent, index: number) =>
    findPressedPin(pins, drawing.current!, event)?.index ?? index

  return (
    <MarkDrawing body={body} view={view} area={{ ref: drawing }}>
      {pins.map((pin) => (
        <NativeButton
          key={pin.index}
          ref={placeAt(pin)}
          type="button"
          className="mark-pin"
          aria-label={`Mark ${pin.index + 1}: ${formatMarkTitle(pin)}`}
          data-current={pin.index === current || undefined}
          onFocus={() => onPoint(pin.index)}
          onPointerMove={(event) => onPoint(pointedAt(event, pin.index))}
          // The keyboard presses the pin with the focus, which has no pointer position.
          onClick={(event) => onChoose(event.detail === 0 ? pin.index : pointedAt(event, pin.index))}
        >
          {pin.index + 1}
        </NativeButton>
      ))}
    </MarkDrawing>
  )
}
