import { useEffect, useState } from 'react'

/** Returns true once the page has loaded and the browser is idle. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)

  useEffect(() => {
    let cancel = () => {}
    const start = () => {
      if ('requestIdleCallback' in window) {
        const request = requestIdleCallback(() => setIdle(true), { timeout: 1500 })
        cancel = () => cancelIdleCallback(request)
      } else {
        const timer = setTimeout(() => setIdle(true), 200)
        cancel = () => clearTimeout(timer)
      }
    }
    if (document.readyState === 'complete') start()
    else addEventListener('load', start, { once: true })
    return () => {
      removeEventListener('load', start)
      cancel()
    }
  }, [])

  return isIdle
}
