import { useEffect, useRef, useState } from 'react'

/**
 * Makes a row focusable while it overflows, so that it can be scrolled by keyboard. For rows
 * without focusable content.
 */
export function useScrollable<T extends HTMLElement>() {
  const ref = useRef<T>(null)
  const [isScrollable, setScrollable] = useState(false)

  useEffect(() => {
    const row = ref.current
    if (!row) return
    const observer = new ResizeObserver(() => setScrollable(row.scrollWidth > row.clientWidth))
    observer.observe(row)
    return () => observer.disconnect()
  }, [])

  return { ref, tabIndex: isScrollable ? 0 : undefined }
}
