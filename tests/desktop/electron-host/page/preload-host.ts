import type { pack as Pack, unpack as Unpack } from '../codec.ts'
import type { Bridge } from './bridge.ts'

/** A message from the preload to the main process. */
export type ToMain =
  | { kind: 'invoke'; id: number; channel: string; args: unknown[] }
  | { kind: 'send'; channel: string; args: unknown[] }

/** A message from the main process to the preload. */
export type ToPreload =
  | { kind: 'reply'; id: number; value: unknown }
  | { kind: 'failure'; id: number; message: string }
  | { kind: 'emit'; channel: string; args: unknown[] }

type Listener = (event: object, ...args: unknown[]) => void
type Preload = (require: (name: string) => unknown, module: object, exports: object, process: object) => void

declare const pack: typeof Pack
declare const unpack: typeof Unpack
declare global {
  var electronHostSend: ((message: string) => void) | undefined
  var electronHostReceive: ((message: ToPreload) => void) | undefined
}

/**
 * Runs a sandboxed preload. Its `require` provides only Electron's contextBridge and ipcRenderer, and no Node
 * modules. This function's source code runs in the page's isolated world.
 */
export function runPreload(bridge: Bridge, processFields: object, preload: Preload): void {
  const send = globalThis.electronHostSend
  delete globalThis.electronHostSend
  const calls = new Map<
    number,
    { channel: string; resolve(value: unknown): void; reject(error: Error): void }
  >()
  const listeners = new Map<string, Listener[]>()
  const exposed = new Set<string>()
  let lastId = 0

  function post(message: ToMain): void {
    send?.(JSON.stringify(message))
  }

  function throwOnMissing<T extends object>(name: string, target: T): T {
    return new Proxy(target, {
      get(object, key, receiver) {
        if (typeof key === 'string' && !(key in object) && key !== 'then' && key !== 'toJSON') {
          throw new Error(`electron-host: ${name}.${key} is not implemented`)
        }
        return Reflect.get(object, key, receiver) as unknown
      },
    })
  }

  const ipcRenderer = throwOnMissing('ipcRenderer', {
    invoke(channel: string, ...args: unknown[]): Promise<unknown> {
      const packed = args.map(pack)
      return new Promise((resolve, reject) => {
        calls.set(++lastId, { channel, resolve, reject })
        post({ kind: 'invoke', id: lastId, channel, args: packed })
      })
    },
    send(channel: string, ...args: unknown[]): void {
      post({ kind: 'send', channel, args: args.map(pack) })
    },
    on(channel: string, listener: Listener): object {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
    removeListener(channel: string, listener: Listener): object {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((registered) => registered !== listener),
      )
      return ipcRenderer
    },
    off: (channel: string, listener: Listener) => ipcRenderer.removeListener(channel, listener),
  })

  const contextBridge = throwOnMissing('contextBridge', {
    exposeInMainWorld(key: string, api: unknown): void {
      if (exposed.has(key)) {
        throw new Error('Cannot bind an API on top of an existing property on the window object')
      }
      exposed.add(key)
      bridge.expose(key, api)
    },
  })

  function receive(message: ToPreload): void {
    if (message.kind === 'emit') {
      for (const listener of listeners.get(message.channel) ?? []) {
        listener({ sender: ipcRenderer, ports: [] }, ...message.args.map(unpack))
      }
      return
    }
    const call = calls.get(message.id)
    calls.delete(message.id)
    if (message.kind === 'reply') call?.resolve(unpack(message.value))
    else call?.reject(new Error(`Error invoking remote method '${call.channel}': ${message.message}`))
  }
  Object.defineProperty(globalThis, 'electronHostReceive', { value: receive })

  const electron = throwOnMissing('the preload’s electron', { contextBridge, ipcRenderer })
  function require(name: string): unknown {
    if (/^electron(\/renderer|\/common)?$/.test(name)) return electron
    throw new Error(`module not found: ${name}`)
  }
  const module = { exports: {} }
  preload(require, module, module.exports, Object.freeze(processFields))
}
