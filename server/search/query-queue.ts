import { createFairQueue, type FairQueue } from '../system/fair-queue.ts'

/** The account and network on whose behalf a request waits for a response. */
export interface SearchClient {
  network: string
  /** The account ID, or null for anonymous visitors and for the server's own jobs. */
  accountId: string | null
}

/** A queue of waiting queries. They are served round-robin by network and, within a network, by account. */
export interface QueryQueue<T> {
  push(client: SearchClient, query: T): void
  shift(): T | undefined
  /** Removes the newest query from the busiest account of the network with the most queries. */
  drop(): T | undefined
  readonly size: number
}

export function createQueryQueue<T>(): QueryQueue<T> {
  const networks = createFairQueue<string>()
  const accounts = new Map<string, FairQueue<T>>()

  function takeFrom(
    network: string | undefined,
    take: (queue: FairQueue<T>) => T | undefined,
  ): T | undefined {
    if (network === undefined) return undefined
    const queue = accounts.get(network)!
    const query = take(queue)
    if (queue.size === 0) accounts.delete(network)
    return query
  }

  return {
    push({ network, accountId }, query) {
      const queue = accounts.get(network) ?? createFairQueue<T>()
      accounts.set(network, queue)
      queue.push(accountId ?? '', query)
      networks.push(network, network)
    },
    shift: () => takeFrom(networks.shift(), (queue) => queue.shift()),
    drop: () => takeFrom(networks.drop(), (queue) => queue.drop()),
    get size() {
      return networks.size
    },
  }
}
