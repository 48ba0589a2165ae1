import { useEffect, useRef, useState } from 'react'

/** For a row that phones scroll sideways and nothing in it takes the focus: there the row itself does, so that keys scroll it. */
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
