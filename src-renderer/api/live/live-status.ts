import { useSyncExternalStore } from 'react'
import type { LiveNotice } from '../../../contract/events.ts'

/** How up to date this tab is. */
export interface LiveStatus {
  /** `off`: nobody is signed in. `lost`: what is shown may be old; it is being tried again. */
  state: 'off' | 'connecting' | 'live' | 'lost'
  /** When all that is shown was known to be as the server has it, in ms since 1970; null before the first time. */
  syncedAt: number | null
}

/** Notices already told: after a short break the server tells the last ones again. */
const MAX_KNOWN = 500

let status: LiveStatus = { state: 'off', syncedAt: null }
const statusListeners = new Set<() => void>()
const noticeListeners = new Set<(notice: LiveNotice) => void>()
const known = new Set<string>()

/** For a status line: 'Synced at 14:32', and whether that goes on. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(subscribe, () => status)
}

/**
 * Told of what somebody should look at, once each, and in the leading tab alone.
 * @returns ends it
 */
export function onLiveNotice(listener: (notice: LiveNotice) => void): () => void {
  noticeListeners.add(listener)
  return () => noticeListeners.delete(listener)
}

/** For `live-updates.ts`. */
export function setLiveStatus(next: LiveStatus): void {
  status = next
  for (const listener of statusListeners) listener()
}

/** For `live-updates.ts`. */
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
