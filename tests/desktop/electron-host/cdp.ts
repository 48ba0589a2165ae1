import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { CDPSession } from '@playwright/test'

/** The part of the connection for one target, with the protocol's own types. */
export type CdpSession = Pick<CDPSession, 'send' | 'on'>

declare const known: CDPSession
/** The payload of a protocol event. */
export type CdpEvent<
  Name extends
    | 'Fetch.requestPaused'
    | 'Page.frameNavigated'
    | 'Runtime.bindingCalled'
    | 'Target.attachedToTarget',
> = Parameters<Parameters<typeof known.on<Name>>[1]>[0]

interface Message {
  id?: number
  sessionId?: string
  method: string
  params: unknown
  result: unknown
  error?: { message: string }
}

interface Call {
  method: string
  resolve(result: unknown): void
  reject(error: Error): void
}

/**
 * A client of the Chrome DevTools Protocol over `--remote-debugging-pipe`: JSON messages terminated by NUL.
 */
export class Cdp {
  /** The browser's own session. */
  readonly browser: CdpSession
  #lastId = 0
  #isClosed = false
  readonly #calls = new Map<number, Call>()
  readonly #events = new EventEmitter().setMaxListeners(0)
  readonly #out: Writable

  constructor(output: Writable, input: Readable) {
    this.#out = output
    this.browser = this.session('')
    let chunks: Buffer[] = []
    input.on('data', (data: Buffer) => {
      let from = 0
      for (let end = data.indexOf(0); end !== -1; end = data.indexOf(0, from)) {
        this.#receive(JSON.parse(Buffer.concat([...chunks, data.subarray(from, end)]).toString()) as Message)
        chunks = []
        from = end + 1
      }
      if (from < data.length) chunks.push(data.subarray(from))
    })
    input.on('close', () => this.#close())
    output.on('error', () => this.#close())
  }

  session(sessionId: string): CdpSession {
    const session = {
      send: (method: string, params: object = {}) => this.#send(sessionId, method, params),
      on: (event: string, listener: (params: unknown) => void) => {
        this.#events.on(`${sessionId}:${event}`, listener)
        return session
      },
    }
    // Chromium's messages are untyped. The types come from Playwright's client for the same protocol.
    return session as unknown as CdpSession
  }

  onClose(listener: () => void): void {
    this.#events.on('close', listener)
  }

  #send(sessionId: string, method: string, params: object): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error(`${method}: Chromium is gone`))
    const id = ++this.#lastId
    const message = sessionId === '' ? { id, method, params } : { id, method, params, sessionId }
    this.#out.write(`${JSON.stringify(message)}\0`)
    return new Promise((resolve, reject) => this.#calls.set(id, { method, resolve, reject }))
  }

  #receive(message: Message): void {
    if (process.env.ELECTRON_HOST_TRACE) console.error('cdp<', JSON.stringify(message).slice(0, 400))
    if (message.id === undefined) {
      this.#events.emit(`${message.sessionId ?? ''}:${message.method}`, message.params)
      return
    }
    const call = this.#calls.get(message.id)
    this.#calls.delete(message.id)
    if (message.error) call?.reject(new Error(`${call.method}: ${message.error.message}`))
    else call?.resolve(message.result)
  }

  #close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const call of this.#calls.values()) call.reject(new Error(`${call.method}: Chromium is gone`))
    this.#calls.clear()
    this.#events.emit('close')
  }
}
