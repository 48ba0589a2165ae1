import { handledSchemes, schemeOf } from '../scheme.ts'
import { strict } from '../strict.ts'

export const net = strict('net', {
  /** Sends a request from this process, so it bypasses the window and its webRequest listeners. */
  async fetch(address: string, init?: RequestInit): Promise<Response> {
    const handler = handledSchemes.get(schemeOf(address))
    return handler === undefined ? fetch(address, init) : handler(new Request(address, init))
  },
})
