import { useCallback, useEffect, useRef, useState } from 'react'
import { platform } from '../platform/current.ts'
import { clearDraft, readDraft, writeDraft } from './draft.ts'

interface Unsaved<Values> {
  values: Values
  /** When it was typed, in ms since 1970. */
  at: number
}

interface UnsavedInput<Values> {
  /** What an earlier form of this key has left; null where there is nothing, or where it was dropped. */
  found: Unsaved<Values> | null
  /** Keeps what is in the form now, in place of what was kept. */
  keep: (values: Values) => void
  /** Once it is saved, or let go of. */
  drop: () => void
}

/** In milliseconds: it is not written at each key. */
const PAUSE = 300

/**
 * Keeps what is typed in a form until it is saved: in the tab, and in the console beyond its window, encrypted.
 * @param key whose it is, and of what
 */
export function useUnsavedInput<Values extends object>(key: string): UnsavedInput<Values> {
  const [found, setFound] = useState<Unsaved<Values> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    let isCurrent = true
    read<Values>(key).then(
      (unsaved) => isCurrent && setFound(unsaved),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [key])

  const keep = useCallback(
    (values: Values) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => write(key, { values, at: Date.now() }), PAUSE)
    },
    [key],
  )
  const drop = useCallback(() => {
    clearTimeout(timer.current)
    write(key, null)
    setFound(null)
  }, [key])

  return { found, keep, drop }
}

async function read<Values>(key: string): Promise<Unsaved<Values> | null> {
  if (platform.console === null) {
    const { values, at } = readDraft<Unsaved<Values>>(key)
    return values !== undefined && at !== undefined ? { values, at } : null
  }
  const known = await platform.console.unsaved.read(key)
  return known && { values: JSON.parse(known.text) as Values, at: known.at }
}

function write(key: string, unsaved: Unsaved<unknown> | null): void {
  if (platform.console !== null)
    return void platform.console.unsaved
      .write(key, unsaved ? JSON.stringify(unsaved.values) : '')
      .catch(() => undefined)
  if (unsaved) writeDraft(key, unsaved)
  else clearDraft(key)
}
