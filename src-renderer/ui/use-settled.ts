import { useEffect, useState } from 'react'

/**
 * Returns the debounced value, which updates once `value` has not changed for `ms` milliseconds. It avoids,
 * for example, a request for every typed letter.
 */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
