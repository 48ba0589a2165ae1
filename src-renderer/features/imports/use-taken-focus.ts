import { useEffect, useRef } from 'react'

/** Takes the focus where the button that had it went with the step before. */
export function useTakenFocus() {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true })
  }, [])
  return element
}
