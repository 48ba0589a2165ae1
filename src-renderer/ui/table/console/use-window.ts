import { useEffect, useState, type RefObject } from 'react'
import { HEAD_HEIGHT, ROW_HEIGHT, createRowPlaces } from './row-places.ts'
import { MAX_PRINTED_ROWS } from './use-printable-list.ts'
import { usePrinting } from '../use-printing.ts'

/** Number of extra rows beyond each edge, which avoid gaps during fast scrolling. */
const SPARE = 8

interface Window {
  first: number
  /** Index after the last row. */
  end: number
  /** Reports whether a row is in view, as opposed to one of the extra rows. */
  isInSight: (index: number) => boolean
  /** True while printing, when all rows up to the print limit are rendered. */
  isPrinting: boolean
  /** Number of rows that fit into view. */
  page: number
  /** Total height of the rows in pixels. */
  height: number
  /** True once the height of the visible area is known. */
  isMeasured: boolean
  viewHeight: number
  /** Returns a row's offset in pixels from the top edge of the rows. */
  topOf: (index: number) => number
  scrollToRow: (index: number) => void
}

/**
 * Computes which rows of a scrolling box to render: those in view, plus a few extra ones. On paper,
 * the rows start at the beginning of the list.
 */
export function useWindow(box: RefObject<HTMLElement | null>, count: number): Window {
  const view = useView(box)
  const isPrinting = usePrinting() !== null
  const positions = createRowPlaces(count, Math.max(0, view.height - HEAD_HEIGHT))

  const page = Math.max(1, Math.floor(view.height / ROW_HEIGHT) - 1)
  const top = Math.floor(positions.passed(view.top) / ROW_HEIGHT)
  const endInSight = top + page + 2
  const first = Math.min(count, Math.max(0, top - SPARE))
  return {
    first: isPrinting ? 0 : first,
    end: Math.min(count, isPrinting ? MAX_PRINTED_ROWS : endInSight + SPARE),
    isInSight: (index) => index >= top && index < endInSight,
    isPrinting,
    page,
    height: positions.height,
    isMeasured: view.height > 0,
    viewHeight: view.height,
    topOf: (index) => positions.topOf(index, view.top),
    scrollToRow(index) {
      const element = box.current!
      const to = positions.scrollTo(index, element.scrollTop)
      if (to !== element.scrollTop) element.scrollTo({ top: to })
    },
  }
}

function useView(box: RefObject<HTMLElement | null>) {
  const [view, setView] = useState({ top: 0, height: 0 })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [box])
  return view
}
