import type { IncomingMessage } from 'node:http'

const arrivals = new WeakMap<IncomingMessage, number>()

/** Records when a request arrived, before it waits in any queue. */
export function recordArrival(req: IncomingMessage): void {
  arrivals.set(req, performance.now())
}

export function getSecondsSinceArrival(req: IncomingMessage): number {
  const now = performance.now()
  return (now - (arrivals.get(req) ?? now)) / 1000
}
