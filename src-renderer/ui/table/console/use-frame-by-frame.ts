import { useEffect, useState } from 'react'

/** Half of a window of rows takes half of the 50 ms in which a page is to answer. */
const NEW_AT_ONCE = 10

/**
 * Which of the wanted rows are drawn now: those that were painted, and some more with each frame, the first ones first.
 * @param wanted keys of rows
 */
export function useFrameByFrame(wanted: readonly string[]): ReadonlySet<string> {
  const [painted, setPainted] = useState('')
  const before = new Set(painted.split('\n'))
  const anew = wanted.filter((key) => !before.has(key)).slice(0, NEW_AT_ONCE)
  const drawn = new Set([...anew, ...wanted.filter((key) => before.has(key))])
  const value = [...drawn].toSorted().join('\n')
  useEffect(() => {
    if (value === painted) return
    let timer: number | undefined
    // A frame's callbacks come before it is painted, tasks after it.
    const frame = requestAnimationFrame(() => (timer = window.setTimeout(() => setPainted(value))))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value, painted])
  return drawn
}
