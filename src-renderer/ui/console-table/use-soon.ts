import { useEffect, useRef } from 'react'

/** Acts once it has not been called for a moment, on the last value. */
export function useSoon<Value>(act: (value: Value) => void, ms: number): (value: Value) => void {
  const timer = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (value) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => act(value), ms)
  }
}
