import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { CLEAR_DATA } from '../platform/clear-data-event.ts'

const KEY = 'kerblight.scroll'
/** The time in ms within which a page must grow tall enough to restore its previous position. */
const PATIENCE = 1500

const positions = readPositions()

/** Restores the previous scroll position on Back. A new page starts at its top, or at the URL's #anchor. */
export function ScrollMemory() {
  const { key, hash, pathname, search } = useLocation()
  // A page whose URL was typed has no history key of its own.
  const place = key === 'default' ? pathname + search : key
  const type = useNavigationType()
  const previous = useRef<string>(undefined)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const clearPositions = () => positions.clear()
    addEventListener('pagehide', writePositions)
    addEventListener(CLEAR_DATA, clearPositions)
    return () => {
      removeEventListener('pagehide', writePositions)
      removeEventListener(CLEAR_DATA, clearPositions)
    }
  }, [])

  // This is a layout effect, so that the next page's start is not recorded as the previous page's position.
  useLayoutEffect(() => {
    const remember = () => positions.set(place, scrollY)
    addEventListener('scroll', remember, { passive: true })
    // The browser reports the last scroll a frame late, when the page may be gone. The position is recorded
    // in the capture phase, before all positions are written to storage.
    addEventListener('pagehide', remember, { capture: true })
    return () => {
      removeEventListener('scroll', remember)
      removeEventListener('pagehide', remember, { capture: true })
    }
  }, [place])

  useLayoutEffect(() => {
    const was = previous.current
    previous.current = pathname + hash
    const known = type === 'POP' ? positions.get(place) : undefined
    if (known !== undefined) return scrollWhenPossible(() => scrollToY(known))
    // If only the query changes, as with a filter, the position stays. A link to an #anchor scrolls there
    // each time it is clicked.
    if (was === pathname + hash && !hash) return
    if (hash) return scrollWhenPossible(() => scrollToAnchor(hash))
    // The first page keeps its position, because the user may have scrolled the prerendered page before the
    // code loaded.
    if (was !== undefined) scrollTo(0, 0)
  }, [place, type, pathname, hash])

  return null
}

/**
 * Tries to scroll immediately and again while content arrives. Stops when scrolling succeeds, when `PATIENCE`
 * has passed, or when the user scrolls.
 */
function scrollWhenPossible(attempt: () => boolean): () => void {
  if (attempt()) return () => undefined
  const observer = new ResizeObserver(() => attempt() && stop())
  const timer = setTimeout(stop, PATIENCE)
  observer.observe(document.body)
  addEventListener('wheel', stop, { passive: true })
  addEventListener('touchmove', stop, { passive: true })
  return stop

  function stop() {
    clearTimeout(timer)
    observer.disconnect()
    removeEventListener('wheel', stop)
    removeEventListener('touchmove', stop)
  }
}

function scrollToY(y: number): boolean {
  scrollTo(0, y)
  return Math.abs(scrollY - y) < 2
}

function scrollToAnchor(hash: string): boolean {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)))
  target?.scrollIntoView()
  return target !== null
}

function readPositions(): Map<string, number> {
  try {
    const known = new Map(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, number][])
    // Only a reload or Back restores the position. A typed URL or a link from another site starts at the top.
    const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (opened?.type === 'navigate') known.delete(location.pathname + location.search)
    return known
  } catch {
    return new Map()
  }
}

function writePositions() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...positions].slice(-50)))
  } catch {
    // The storage is blocked or full, so a reload starts at the top.
  }
}
