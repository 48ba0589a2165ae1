import { useEffect, useState } from 'react'

/**
 * Number of new rows per frame. Rendering half a window of rows takes half of the 50 ms within
 * which a page should respond.
 */
const NEW_ROWS_PER_FRAME = 10

/**
 * Returns the keys of the rows to render now: those already painted, plus a few more each frame, in
 * order.
 * @param requestedKeys keys of the rows to render eventually
 */
export function useFrameByFrame(requestedKeys: readonly string[]): ReadonlySet<string> {
  const [painted, setPainted] = useState('')
  const paintedKeys = new Set(painted.split('\n'))
  const newKeys = requestedKeys.filter((key) => !paintedKeys.has(key)).slice(0, NEW_ROWS_PER_FRAME)
  const drawnKeys = new Set([...newKeys, ...requestedKeys.filter((key) => paintedKeys.has(key))])
  const value = [...drawnKeys].toSorted().join('\n')
  useEffect(() => {
    if (value === painted) return
    let timer: number | undefined
    // Animation frame callbacks run before the frame is painted, and timers after it.
    const frame = requestAnimationFrame(() => (timer = window.setTimeout(() => setPainted(value))))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value, painted])
  return drawnKeys
}
