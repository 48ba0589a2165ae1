import type { Express } from 'express'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import { createFairQueue } from '../system/fair-queue.ts'
import { networkOf, clientAddressOf } from './network-of.ts'
import { createLoadShedder } from './shed-request.ts'
import { createSheddingExemptions } from './shedding-exemptions.ts'

/**
 * Time in milliseconds for which a queue may stay nonempty. A shorter burst, or one long task, is no
 * overload.
 */
const INTERVAL_MS = 500
/**
 * Maximum waiting time in an overloaded queue, in milliseconds. Without this limit, every later response
 * would be late, indefinitely.
 */
const TARGET_MS = 250

interface Waiting {
  req: IncomingMessage
  res: ServerResponse
  arrivedAt: number
}

/** Maximum time for reading newly arrived requests between two requests, in milliseconds. */
const READ_MS = 3

export interface RequestQueue {
  listener: RequestListener
  /**
   * Records a new connection; must be called for each one. libuv accepts one connection per turn of the event
   * loop, and the others wait.
   */
  recordConnection(): void
}

/**
 * Queues requests before Express, passes them on one by one, and reads newly arrived requests in between.
 * Each request's waiting time is therefore known; without the queue, requests would wait unseen in the
 * sockets. Networks are served round-robin. A request that has waited too long is rejected, which costs a
 * hundredth of a response. A few requests are exempt from the queue (`shedding-exemptions.ts`).
 */
export function queueRequests(ctx: Context, app: Express): RequestQueue {
  if (!ctx.config.loadShedding) return { listener: app, recordConnection: () => {} }
  const waiting = createFairQueue<Waiting>()
  const delay = createControlledDelay()
  const addressOf = clientAddressOf(app)
  const shed = createLoadShedder(ctx)
  const exemptions = createSheddingExemptions()
  let isDraining = false
  let hasArrived = false
  let readingSince: number | null = null
  ctx.metrics.addGauge('kerblight_requests_waiting', 'Requests that wait for their turn.', () => waiting.size)

  /** Runs once per turn of the event loop while requests are waiting. */
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
      shed.rejectRequest(req, res)
      return true
    })
    readingSince = null
    if (next) {
      setImmediate(turn)
      app(next.req, next.res)
    } else {
      isDraining = false
      shed.recordEmpty()
    }
  }

  function take(req: IncomingMessage, res: ServerResponse): void {
    const now = performance.now()
    const network = networkOf(addressOf(req))
    if (exemptions.isCandidate(req) && exemptions.take(network, now)) app(req, res)
    else add(network, { req, res, arrivedAt: now })
  }

  function add(network: string, arrived: Waiting): void {
    hasArrived = true
    waiting.push(network, arrived)
    if (isDraining) return
    isDraining = true
    delay.recordEmpty(arrived.arrivedAt)
    setImmediate(turn)
  }

  return {
    listener: take,
    recordConnection() {
      hasArrived = true
    },
  }
}

/** Decides when a request has waited too long to be worth a response. All times are in milliseconds. */
interface ControlledDelay {
  /** Records that the queue was empty. */
  recordEmpty(now: number): void
  isTooLate(arrivedAt: number, now: number): boolean
}

/**
 * Creates a CoDel controller (Nichols and Jacobson, 2012; RFC 8289), as servers apply CoDel to requests
 * (Maurer, "Fail at Scale", ACM Queue 13.8, 2015). A queue that was recently empty only smooths out bursts.
 * In a queue that has not been empty for an interval, requests arrive faster than they leave, and only
 * rejecting requests shortens it.
 */
function createControlledDelay(intervalMs = INTERVAL_MS, targetMs = TARGET_MS): ControlledDelay {
  let emptyAt = -Infinity
  return {
    recordEmpty(now) {
      emptyAt = now
    },
    isTooLate: (arrivedAt, now) => now - emptyAt > intervalMs && now - arrivedAt > targetMs,
  }
}
