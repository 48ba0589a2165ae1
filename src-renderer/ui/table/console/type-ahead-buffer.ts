let words: string | null = null
let stop = new AbortController()

/** Somebody asks for the field of a list whose page is still coming: what they type from now on is for that field. */
export function awaitField(): void {
  forget()
  words = ''
  stop = new AbortController()
  const { signal } = stop
  // A field that goes with its page would get the next letters.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  addEventListener('keydown', handleKeyDown, { signal, capture: true })
  addEventListener('pointerdown', forget, { signal, capture: true })
}

/** @returns what was typed for the field that is there now; null where nobody waits for one */
export function takeBufferedKeys(): string | null {
  const typed = words
  forget()
  return typed
}

function forget(): void {
  words = null
  stop.abort()
}

/** Another key than one that writes, or one for a field that is there, says that somebody is elsewhere by now. */
function handleKeyDown(event: KeyboardEvent): void {
  if (isModifier(event)) return
  const written = writtenBy(event)
  if (written === null) return forget()
  words = written
  // No row's key, and nothing that scrolls.
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
