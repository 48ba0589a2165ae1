import { useSyncExternalStore } from 'react'

let oldest: number | null = null
const listeners = new Set<() => void>()

/**
 * Records that the page shows a cached response.
 * @param sentAt when the server sent it, in milliseconds since 1970
 */
export function recordCachedResponse(sentAt: number): void {
  setOldest(Math.min(sentAt, oldest ?? sentAt))
}

/**
 * Clears the record when the server is reachable again.
 * @returns true if the page shows cached data, which must be refetched
 */
export function clearCachedResponses(): boolean {
  if (oldest === null) return false
  setOldest(null)
  return true
}

/**
 * Returns the time since which the displayed data may be stale, in milliseconds since 1970, or null if all of
 * it is current.
 */
export function useCachedSince(): number | null {
  return useSyncExternalStore(subscribe, () => oldest)
}

function setOldest(next: number | null): void {
  oldest = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
