import { useSyncExternalStore } from 'react'

const query = matchMedia('(prefers-reduced-motion: reduce)')

/** Whether the system asks for less motion: nothing starts to move by itself then. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches)
}

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
