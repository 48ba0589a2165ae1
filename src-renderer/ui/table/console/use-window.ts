import { useEffect, useState, type RefObject } from 'react'
import { HEAD_HEIGHT, ROW_HEIGHT, rowPlaces } from './row-places.ts'
import { MAX_PRINTED } from './use-printable-list.ts'
import { usePrinting } from '../use-printing.ts'

/** Number of extra rows beyond each edge, to avoid gaps during fast scrolling. */
const SPARE = 8

interface Window {
  first: number
  /** Index after the last row. */
  end: number
  /** Reports whether a row is actually in view, and not just one of the extra rows. */
  isInSight: (index: number) => boolean
  /** True while the page is being printed. All rows up to the print limit are then rendered. */
  isPrinting: boolean
  /** Number of rows that fit into view. */
  page: number
  /** Total height of the rows in pixels. */
  height: number
  /** True if the size of the visible area is known. */
  isMeasured: boolean
  /** Height of the box's visible area in pixels. */
  shown: number
  /** Returns a row's offset in pixels from the top edge of the rows. */
  topOf: (index: number) => number
  scrollToRow: (index: number) => void
}

/**
 * Computes which rows of equal height are visible in a scrolling box, plus a few extra ones. On paper, the
 * rows start at the beginning of the list.
 */
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
    scrollToRow(index) {
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
