import { useEffect } from 'react'

/** In milliseconds: what the list itself needs comes first. */
const DELAY = 2000

/** Loads the code of a car's page while a list is read, so that cars open without a network. */
export function useCarPageAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => void import('./CarPage.tsx').catch(() => undefined), DELAY)
    return () => clearTimeout(timer)
  }, [])
}
