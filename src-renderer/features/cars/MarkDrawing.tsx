import type { ComponentProps, ReactNode } from 'react'
import type { Car } from '../../../contract/cars/cars.ts'
import { markViewLabels, type MarkView } from '../../../contract/cars/mark-areas.ts'
import { bodySizes, endSize } from '../../ui/body-sizes.ts'
import { cx } from '../../ui/cx.ts'
import './marks.css'

interface MarkDrawingProps {
  body: Car['body']
  view: MarkView
  children: ReactNode
  /** The props of the area that the drawing fills, which has the drawing's size. */
  area?: ComponentProps<'div'>
}

/** The body type that is drawn if the car's own is unknown. */
const USUAL_BODY = 'sedan'

/** Draws one view of a car's body type. The children are pins on it. */
export function MarkDrawing({ body, view, children, area }: MarkDrawingProps) {
  const shape = body ?? USUAL_BODY
  const isEnd = view === 'front' || view === 'rear'
  const { width, height } = isEnd ? endSize : bodySizes[shape]
  return (
    <figure className="mark-view" data-view={view}>
      <div {...area} className={cx('mark-area', area?.className)}>
        <img
          src={`/art/bodies/${shape}${isEnd ? `-${view}` : ''}.svg`}
          alt=""
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          draggable={false}
        />
        {children}
      </div>
      <figcaption>{markViewLabels[view]}</figcaption>
    </figure>
  )
}

/**
 * Returns a ref that moves an element to a point in percent of its drawing. It is set by script, because the
 * content security policy blocks style attributes.
 */
export function placeAt({ x, y }: { x: number; y: number }) {
  return (element: HTMLElement | null) => {
    if (element) Object.assign(element.style, { left: `${x}%`, top: `${y}%` })
  }
}
