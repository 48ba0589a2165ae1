import { useLayoutEffect, useRef, type ReactNode } from 'react'

interface PhotoStripProps {
  count: number
  index: number
  /** Called with the index of the photo that the user swiped to. */
  onNavigate: (index: number) => void
  /** 0 if nothing in the strip can get the focus, so that the arrow keys scroll the strip. */
  tabIndex?: 0
  children: (place: number) => ReactNode
}

/** Shows photos side by side, one at a time. Swiping or setting the index changes the visible one. */
export function PhotoStrip({ count, index, onNavigate, tabIndex, children }: PhotoStripProps) {
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
        if (place !== index && place < count) onNavigate(place)
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
