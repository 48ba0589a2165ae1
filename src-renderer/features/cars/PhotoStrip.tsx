import { useLayoutEffect, useRef, type ReactNode } from 'react'

interface PhotoStripProps {
  count: number
  index: number
  /** Somebody swiped to that one. */
  onTurn: (index: number) => void
  /** 0 where nothing in it takes the focus: arrow keys then scroll it. */
  tabIndex?: 0
  children: (place: number) => ReactNode
}

/** Photos side by side, one in sight: turned by swiping, and by whoever sets the index. */
export function PhotoStrip({ count, index, onTurn, tabIndex, children }: PhotoStripProps) {
  const strip = useRef<HTMLUListElement>(null)

  useLayoutEffect(() => {
    const element = strip.current
    if (element && placeIn(element) !== index)
      element.scrollTo({ left: index * element.clientWidth, behavior: 'instant' })
  }, [index])

  return (
    <ul
      ref={strip}
      tabIndex={tabIndex}
      className="photo-strip"
      onScroll={({ currentTarget }) => {
        const place = placeIn(currentTarget)
        if (place !== index && place < count) onTurn(place)
      }}
    >
      {Array.from({ length: count }, (_, place) => (
        <li key={place}>{children(place)}</li>
      ))}
    </ul>
  )
}

function placeIn({ scrollLeft, clientWidth }: HTMLElement): number {
  return clientWidth === 0 ? 0 : Math.round(scrollLeft / clientWidth)
}
