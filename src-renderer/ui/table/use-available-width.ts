import { useEffect, useState, type RefObject } from 'react'

/** What a list's own scroll bar takes, at most. */
const SCROLL_BAR = 16

/** How many pixels a list in this box has for its columns; without end until that is known. */
export function useAvailableWidth(box: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Infinity)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setRoom(element.clientWidth - SCROLL_BAR))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return room
}
