import type { IncomingMessage } from 'node:http'
import { apiPath, methodAndPath, type EndpointName } from '../../contract/api/paths.ts'

/**
 * Endpoints that are exempt from load shedding. Their callers either act on the response, as load balancers
 * do, or retry only much later, as Stripe does.
 */
const EXEMPT: readonly EndpointName[] = ['getHealth', 'getReadiness', 'getMetrics', 'stripeWebhook']

/**
 * Maximum number of exempt requests per second and network. No monitor sends that many, and Stripe's requests
 * come from several networks.
 */
const MOST_A_SECOND = 10

/** Decides which requests are exempt from the queue. All times are in milliseconds. */
export interface SheddingExemptions {
  isCandidate(req: IncomingMessage): boolean
  /** Reports whether a candidate is exempt, and counts it toward the network's limit. */
  take(network: string, now: number): boolean
}

export function createSheddingExemptions(): SheddingExemptions {
  const taken = new Map<string, number>()
  let since = -Infinity
  return {
    isCandidate: ({ method, url }) => exempt.has(`${method} ${url}`),
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

const exempt = new Set(EXEMPT.map((name) => `${methodAndPath(name).method} ${apiPath(name)}`))
