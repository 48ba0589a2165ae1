import { useSyncExternalStore } from 'react'
import type { LiveNotice } from '../../../contract/events.ts'

/** This tab's sync state. */
export interface LiveStatus {
  /**
   * `off`: the user is not signed in. `lost`: the displayed data may be stale while the connection is
   * retried.
   */
  state: 'off' | 'connecting' | 'live' | 'lost'
  /**
   * The last time at which all displayed data matched the server's, in ms since 1970; null before the first
   * sync.
   */
  syncedAt: number | null
}

/**
 * The number of sent notices to remember. The server repeats the latest notices after a short interruption,
 * and repeated ones are skipped.
 */
const MAX_KNOWN = 500

let status: LiveStatus = { state: 'off', syncedAt: null }
const statusListeners = new Set<() => void>()
const noticeListeners = new Set<(notice: LiveNotice) => void>()
const known = new Set<string>()

/**
 * Returns the state for a status line: the last sync, as in 'Synced at 14:32', and whether syncing continues.
 */
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

/** Updates the status; called by `live-updates.ts`. */
export function setLiveStatus(next: LiveStatus): void {
  status = next
  for (const listener of statusListeners) listener()
}

/** Sends a notice to the listeners, unless it was sent before. Called by `live-updates.ts`. */
export function sendNotice(notice: LiveNotice): void {
  const key = `${notice.kind} ${notice.id}`
  if (known.has(key)) return
  if (known.size >= MAX_KNOWN) known.delete(known.values().next().value!)
  known.add(key)
  for (const listener of noticeListeners) listener(notice)
}

function subscribe(listener: () => void): () => void {
  statusListeners.add(listener)
  return () => statusListeners.delete(listener)
}
