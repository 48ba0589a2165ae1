import { useLocation } from 'react-router-dom'

const PREFIX = 'kerblight.visit.'
const MAX_VISITS = 200

/** IDs of the notes written since the page was loaded, most recent last. */
const noted = new Set<string>()

/**
 * Stores a note for the current visit. It is restored when the user goes back to this visit or reloads it,
 * but not on another visit. It is deleted when the window closes or the user signs out.
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
    // Storage is blocked or full; the visit starts over without a note.
  }
}

function evictOldest(): void {
  const [oldest] = noted
  noted.delete(oldest!)
  sessionStorage.removeItem(oldest!)
}
