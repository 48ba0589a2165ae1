import { useEffect, useEffectEvent } from 'react'

/** Reloads a list at an interval in milliseconds; null pauses it. A hidden window does not poll. */
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
