import { useEffect, useRef } from 'react'

/** In milliseconds: rows that do not come by then are not waited for. */
const LONGEST = 5000

interface BufferedKeys {
  /** Holds the keys from now on, until a row has the focus. */
  hold: () => void
  /** Forgets what was held: no row is coming. */
  drop: () => void
}

/**
 * Holds the keys that somebody presses after they have left the words of a list, and before the row that the words find
 * is there; then that row gets them, one after the other.
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

  /** A frame apart, since a key may move the focus to the row that the next one is for. */
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
