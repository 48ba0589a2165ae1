import { useEffect, useRef } from 'react'

/** Moves the focus to the element if the button that had the focus disappeared with the previous step. */
export function useTakenFocus() {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true })
  }, [])
  return element
}
