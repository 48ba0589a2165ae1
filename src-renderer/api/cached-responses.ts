import { useSyncExternalStore } from 'react'

let oldest: number | null = null
const listeners = new Set<() => void>()

/**
 * Records that the page shows a cached response.
 * @param at when the server sent it, in ms since 1970
 */
export function recordCachedResponse(at: number): void {
  set(Math.min(at, oldest ?? at))
}

/**
 * Clears the record because the server is reachable again.
 * @returns true if the page shows cached data, which must be refetched
 */
export function clearCachedResponses(): boolean {
  if (oldest === null) return false
  set(null)
  return true
}

/**
 * Returns the time since which the displayed data may be out of date, in ms since 1970. Null if all of it
 * came from the server.
 */
export function useCachedSince(): number | null {
  return useSyncExternalStore(subscribe, () => oldest)
}

function set(next: number | null): void {
  oldest = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
