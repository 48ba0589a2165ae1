import { useEffect, useState } from 'react'

/**
 * Returns the debounced value, which updates once `value` has not changed for `ms` milliseconds. Typed text,
 * for example, does not cause a request per letter.
 */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
