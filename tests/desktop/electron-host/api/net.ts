import { handledSchemes, parseScheme } from '../scheme.ts'
import { createStrictProxy } from '../strict.ts'

export const net = createStrictProxy('net', {
  /** Sends a request from this process, so it bypasses the window and its webRequest listeners. */
  async fetch(address: string, init?: RequestInit): Promise<Response> {
    const handler = handledSchemes.get(parseScheme(address))
    return handler === undefined ? fetch(address, init) : handler(new Request(address, init))
  },
})
