import { useEffect, useState } from 'react'

/**
 * Number of new rows per frame. Half a window of rows takes half of the 50 ms in which a page must respond.
 */
const NEW_AT_ONCE = 10

/**
 * Returns the keys of the rows to draw now: those already painted, and a few more with each frame, in order.
 * @param wanted keys of the rows that should be drawn
 */
export function useFrameByFrame(wanted: readonly string[]): ReadonlySet<string> {
  const [painted, setPainted] = useState('')
  const before = new Set(painted.split('\n'))
  const added = wanted.filter((key) => !before.has(key)).slice(0, NEW_AT_ONCE)
  const drawn = new Set([...added, ...wanted.filter((key) => before.has(key))])
  const value = [...drawn].toSorted().join('\n')
  useEffect(() => {
    if (value === painted) return
    let timer: number | undefined
    // Animation frame callbacks run before the frame is painted, tasks after it.
    const frame = requestAnimationFrame(() => (timer = window.setTimeout(() => setPainted(value))))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value, painted])
  return drawn
}
