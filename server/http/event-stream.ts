import type { Request, Response } from 'express'
import type * as z from 'zod'
import type { LiveEvent, MarketEvent } from '../../contract/events.ts'

/** An answer that goes on: server-sent events (html.spec.whatwg.org/multipage/server-sent-events.html). */
export interface EventStream {
  send(event: LiveEvent | MarketEvent): void
  /** A comment, so that proxies and clients see that the connection lives. */
  beat(): void
  end(): void
  /** Calls the listener once, whichever side ended the stream; at once if the stream has ended already. */
  onEnd(listener: () => void): void
}

/** What a reader may leave unread before it is dropped; it comes back and is told what it missed. */
const MAX_UNREAD_BYTES = 64 * 1024

/** @param schema of one event; tests check each by it */
export function openEventStream(req: Request, res: Response, schema: z.ZodType): EventStream {
  res.locals.isStream = true
  res.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    // no-transform: neither we nor a proxy may gather events to pack them.
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  })
  res.flushHeaders()
  if (req.method === 'HEAD') res.end()

  function write(text: string) {
    if (res.writableEnded || res.destroyed) return
    if (res.writableLength > MAX_UNREAD_BYTES) res.destroy()
    else res.write(text)
  }

  return {
    send(event) {
      if (process.env.NODE_ENV === 'test') schema.parse(event)
      write(`data: ${JSON.stringify(event)}\n\n`)
    },
    beat: () => write(':\n\n'),
    end: () => void res.end(),
    onEnd(listener) {
      // A client that disconnects while its request is admitted has closed the response before anybody listens.
      if (res.closed) listener()
      else res.once('close', listener)
    },
  }
}
