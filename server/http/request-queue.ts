import type { Express } from 'express'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import { createFairQueue } from '../system/fair-queue.ts'
import { networkOf, clientAddressOf } from './network-of.ts'
import { createLoadShedder } from './shed-request.ts'
import { createSheddingExemptions } from './shedding-exemptions.ts'

/** So long a queue may stand without being empty once: a burst, or one long task, is no overload. */
const INTERVAL_MS = 500
/** Longer nobody waits in one that stands. Every answer after this would be a late one, forever. */
const TARGET_MS = 250

interface Waiting {
  req: IncomingMessage
  res: ServerResponse
  arrivedAt: number
}

/** Between two requests, what has arrived is read for so long at most. */
const READ_MS = 3

export interface RequestQueue {
  listener: RequestListener
  /** To be told of each new connection: libuv accepts one with each turn of the event loop, and the others wait. */
  noteConnection(): void
}

/**
 * Stands before Express and lets requests in one by one, and reads between them what has arrived: how long each waits is
 * then known, where it would otherwise wait unseen, in the sockets. Networks take turns. What has waited too long is
 * refused, which costs a hundredth of an answer. A few requests need not wait (`spared-requests.ts`).
 */
export function queueRequests(ctx: Context, app: Express): RequestQueue {
  if (!ctx.config.loadShedding) return { listener: app, noteConnection: () => {} }
  const waiting = createFairQueue<Waiting>()
  const delay = createControlledDelay()
  const addressOf = clientAddressOf(app)
  const shed = createLoadShedder(ctx)
  const spared = createSheddingExemptions()
  let isTurning = false
  let hasArrived = false
  let readingSince: number | null = null
  ctx.metrics.addGauge('kerblight_requests_waiting', 'Requests that wait for their turn.', () => waiting.size)

  /** Once with each turn of the event loop while anything waits. */
  function turn(): void {
    const now = performance.now()
    readingSince ??= now
    if (hasArrived && now - readingSince < READ_MS) {
      hasArrived = false
      setImmediate(turn)
    } else letNextIn(now)
  }

  function letNextIn(now: number): void {
    const next = waiting.shift(({ req, res, arrivedAt }) => {
      if (!delay.isTooLate(arrivedAt, now)) return req.socket.destroyed
      shed.refuse(req, res)
      return true
    })
    readingSince = null
    if (next) {
      setImmediate(turn)
      app(next.req, next.res)
    } else {
      isTurning = false
      shed.noteEmpty()
    }
  }

  function take(req: IncomingMessage, res: ServerResponse): void {
    const now = performance.now()
    const network = networkOf(addressOf(req))
    if (spared.isCandidate(req) && spared.take(network, now)) app(req, res)
    else add(network, { req, res, arrivedAt: now })
  }

  function add(network: string, arrived: Waiting): void {
    hasArrived = true
    waiting.push(network, arrived)
    if (isTurning) return
    isTurning = true
    delay.noteEmpty(arrived.arrivedAt)
    setImmediate(turn)
  }

  return {
    listener: take,
    noteConnection() {
      hasArrived = true
    },
  }
}

/** When a request has waited too long to be worth an answer. Moments and spans in milliseconds. */
interface ControlledDelay {
  /** Nothing waits. */
  noteEmpty(now: number): void
  isTooLate(arrivedAt: number, now: number): boolean
}

/**
 * CoDel (Nichols and Jacobson, 2012; RFC 8289) as servers apply it to requests (Maurer, "Fail at Scale", ACM Queue 13.8,
 * 2015): a queue that was empty a moment ago only evens out arrivals; one that has not been for an interval is as long
 * as it is because more comes in than goes out, and only refusing makes it shorter.
 */
function createControlledDelay(intervalMs = INTERVAL_MS, targetMs = TARGET_MS): ControlledDelay {
  let emptyAt = -Infinity
  return {
    noteEmpty(now) {
      emptyAt = now
    },
    isTooLate: (arrivedAt, now) => now - emptyAt > intervalMs && now - arrivedAt > targetMs,
  }
}
