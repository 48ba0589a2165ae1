import { useEffect, useState } from 'react'
import { getServerTime } from '../api/server-clock.ts'

/**
 * Returns the seconds until the given time by the server's clock; zero or negative once it has
 * passed.
 */
export function useSecondsUntil(moment: string | number): number {
  const end = new Date(moment).getTime()
  const [now, setNow] = useState(getServerTime)
  const isOver = now >= end
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(getServerTime()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.ceil((end - now) / 1000)
}

export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
