import { useEffect, useSyncExternalStore } from 'react'
import { formatPageTitle } from '../../contract/pages.ts'

export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) setPageTitle(title)
  }, [title])
}

let current = ''
const listeners = new Set<() => void>()

export function setPageTitle(title: string): void {
  document.title = formatPageTitle(title)
  current = title
  for (const listener of listeners) listener()
}

export function useCurrentTitle(): string {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
