import type { IncomingMessage } from 'node:http'
import { apiPath, getMethodAndPath, type EndpointName } from '../../contract/api/paths.ts'

/**
 * Endpoints that are exempt from load shedding. Load balancers act on their responses, and Stripe retries
 * only much later.
 */
const EXEMPT_ENDPOINTS: readonly EndpointName[] = ['getHealth', 'getReadiness', 'getMetrics', 'stripeWebhook']

/**
 * Maximum number of exempt requests per second and network. No monitor sends that many, and Stripe's
 * requests come from several networks.
 */
const MAX_PER_SECOND = 10

/** Decides which requests bypass the queue. All times are in milliseconds. */
export interface SheddingExemptions {
  isCandidate(req: IncomingMessage): boolean
  /** Reports whether a candidate is exempt, and counts it toward its network's limit. */
  take(network: string, now: number): boolean
}

export function createSheddingExemptions(): SheddingExemptions {
  const countsByNetwork = new Map<string, number>()
  let secondStartedAt = -Infinity
  return {
    isCandidate: ({ method, url }) => exemptRequests.has(`${method} ${url}`),
    take(network, now) {
      if (now - secondStartedAt >= 1000) {
        countsByNetwork.clear()
        secondStartedAt = now
      }
      const count = (countsByNetwork.get(network) ?? 0) + 1
      countsByNetwork.set(network, count)
      return count <= MAX_PER_SECOND
    },
  }
}

const exemptRequests = new Set(
  EXEMPT_ENDPOINTS.map((name) => `${getMethodAndPath(name).method} ${apiPath(name)}`),
)
