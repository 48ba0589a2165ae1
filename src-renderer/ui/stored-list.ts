import { useSyncExternalStore } from 'react'

/** A list in this browser's storage, most recent item first. Other tabs see its changes. */
export interface StoredList<Item> {
  read: () => readonly Item[]
  write: (items: readonly Item[]) => void
  subscribe: (listener: () => void) => () => void
}

const EMPTY: readonly never[] = []

/**
 * Creates a list of at most `max` items, of which the oldest are dropped. If the storage is blocked or full,
 * the list lasts until the page closes.
 */
export function createStoredList<Item extends { id: string }>(key: string, max: number): StoredList<Item> {
  const listeners = new Set<() => void>()
  let items: readonly Item[] | undefined

  function notify() {
    for (const listener of listeners) listener()
  }

  function handleStorage({ key: changedKey }: StorageEvent) {
    // The key is null if the whole storage was cleared.
    if (changedKey !== key && changedKey !== null) return
    items = undefined
    notify()
  }

  return {
    read: () => (items ??= parse<Item>(readText(key))),
    write(next) {
      items = next.slice(0, max)
      try {
        if (items.length > 0) localStorage.setItem(key, JSON.stringify(items))
        else localStorage.removeItem(key)
      } catch {}
      notify()
    },
    subscribe(listener) {
      if (listeners.size === 0) addEventListener('storage', handleStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        removeEventListener('storage', handleStorage)
        // Without the listener, changes of other tabs are not noticed.
        items = undefined
      }
    },
  }
}

export function useStoredList<Item>({ subscribe, read }: StoredList<Item>): readonly Item[] {
  return useSyncExternalStore(subscribe, read, () => EMPTY)
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Parses the stored items, ignoring those that another version has written differently. */
function parse<Item extends { id: string }>(text: string | null): readonly Item[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isItem<Item>) : EMPTY
  } catch {
    return EMPTY
  }
}

function isItem<Item extends { id: string }>(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}
