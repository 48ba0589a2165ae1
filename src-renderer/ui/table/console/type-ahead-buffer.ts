let words: string | null = null
let stop = new AbortController()

/**
 * Starts buffering keys for the search field of a list whose page is still loading. From now on, all typed
 * input is meant for that field.
 */
export function awaitField(): void {
  discardBuffer()
  words = ''
  stop = new AbortController()
  const { signal } = stop
  // Without this, a focused field on the outgoing page would receive the next letters.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  addEventListener('keydown', handleKeyDown, { signal, capture: true })
  addEventListener('pointerdown', discardBuffer, { signal, capture: true })
}

/**
 * Takes the buffered input for the field, which is now rendered.
 * @returns the input; null if no input is being buffered
 */
export function takeBufferedKeys(): string | null {
  const typed = words
  discardBuffer()
  return typed
}

function discardBuffer(): void {
  words = null
  stop.abort()
}

/**
 * Buffers a typed character. A key that types nothing, or one for an existing field, discards the buffer,
 * because the user has moved on.
 */
function handleKeyDown(event: KeyboardEvent): void {
  if (isModifier(event)) return
  const written = writtenBy(event)
  if (written === null) return discardBuffer()
  words = written
  // The key must neither trigger a row command nor scroll the page.
  event.preventDefault()
  event.stopPropagation()
}

function writtenBy({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  const isForField = target instanceof Element && target.matches('input, textarea, select')
  if (isForField || ctrlKey || metaKey || altKey) return null
  if (key === 'Backspace') return words!.slice(0, -1)
  return key.length === 1 ? words + key : null
}

function isModifier({ key }: KeyboardEvent): boolean {
  return ['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'CapsLock'].includes(key)
}
