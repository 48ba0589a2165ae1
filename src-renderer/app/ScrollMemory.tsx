import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { CLEAR_DATA } from '../platform/clear-data-event.ts'

const KEY = 'kerblight.scroll'
/** How long a page may take to grow tall enough for the place one left. */
const PATIENCE = 1500

const positions = readPositions()

/** Back returns to where one was, a new page starts at its top or at the address's #anchor. */
export function ScrollMemory() {
  const { key, hash, pathname, search } = useLocation()
  // An address that was typed has no key of its own.
  const place = key === 'default' ? pathname + search : key
  const type = useNavigationType()
  const previous = useRef<string>(undefined)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const forget = () => positions.clear()
    addEventListener('pagehide', writePositions)
    addEventListener(CLEAR_DATA, forget)
    return () => {
      removeEventListener('pagehide', writePositions)
      removeEventListener(CLEAR_DATA, forget)
    }
  }, [])

  // A layout effect: the next page's own start must not be taken for the place one left.
  useLayoutEffect(() => {
    const remember = () => positions.set(place, scrollY)
    addEventListener('scroll', remember, { passive: true })
    // The last of the scrolling is told a frame later, when the page may be gone; before what is known is written.
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
    // A changed query alone, such as a filter, leaves the place. A link to an #anchor leads there each time.
    if (was === pathname + hash && !hash) return
    if (hash) return scrollWhenPossible(() => scrollToAnchor(hash))
    // What the server drew may have been read before the code was there.
    if (was !== undefined) scrollTo(0, 0)
  }, [place, type, pathname, hash])

  return null
}

/** Tries at once and again while content arrives, until it works, patience ends or the person scrolls. */
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
    // Only a reload and Back come to where one was: what is typed or followed from elsewhere opens anew.
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
    // Blocked or full: a reload starts at the top.
  }
}
