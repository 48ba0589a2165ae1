import { useEffect, useRef } from 'react'

/** Maximum time in milliseconds to wait for rows. */
const LONGEST = 5000

interface BufferedKeys {
  /** Starts buffering keys. The buffering ends when a row gets the focus. */
  hold: () => void
  /** Discards the buffered keys, because there are no rows to receive them. */
  drop: () => void
}

/**
 * Buffers the keys pressed after the user has left a list's search field and until a result row has the
 * focus. That row then receives the keys one by one.
 */
export function useBufferedKeys(): BufferedKeys {
  const held = useRef<KeyboardEvent[]>([])
  const stop = useRef<AbortController>(undefined)

  function drop() {
    stop.current?.abort()
    held.current = []
  }

  function hold() {
    drop()
    const control = new AbortController()
    stop.current = control
    const signal = AbortSignal.any([control.signal, AbortSignal.timeout(LONGEST)])
    addEventListener('keydown', keep, { signal, capture: true })
    addEventListener('pointerdown', drop, { signal, capture: true })
    requestAnimationFrame(look)

    function look() {
      if (signal.aborted) return
      if (!isOnRow()) return void requestAnimationFrame(look)
      control.abort()
      pass()
    }
  }

  function keep(event: KeyboardEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return drop()
    held.current.push(event)
  }

  /**
   * Replays one key per frame, because a key may move the focus to the row that should receive the next key.
   */
  function pass() {
    const event = held.current.shift()
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
