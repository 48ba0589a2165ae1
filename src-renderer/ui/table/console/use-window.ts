import { useEffect, useState, type RefObject } from 'react'
import { HEAD_HEIGHT, ROW_HEIGHT, rowPlaces } from './row-places.ts'
import { MAX_PRINTED } from './use-printable-list.ts'
import { usePrinting } from '../use-printing.ts'

/** Rows drawn beyond the edges, so that a quick scroll shows no gap. */
const SPARE = 8

interface Window {
  first: number
  /** One after the last. */
  end: number
  /** Whether a row is in sight itself, not one of the few more. */
  isInSight: (index: number) => boolean
  /** All of them are, on paper. */
  isPrinting: boolean
  /** How many rows are in sight at once. */
  page: number
  /** Pixels of all rows. */
  height: number
  /** How much is in sight is known. */
  isMeasured: boolean
  /** Pixels of the box that are in sight. */
  shown: number
  /** Pixels from the upper edge of the rows to one of them. */
  topOf: (index: number) => number
  bringIntoSight: (index: number) => void
}

/** Which rows of equal height are in sight of a box that scrolls, and a few more. On paper it is the list from its beginning. */
export function useWindow(box: RefObject<HTMLElement | null>, count: number): Window {
  const view = useView(box)
  const isPrinting = usePrinting() !== null
  const places = rowPlaces(count, Math.max(0, view.height - HEAD_HEIGHT))

  const page = Math.max(1, Math.floor(view.height / ROW_HEIGHT) - 1)
  const top = Math.floor(places.passed(view.top) / ROW_HEIGHT)
  const below = top + page + 2
  const first = Math.min(count, Math.max(0, top - SPARE))
  return {
    first: isPrinting ? 0 : first,
    end: Math.min(count, isPrinting ? MAX_PRINTED : below + SPARE),
    isInSight: (index) => index >= top && index < below,
    isPrinting,
    page,
    height: places.height,
    isMeasured: view.height > 0,
    shown: view.height,
    topOf: (index) => places.topOf(index, view.top),
    bringIntoSight(index) {
      const element = box.current!
      const to = places.scrollTo(index, element.scrollTop)
      if (to !== element.scrollTop) element.scrollTo({ top: to })
    },
  }
}

function useView(box: RefObject<HTMLElement | null>) {
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
  return view
}
