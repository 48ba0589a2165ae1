import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Returns when printing started, in milliseconds since 1970, or null while not printing. */
export function usePrinting(): number | null {
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => {
    // The browser prints as soon as the listeners return, so the state update must be synchronous.
    const begin = () => flushSync(() => setSince(Date.now()))
    const end = () => setSince(null)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return since
}
