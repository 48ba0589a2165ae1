import { useLocation } from 'react-router-dom'

const PREFIX = 'kerblight.visit.'
const MAX_VISITS = 200

/** Storage keys of the notes written since the page load, most recent last. */
const stored = new Set<string>()

/**
 * Stores a note for the current visit to a page. It survives reloads and is restored when the user
 * navigates back to this visit. It is deleted when the window closes or the user signs out.
 */
export function useVisit(name: string): { stored: string | undefined; note: (value: string) => void } {
  const { key, pathname } = useLocation()
  const id = `${PREFIX}${key} ${pathname} ${name}`
  return { stored: read(id), note: (value) => write(id, value) }
}

function read(id: string): string | undefined {
  try {
    return sessionStorage.getItem(id) ?? undefined
  } catch {
    return undefined
  }
}

function write(id: string, value: string): void {
  stored.delete(id)
  stored.add(id)
  try {
    sessionStorage.setItem(id, value)
    if (stored.size > MAX_VISITS) evictOldest()
  } catch {
    // Storage is blocked or full, so a return to this visit finds no note.
  }
}

function evictOldest(): void {
  const [oldest] = stored
  stored.delete(oldest!)
  sessionStorage.removeItem(oldest!)
}
