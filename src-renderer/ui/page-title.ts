import { useEffect, useSyncExternalStore } from 'react'
import { documentTitle } from '../../contract/pages.ts'

/** Sets a page title that depends on loaded data, such as a car's name. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) setPageTitle(title)
  }, [title])
}

let current = ''
const listeners = new Set<() => void>()

export function setPageTitle(title: string): void {
  document.title = documentTitle(title)
  current = title
  for (const listener of listeners) listener()
}

/** Returns the title of the current page. */
export function useCurrentTitle(): string {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
