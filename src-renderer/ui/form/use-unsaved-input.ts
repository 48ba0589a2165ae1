import { useCallback, useEffect, useRef, useState } from 'react'
import { platform } from '../../platform/current.ts'
import { clearDraft, readDraft, writeDraft } from './draft.ts'

interface Unsaved<Values> {
  values: Values
  /** The time when the input was stored, in milliseconds since 1970. */
  at: number
}

interface UnsavedInput<Values> {
  /**
   * True once stored input has been read. The console reads it from disk, and `found` is null until
   * then.
   */
  isRead: boolean
  /**
   * Input that an earlier form with this key left unsaved, or null if no input is stored.
   */
  found: Unsaved<Values> | null
  keep: (values: Values) => void
  /** Discards the stored input once it is saved or abandoned. */
  drop: () => void
}

/** Debounce interval in milliseconds, to avoid a write for every keystroke. */
const PAUSE = 300

/**
 * Stores unsaved form input until it is saved. A browser keeps it as long as the tab; the console
 * encrypts it and keeps it after the window closes.
 * @param key identifies the user and the edited record
 */
export function useUnsavedInput<Values extends object>(key: string): UnsavedInput<Values> {
  const [read, setRead] = useState(() =>
    platform.console === null ? { key, found: readTab<Values>(key) } : null,
  )
  const next = useRef<Unsaved<Values> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isRead = read?.key === key

  useEffect(() => {
    if (isRead) return
    let isCurrent = true
    readAny<Values>(key).then(
      (found) => isCurrent && setRead({ key, found }),
      () => isCurrent && setRead({ key, found: null }),
    )
    return () => {
      isCurrent = false
    }
  }, [key, isRead])

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    if (next.current) write(key, next.current)
    next.current = null
  }, [key])

  useEffect(() => {
    addEventListener('beforeunload', flush)
    return () => {
      removeEventListener('beforeunload', flush)
      flush()
    }
  }, [flush])

  const keep = useCallback(
    (values: Values) => {
      next.current = { values, at: Date.now() }
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, PAUSE)
    },
    [flush],
  )
  const drop = useCallback(() => {
    next.current = null
    clearTimeout(timer.current)
    write(key, null)
    setRead({ key, found: null })
  }, [key])

  return { isRead, found: isRead ? read.found : null, keep, drop }
}

function readTab<Values>(key: string): Unsaved<Values> | null {
  const { values, at } = readDraft<Unsaved<Values>>(key)
  return values !== undefined && at !== undefined ? { values, at } : null
}

async function readAny<Values>(key: string): Promise<Unsaved<Values> | null> {
  if (platform.console === null) return readTab(key)
  const storedInput = await platform.console.unsaved.read(key)
  return storedInput && { values: JSON.parse(storedInput.text) as Values, at: storedInput.at }
}

function write(key: string, unsaved: Unsaved<unknown> | null): void {
  if (platform.console !== null)
    return void platform.console.unsaved
      .write(key, unsaved ? JSON.stringify(unsaved.values) : '')
      .catch(() => undefined)
  if (unsaved) writeDraft(key, unsaved)
  else clearDraft(key)
}
