import { useSyncExternalStore } from 'react'
import { CLEAR_DATA } from '../platform/clear-data-event.ts'

/** A list in this browser's storage, most recent item first. All tabs see its changes. */
export interface StoredList<Item> {
  read: () => readonly Item[]
  write: (items: readonly Item[]) => void
  subscribe: (listener: () => void) => () => void
}

const EMPTY: readonly never[] = []

/**
 * Creates a list of at most `max` items, of which the oldest are dropped. If the storage is blocked or full,
 * the list lasts until the page closes.
 * @param isItem recognizes items. Stored values that another version has written differently are ignored
 */
export function createStoredList<Item>(
  key: string,
  max: number,
  isItem: (value: unknown) => value is Item,
): StoredList<Item> {
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

  function handleClearData() {
    items = EMPTY
    notify()
  }

  /** Loads the list, and from then on follows the changes of other tabs. */
  function load(): readonly Item[] {
    // A listener that was added before is not added again.
    addEventListener('storage', handleStorage)
    addEventListener(CLEAR_DATA, handleClearData)
    return parse(readText(key)).filter(isItem)
  }

  return {
    read: () => (items ??= load()),
    write(next) {
      items = next.slice(0, max)
      try {
        if (items.length > 0) localStorage.setItem(key, JSON.stringify(items))
        else localStorage.removeItem(key)
      } catch {}
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
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

function parse(text: string | null): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored : EMPTY
  } catch {
    return EMPTY
  }
}
