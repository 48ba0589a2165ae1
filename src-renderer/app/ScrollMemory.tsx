import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { CLEAR_DATA } from '../platform/clear-data-event.ts'

const KEY = 'kerblight.scroll'
/** Time limit in milliseconds for a page to grow tall enough to restore its scroll position. */
const PATIENCE = 1500

const positions = readPositions()

/** Restores the scroll position on Back. A new page starts at the top or at the URL's #anchor. */
export function ScrollMemory() {
  const { key, hash, pathname, search } = useLocation()
  // A page whose URL was typed has no history key.
  const positionKey = key === 'default' ? pathname + search : key
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

  // A layout effect ends before the next page resets the scroll position. The reset position must not be
  // recorded for this page.
  useLayoutEffect(() => {
    const remember = () => positions.set(positionKey, scrollY)
    addEventListener('scroll', remember, { passive: true })
    // The browser reports the last scroll a frame late, when the page may be gone. The capture
    // phase runs before all positions are written to storage.
    addEventListener('pagehide', remember, { capture: true })
    return () => {
      removeEventListener('scroll', remember)
      removeEventListener('pagehide', remember, { capture: true })
    }
  }, [positionKey])

  useLayoutEffect(() => {
    const previousPath = previous.current
    previous.current = pathname + hash
    const storedY = type === 'POP' ? positions.get(positionKey) : undefined
    if (storedY !== undefined) return scrollWhenPossible(() => scrollToY(storedY))
    // If only the query changes, as with a filter, the position stays. A link to an #anchor scrolls
    // there at every click.
    if (previousPath === pathname + hash && !hash) return
    if (hash) return scrollWhenPossible(() => scrollToAnchor(hash))
    // The first page keeps its position: the user may have scrolled the prerendered page before the
    // code loaded.
    if (previousPath !== undefined) scrollTo(0, 0)
  }, [positionKey, type, pathname, hash])

  return null
}

/**
 * Tries to scroll now and again as content arrives, until it succeeds, `PATIENCE` has passed, or
 * the user scrolls.
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
    const storedPositions = new Map(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, number][])
    // Only a reload or Back restores the position. A typed URL or a link from another site starts
    // at the top.
    const [navigationEntry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (navigationEntry?.type === 'navigate') storedPositions.delete(location.pathname + location.search)
    return storedPositions
  } catch {
    return new Map()
  }
}

function writePositions() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...positions].slice(-50)))
  } catch {
    // Storage is blocked or full, so a reload starts at the top.
  }
}
