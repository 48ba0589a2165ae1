/*
 * The page's world and the preload's world share the DOM, but no JavaScript objects. Values pass between them
 * in synchronous CustomEvents, whose detail is cloned between worlds. Only the two ends know the name of the
 * event.
 */

type Side = 'page' | 'preload'
type Wire =
  | { type: 'function'; id: number }
  | { type: 'promise'; id: number }
  | { type: 'error'; name: string; message: string }
  | { type: 'list'; items: Wire[] }
  | { type: 'object'; entries: [string, Wire][] }
  | { type: 'value'; value: unknown }
type Crossing =
  | { kind: 'call'; id: number; args: Wire[] }
  | { kind: 'return'; isFine: boolean; value: Wire }
  | { kind: 'settle'; id: number; isFine: boolean; value: Wire }
  | { kind: 'expose'; key: string; api: Wire }

export interface Bridge {
  expose(key: string, api: unknown): void
}

/**
 * Creates one end of the contextBridge stand-in. Its source code runs in the page, before any of the page's
 * scripts.
 */
export function makeBridge(side: Side, secret: string): Bridge {
  // Page scripts may replace these later.
  const { CustomEvent, Promise, Error, Object, Array, Map } = globalThis
  const dispatch = EventTarget.prototype.dispatchEvent.bind(window)
  const otherSide = side === 'page' ? 'preload' : 'page'
  const functions = new Map<number, (...args: unknown[]) => unknown>()
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>()
  let lastId = 0
  let returned: { isFine: boolean; value: Wire } | undefined

  function post(crossing: Crossing): void {
    dispatch(new CustomEvent(secret + otherSide, { detail: crossing }))
  }

  function encode(value: unknown): Wire {
    if (typeof value === 'symbol') throw new TypeError('An object could not be cloned.')
    if (typeof value === 'function') {
      functions.set(++lastId, value as (...args: unknown[]) => unknown)
      return { type: 'function', id: lastId }
    }
    if (value === null || typeof value !== 'object') return { type: 'value', value }
    if (value instanceof Promise) return encodePromise(value)
    if (value instanceof Error) return { type: 'error', name: value.name, message: value.message }
    if (Array.isArray(value)) return { type: 'list', items: value.map(encode) }
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return { type: 'value', value }
    return { type: 'object', entries: Object.entries(value).map(([key, item]) => [key, encode(item)]) }
  }

  function encodePromise(promise: Promise<unknown>): Wire {
    const id = ++lastId
    promise.then(
      (value) => post({ kind: 'settle', id, isFine: true, value: encode(value) }),
      (error: unknown) => post({ kind: 'settle', id, isFine: false, value: encode(error) }),
    )
    return { type: 'promise', id }
  }

  function decode(wire: Wire): unknown {
    if (wire.type === 'function') return (...args: unknown[]) => call(wire.id, args)
    if (wire.type === 'promise') {
      return new Promise((resolve, reject) => pending.set(wire.id, { resolve, reject }))
    }
    if (wire.type === 'error') return Object.assign(new Error(wire.message), { name: wire.name })
    if (wire.type === 'list') return Object.freeze(wire.items.map(decode))
    if (wire.type === 'object') {
      return Object.freeze(Object.fromEntries(wire.entries.map(([key, item]) => [key, decode(item)])))
    }
    return wire.value
  }

  function call(id: number, args: unknown[]): unknown {
    returned = undefined
    post({ kind: 'call', id, args: args.map(encode) })
    const response = returned as { isFine: boolean; value: Wire } | undefined
    if (response === undefined) throw new Error('electron-host: the other world did not answer')
    const value = decode(response.value)
    if (response.isFine) return value
    throw value instanceof Error ? value : new Error(String(value))
  }

  function respondToCall(id: number, args: Wire[]): void {
    try {
      const value = functions.get(id)?.(...args.map(decode))
      post({ kind: 'return', isFine: true, value: encode(value) })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      post({ kind: 'return', isFine: false, value: encode(new Error(message)) })
    }
  }

  window.addEventListener(secret + side, (event) => {
    const { detail } = event as CustomEvent<Crossing>
    if (detail.kind === 'call') respondToCall(detail.id, detail.args)
    else if (detail.kind === 'return') returned = detail
    else if (detail.kind === 'settle') {
      const promise = pending.get(detail.id)
      pending.delete(detail.id)
      promise?.[detail.isFine ? 'resolve' : 'reject'](decode(detail.value))
    } else {
      Object.defineProperty(window, detail.key, { value: decode(detail.api), enumerable: true })
    }
  })

  return { expose: (key, api) => post({ kind: 'expose', key, api: encode(api) }) }
}
