import { useSyncExternalStore } from 'react'
import type { LiveNotice } from '../../../contract/events.ts'

/** This tab's sync state. */
export interface LiveStatus {
  /**
   * `off`: the user is not signed in. `lost`: the displayed data may be stale while the connection
   * is retried.
   */
  state: 'off' | 'connecting' | 'live' | 'lost'
  /**
   * The last time when all displayed data matched the server's, in milliseconds since 1970, or null before
   * the first sync.
   */
  syncedAt: number | null
}

/**
 * Number of sent notices to remember. After an interruption, the server repeats recent notices,
 * which are then skipped.
 */
const MAX_KNOWN_NOTICES = 500

let status: LiveStatus = { state: 'off', syncedAt: null }
const statusListeners = new Set<() => void>()
const noticeListeners = new Set<(notice: LiveNotice) => void>()
const sentKeys = new Set<string>()

/** Returns the sync state for a status line, as in 'Synced at 14:32'. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(subscribe, () => status)
}

/**
 * Calls the listener once with each of the user's notices, only in the leading tab.
 * @returns a function that unsubscribes
 */
export function onLiveNotice(listener: (notice: LiveNotice) => void): () => void {
  noticeListeners.add(listener)
  return () => noticeListeners.delete(listener)
}

/** Called only by `live-updates.ts`. */
export function setLiveStatus(next: LiveStatus): void {
  status = next
  for (const listener of statusListeners) listener()
}

/** Sends a notice to the listeners unless it was sent before. Called only by `live-updates.ts`. */
export function sendNotice(notice: LiveNotice): void {
  const key = `${notice.kind} ${notice.id}`
  if (sentKeys.has(key)) return
  if (sentKeys.size >= MAX_KNOWN_NOTICES) sentKeys.delete(sentKeys.values().next().value!)
  sentKeys.add(key)
  for (const listener of noticeListeners) listener(notice)
}

function subscribe(listener: () => void): () => void {
  statusListeners.add(listener)
  return () => statusListeners.delete(listener)
}
