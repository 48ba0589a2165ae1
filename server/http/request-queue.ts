import type { Express } from 'express'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import { createFairQueue } from '../system/fair-queue.ts'
import { networkOf, createAddressReader } from './client-address.ts'
import { createLoadShedder } from './shed-request.ts'
import { createSheddingExemptions } from './shedding-exemptions.ts'

/**
 * The time in milliseconds after which a nonempty queue counts as overloaded. A shorter burst, or one long
 * task, is no overload.
 */
const INTERVAL_MS = 500
/**
 * Maximum waiting time in an overloaded queue, in milliseconds. Without this limit, every later response
 * would be late, indefinitely.
 */
const TARGET_MS = 250

interface WaitingRequest {
  req: IncomingMessage
  res: ServerResponse
  arrivedAt: number
}

/** Maximum time for reading newly arrived requests before the next one is handled, in milliseconds. */
const READ_MS = 3

export interface RequestQueue {
  listener: RequestListener
  /**
   * Records a new connection, and must be called for each one. libuv accepts one connection per turn of the
   * event loop, so others may be waiting.
   */
  recordConnection(): void
}

/**
 * Queues requests before Express and passes them on one by one, reading newly arrived requests in between.
 * Without the queue, requests would wait unseen in the sockets; with it, each waiting time is known. Networks
 * are served round-robin. A request that has waited too long is rejected, which costs a hundredth of a
 * response. A few requests bypass the queue (`shedding-exemptions.ts`).
 */
export function queueRequests(ctx: Context, app: Express): RequestQueue {
  if (!ctx.config.loadShedding) return { listener: app, recordConnection: () => {} }
  const waiting = createFairQueue<WaitingRequest>()
  const delay = createControlledDelay()
  const addressOf = createAddressReader(app)
  const loadShedder = createLoadShedder(ctx)
  const exemptions = createSheddingExemptions()
  let isDraining = false
  let hasArrived = false
  let readingSince: number | null = null
  ctx.metrics.addGauge('kerblight_requests_waiting', 'Requests that wait for their turn.', () => waiting.size)

  function runTurn(): void {
    const now = performance.now()
    readingSince ??= now
    if (hasArrived && now - readingSince < READ_MS) {
      hasArrived = false
      setImmediate(runTurn)
    } else startNextRequest(now)
  }

  function startNextRequest(now: number): void {
    const next = waiting.shift(({ req, res, arrivedAt }) => {
      if (!delay.isTooLate(arrivedAt, now)) return req.socket.destroyed
      loadShedder.rejectRequest(req, res)
      return true
    })
    readingSince = null
    if (next) {
      setImmediate(runTurn)
      app(next.req, next.res)
    } else {
      isDraining = false
      loadShedder.recordEmpty()
    }
  }

  function receive(req: IncomingMessage, res: ServerResponse): void {
    const now = performance.now()
    const network = networkOf(addressOf(req))
    if (exemptions.isCandidate(req) && exemptions.take(network, now)) app(req, res)
    else add(network, { req, res, arrivedAt: now })
  }

  function add(network: string, request: WaitingRequest): void {
    hasArrived = true
    waiting.push(network, request)
    if (isDraining) return
    isDraining = true
    delay.recordEmpty(request.arrivedAt)
    setImmediate(runTurn)
  }

  return {
    listener: receive,
    recordConnection() {
      hasArrived = true
    },
  }
}

/** Decides when a request has waited too long to be worth a response. All times are in milliseconds. */
interface ControlledDelay {
  recordEmpty(now: number): void
  isTooLate(arrivedAt: number, now: number): boolean
}

/**
 * Creates a CoDel controller (Nichols and Jacobson, 2012; RFC 8289), adapted to requests as by Maurer ("Fail
 * at Scale", ACM Queue 13.8, 2015). A queue that was recently empty only smooths out bursts. If a queue has
 * not been empty for an interval, requests arrive faster than they leave, and only rejecting requests
 * shortens it.
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
