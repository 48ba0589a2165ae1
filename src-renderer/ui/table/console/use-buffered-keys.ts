import { useEffect, useRef } from 'react'

/** Maximum time in milliseconds to wait for rows. */
const LONGEST = 5000

interface BufferedKeys {
  hold: () => void
  /** Discards the buffered keys if there are no rows to receive them. */
  drop: () => void
}

/**
 * Buffers keys from when the user leaves a list's search field until a result row has the focus.
 * That row then receives the keys one by one.
 */
export function useBufferedKeys(): BufferedKeys {
  const keys = useRef<KeyboardEvent[]>([])
  const stop = useRef<AbortController>(undefined)

  function drop() {
    stop.current?.abort()
    keys.current = []
  }

  function hold() {
    drop()
    const control = new AbortController()
    stop.current = control
    const signal = AbortSignal.any([control.signal, AbortSignal.timeout(LONGEST)])
    addEventListener('keydown', keep, { signal, capture: true })
    addEventListener('pointerdown', drop, { signal, capture: true })
    requestAnimationFrame(awaitRow)

    function awaitRow() {
      if (signal.aborted) return
      if (!isOnRow()) return void requestAnimationFrame(awaitRow)
      control.abort()
      pass()
    }
  }

  function keep(event: KeyboardEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return drop()
    keys.current.push(event)
  }

  /**
   * Replays one key per frame, since a key may move the focus to the row that should receive the
   * next one.
   */
  function pass() {
    const event = keys.current.shift()
    if (!event) return
    const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event
    const init = { key, code, ctrlKey, metaKey, shiftKey, altKey, bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
    requestAnimationFrame(pass)
  }

  useEffect(() => () => stop.current?.abort(), [])
  return { hold, drop }
}

function isOnRow(): boolean {
  return document.activeElement?.matches('.grid-row[data-current]') ?? false
}
