import type { Request, Response } from 'express'
import type * as z from 'zod'
import type { LiveEvent, MarketEvent } from '../../contract/events.ts'

/**
 * A response that stays open to send server-sent events
 * (html.spec.whatwg.org/multipage/server-sent-events.html).
 */
export interface EventStream {
  send(event: LiveEvent | MarketEvent): void
  /** Sends a comment as a heartbeat, so that proxies and clients see that the connection is alive. */
  beat(): void
  end(): void
  /**
   * Calls the listener once when either side ends the stream, or immediately if the stream has already ended.
   */
  onEnd(listener: () => void): void
}

/**
 * Maximum number of unread bytes. A client that exceeds it is disconnected. It reconnects and then gets
 * the missed events.
 */
const MAX_UNREAD_BYTES = 64 * 1024

/**
 * Opens an event stream on the response.
 * @param schema the schema of one event, used only by tests to validate events
 */
export function openEventStream(req: Request, res: Response, schema: z.ZodType): EventStream {
  res.locals.isStream = true
  res.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    // With no-transform, neither this server nor a proxy buffers events to compress them.
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
      // If the client disconnected during authorization, the close event came before this listener.
      if (res.closed) listener()
      else res.once('close', listener)
    },
  }
}
