import { useSyncExternalStore } from 'react'

const SECONDS = 60

const ends = new Map<string, number>()

/** Starts a one-minute cool-down, during which the named action should not be repeated. */
export function startCoolDown(name: string): void {
  ends.set(name, Date.now() + SECONDS * 1000)
}

/**
 * Returns the remaining seconds of the cool-down, which any component may have started, or 0 if the action is
 * available.
 */
export function useCoolDown(name: string): number {
  return useSyncExternalStore(tick, () => secondsLeft(name))
}

function tick(listener: () => void): () => void {
  const timer = setInterval(listener, 250)
  return () => clearInterval(timer)
}

function secondsLeft(name: string): number {
  return Math.max(0, Math.ceil(((ends.get(name) ?? 0) - Date.now()) / 1000))
}
