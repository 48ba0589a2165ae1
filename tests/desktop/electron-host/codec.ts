/*
 * Electron's IPC transfers everything that structured clone supports, but the messages here are JSON. Both
 * functions run in the main process and, from their source code, in the page. Each one must therefore be
 * self-contained.
 */

/**
 * Encodes a value as JSON.
 * @throws if the value cannot be cloned, as Electron does
 */
export function pack(value: unknown): unknown {
  if (value === undefined) return { $: 'undefined' }
  if (typeof value === 'bigint') return { $: 'bigint', v: String(value) }
  if (typeof value === 'number' && !Number.isFinite(value)) return { $: 'number', v: String(value) }
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new Error('An object could not be cloned.')
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Date) return { $: 'date', v: value.getTime() }
  if (value instanceof Error) return { $: 'error', v: { name: value.name, message: value.message } }
  if (value instanceof Map) return { $: 'map', v: [...value].map((entry) => entry.map(pack)) }
  if (value instanceof Set) return { $: 'set', v: [...value].map(pack) }
  if (value instanceof ArrayBuffer) return { $: 'bytes', v: [...new Uint8Array(value)] }
  if (ArrayBuffer.isView(value)) {
    return { $: 'bytes', v: [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)] }
  }
  if (Array.isArray(value)) return value.map(pack)
  return { $: 'object', v: Object.entries(value).map(([key, item]) => [key, pack(item)]) }
}

/** Decodes a value that `pack` encoded. Binary data is returned as a Uint8Array. */
export function unpack(packed: unknown): unknown {
  if (Array.isArray(packed)) return packed.map(unpack)
  if (packed === null || typeof packed !== 'object') return packed
  const { $, v } = packed as { $: string; v: never }
  const list: unknown[] = Array.isArray(v) ? v : []
  if ($ === 'undefined') return undefined
  if ($ === 'bigint') return BigInt(v)
  if ($ === 'number') return Number(v)
  if ($ === 'date') return new Date(v)
  if ($ === 'error') return Object.assign(new Error(), v)
  if ($ === 'bytes') return new Uint8Array(v)
  if ($ === 'set') return new Set(list.map(unpack))
  if ($ === 'map')
    return new Map((list as unknown[][]).map((entry) => entry.map(unpack) as [unknown, unknown]))
  return Object.fromEntries((list as [string, unknown][]).map(([key, item]) => [key, unpack(item)]))
}
