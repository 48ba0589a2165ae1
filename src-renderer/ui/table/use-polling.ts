import { useEffect, useEffectEvent } from 'react'

/** Reads a list again at an interval in milliseconds; null pauses. A hidden window does not ask. */
export function usePolling(refetch: () => unknown, interval: number | null): void {
  const poll = useEffectEvent(() => {
    if (document.visibilityState === 'visible') refetch()
  })
  useEffect(() => {
    if (interval === null) return
    const timer = setInterval(() => poll(), interval)
    return () => clearInterval(timer)
  }, [interval])
}
