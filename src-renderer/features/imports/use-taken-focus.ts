import { useEffect, useRef } from 'react'

/** Takes the focus if the button that had it disappeared with the previous step. */
export function useTakenFocus() {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true })
  }, [])
  return element
}
