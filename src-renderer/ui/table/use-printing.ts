import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Since when what is drawn goes to paper, in ms since 1970; null on screen. */
export function usePrinting(): number | null {
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => {
    // The print is taken as soon as the listeners are through.
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
