import { useEffect, useState, type RefObject } from 'react'

/** Maximum width of a list's scroll bar in pixels. */
const SCROLL_BAR = 16

/**
 * Returns the width in pixels that a list in this box has for its columns, or `Infinity` until the
 * box is measured.
 */
export function useAvailableWidth(box: RefObject<HTMLElement | null>): number {
  const [availableWidth, setAvailableWidth] = useState(Infinity)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setAvailableWidth(element.clientWidth - SCROLL_BAR))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return availableWidth
}
