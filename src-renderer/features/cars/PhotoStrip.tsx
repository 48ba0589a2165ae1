import { useLayoutEffect, useRef, type ReactNode } from 'react'

interface PhotoStripProps {
  count: number
  index: number
  onNavigate: (index: number) => void
  /** 0 if nothing in the strip is focusable, so that the arrow keys can scroll it. */
  tabIndex?: 0
  children: (photoIndex: number) => ReactNode
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
        const photoIndex = placeIn(currentTarget)
        if (photoIndex !== index && photoIndex < count) onNavigate(photoIndex)
      }}
    >
      {Array.from({ length: count }, (_, photoIndex) => (
        <li key={photoIndex}>{children(photoIndex)}</li>
      ))}
    </ul>
  )
}

function placeIn({ scrollLeft, clientWidth }: HTMLElement): number {
  return clientWidth === 0 ? 0 : Math.round(scrollLeft / clientWidth)
}
