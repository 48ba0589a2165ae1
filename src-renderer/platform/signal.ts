export interface Signal<T> {
  send: (value: T) => void
  /** @returns what stops listening */
  listen: (listener: (value: T) => void) => () => void
}

/** Tells listeners what happens. What comes while nobody listens waits for the first who does. */
export function createSignal<T>(): Signal<T> {
  const listeners = new Set<(value: T) => void>()
  const waiting: T[] = []
  return {
    send(value) {
      if (listeners.size === 0) waiting.push(value)
      for (const listener of listeners) listener(value)
    },
    listen(listener) {
      listeners.add(listener)
      for (const value of waiting.splice(0)) listener(value)
      return () => void listeners.delete(listener)
    },
  }
}
