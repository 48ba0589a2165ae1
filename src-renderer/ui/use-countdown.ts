import { useEffect, useState } from 'react'
import { serverNow } from '../api/server-clock.ts'

/** How many seconds there are until then, by the server's clock; zero and less once it is over. */
export function useSecondsUntil(moment: string): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.ceil((Date.parse(moment) - now) / 1000)
}

/** `12:41` */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
