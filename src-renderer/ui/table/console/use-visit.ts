import { useLocation } from 'react-router-dom'

const PREFIX = 'kerblight.visit.'
const MAX_VISITS = 200

/** What was noted since the page was loaded, the newest last. */
const noted = new Set<string>()

/**
 * A note that is there again when one goes back to the visit, or loads it anew, and not on another. It goes with the
 * window, and when somebody signs out.
 */
export function useVisit(name: string): { noted: string | undefined; note: (value: string) => void } {
  const { key, pathname } = useLocation()
  const id = `${PREFIX}${key} ${pathname} ${name}`
  return { noted: read(id), note: (value) => write(id, value) }
}

function read(id: string): string | undefined {
  try {
    return sessionStorage.getItem(id) ?? undefined
  } catch {
    return undefined
  }
}

function write(id: string, value: string): void {
  noted.delete(id)
  noted.add(id)
  try {
    sessionStorage.setItem(id, value)
    if (noted.size > MAX_VISITS) evictOldest()
  } catch {
    // Blocked or full: one begins anew there.
  }
}

function evictOldest(): void {
  const [oldest] = noted
  noted.delete(oldest!)
  sessionStorage.removeItem(oldest!)
}
