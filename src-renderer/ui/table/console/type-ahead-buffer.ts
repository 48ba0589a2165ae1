let bufferedText: string | null = null
let stop = new AbortController()

/** Buffers typed keys for the search field of a list whose page is still loading. */
export function awaitField(): void {
  discardBuffer()
  bufferedText = ''
  stop = new AbortController()
  const { signal } = stop
  // Otherwise, a focused field on the outgoing page would receive the next letters.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  addEventListener('keydown', handleKeyDown, { signal, capture: true })
  addEventListener('pointerdown', discardBuffer, { signal, capture: true })
}

/**
 * Returns the keys buffered for the field, which is now rendered, and ends the buffering.
 * @returns the text, or null if nothing is being buffered
 */
export function takeBufferedKeys(): string | null {
  const typed = bufferedText
  discardBuffer()
  return typed
}

function discardBuffer(): void {
  bufferedText = null
  stop.abort()
}

/**
 * Buffers a typed character. Any other key, or one for an existing field, discards the buffer: the
 * user has moved on.
 */
function handleKeyDown(event: KeyboardEvent): void {
  if (isModifier(event)) return
  const nextText = textAfter(event)
  if (nextText === null) return discardBuffer()
  bufferedText = nextText
  // The key must neither trigger a row command nor scroll the page.
  event.preventDefault()
  event.stopPropagation()
}

function textAfter({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  const isForField = target instanceof Element && target.matches('input, textarea, select')
  if (isForField || ctrlKey || metaKey || altKey) return null
  if (key === 'Backspace') return bufferedText!.slice(0, -1)
  return key.length === 1 ? bufferedText + key : null
}

function isModifier({ key }: KeyboardEvent): boolean {
  return ['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'CapsLock'].includes(key)
}
