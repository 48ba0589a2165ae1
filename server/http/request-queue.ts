import type { Express } from 'express'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { apiPath, type EndpointName } from '../../contract/paths.ts'
import type { Context } from '../context.ts'
import { createFairQueue } from '../fair-queue.ts'
import { clientAddressOf } from './client-address.ts'
import { createControlledDelay } from './controlled-delay.ts'
import { networkOf } from './network-of.ts'
import { createShedder } from './shed-request.ts'

interface Waiting {
  req: IncomingMessage
  res: ServerResponse
  arrivedAt: number
}

/** Who asks these decides by the answer what becomes of the server, or, as Stripe does, comes back much later. */
const SPARED: readonly EndpointName[] = ['getHealth', 'getReadiness', 'getMetrics', 'stripeWebhook']

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
 * refused, which costs a hundredth of an answer.
 */
export function queueRequests(ctx: Context, app: Express): RequestQueue {
  if (!ctx.config.loadShedding) return { listener: app, noteConnection: () => {} }
  const waiting = createFairQueue<Waiting>()
  const delay = createControlledDelay()
  const addressOf = clientAddressOf(app)
  const shed = createShedder(ctx)
  let isTurning = false
  let hasArrived = false
  let readingSince: number | null = null
  ctx.metrics.addGauge('kerblight_requests_waiting', () => waiting.size)

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

  function add(req: IncomingMessage, res: ServerResponse): void {
    const now = performance.now()
    hasArrived = true
    waiting.push(networkOf(addressOf(req)), { req, res, arrivedAt: now })
    if (isTurning) return
    isTurning = true
    delay.noteEmpty(now)
    setImmediate(turn)
  }

  return {
    listener: (req, res) => (isSpared(req) ? app(req, res) : add(req, res)),
    noteConnection() {
      hasArrived = true
    },
  }
}

const spared = new Set(SPARED.map((name) => apiPath(name)))

function isSpared({ url = '' }: IncomingMessage): boolean {
  return spared.has(url)
}
