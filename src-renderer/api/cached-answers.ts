import { useSyncExternalStore } from 'react'

let oldest: number | null = null
const listeners = new Set<() => void>()

/** An answer from before is shown. @param at when the server gave it, in ms since 1970 */
export function recordCachedAnswer(at: number): void {
  set(Math.min(at, oldest ?? at))
}

/** The server is there again. @returns whether anything that is shown is from before, and so to be asked for */
export function clearCachedAnswers(): boolean {
  if (oldest === null) return false
  set(null)
  return true
}

/** Since when what is shown may be out of date, in ms since 1970; null where all of it came from the server. */
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
