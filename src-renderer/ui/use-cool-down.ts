import { useSyncExternalStore } from 'react'

const SECONDS = 60

const ends = new Map<string, number>()

/** From now on, for a minute, what goes by this name should not be done again. */
export function startCoolDown(name: string): void {
  ends.set(name, Date.now() + SECONDS * 1000)
}

/** Whole seconds that are left to wait, wherever in the app it began; 0 when it may be done. */
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
