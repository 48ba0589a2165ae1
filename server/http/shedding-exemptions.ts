import type { IncomingMessage } from 'node:http'
import { apiPath, methodAndPath, type EndpointName } from '../../contract/api/paths.ts'

/** Who asks these decides by the answer what becomes of the server, or, as Stripe does, comes back much later. */
const SPARED: readonly EndpointName[] = ['getHealth', 'getReadiness', 'getMetrics', 'stripeWebhook']

/** So many a second of one network's are spared: no watcher asks as often, and Stripe sends from several. */
const MOST_A_SECOND = 10

/** Which requests need not wait for their turn. Moments in milliseconds. */
export interface SheddingExemptions {
  isCandidate(req: IncomingMessage): boolean
  /** Whether one that may be spared is, which counts it. */
  take(network: string, now: number): boolean
}

export function createSheddingExemptions(): SheddingExemptions {
  const taken = new Map<string, number>()
  let since = -Infinity
  return {
    isCandidate: ({ method, url }) => spared.has(`${method} ${url}`),
    take(network, now) {
      if (now - since >= 1000) {
        taken.clear()
        since = now
      }
      const count = (taken.get(network) ?? 0) + 1
      taken.set(network, count)
      return count <= MOST_A_SECOND
    },
  }
}

const spared = new Set(SPARED.map((name) => `${methodAndPath(name).method} ${apiPath(name)}`))
