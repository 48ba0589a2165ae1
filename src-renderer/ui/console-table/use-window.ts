import { useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** Rows drawn beyond the edges, so that a quick scroll shows no gap. */
const SPARE = 8

interface Window {
  first: number
  /** One after the last. */
  end: number
  /** How many rows are in sight at once. */
  page: number
}

/** Which rows of equal height are in sight of a box that scrolls, and a few more. On paper, all are. */
export function useWindow(box: RefObject<HTMLElement | null>, rowHeight: number, count: number): Window {
  const [view, setView] = useState({ top: 0, height: 0 })

  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box])

  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The print is taken as soon as the listeners are through.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])

  const page = Math.max(1, Math.floor(view.height / rowHeight) - 1)
  const inSight = Math.floor(view.top / rowHeight)
  if (isPrinting) return { first: 0, end: count, page }
  return {
    first: Math.max(0, inSight - SPARE),
    end: Math.min(count, inSight + page + 2 + SPARE),
    page,
  }
}
