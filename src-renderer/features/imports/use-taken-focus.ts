import { useEffect, useRef } from 'react'

/** Returns a ref that takes the focus if the focused button disappeared with the previous step. */
export function useTakenFocus() {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true })
  }, [])
  return element
}
