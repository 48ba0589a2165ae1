import { setTimeout as sleep } from 'node:timers/promises'
import { openConnection, type Connection } from './connection.ts'

export interface Outcome {
  /** HTTP status, or 0 if there was no response. */
  status: number
  /**
   * Time in milliseconds since the request was due. A client that falls behind therefore cannot make the
   * server look faster.
   */
  ms: number
}

export interface Client {
  /**
   * Measures capacity: each connection sends its next request as soon as the previous response has arrived.
   */
  inSequence(connections: number, seconds: number): Promise<Outcome[]>
  /**
   * Sends the given number of requests per second at random times (a Poisson process), even if earlier
   * requests have not finished.
   */
  atRate(perSecond: number, seconds: number): Promise<Outcome[]>
  close(): void
}

const GIVE_UP_MS = 10_000
const TICK_MS = 1

/**
 * Creates a client with a connection pool.
 * @param nextRequest returns a complete request, as sent over the wire
 */
export function createClient(port: number, nextRequest: () => string): Client {
  const idle: Connection[] = []

  function takeConnection(): Connection {
    for (let connection = idle.pop(); connection; connection = idle.pop())
      if (connection.isUsable) return connection
    return openConnection(port)
  }

  async function ask(due: number): Promise<Outcome> {
    const connection = takeConnection()
    const status = await connection.ask(nextRequest())
    if (connection.isUsable) idle.push(connection)
    return { status, ms: performance.now() - due }
  }

  return {
    async inSequence(connections, seconds) {
      const endsAt = performance.now() + seconds * 1000
      const outcomes: Outcome[] = []
      const run = async () => {
        while (performance.now() < endsAt) outcomes.push(await ask(performance.now()))
      }
      await Promise.all(Array.from({ length: connections }, run))
      return outcomes
    },
    async atRate(perSecond, seconds) {
      const startedAt = performance.now()
      const outcomes: Outcome[] = []
      const pending = new Set<Promise<unknown>>()
      for (let due = startedAt; due < startedAt + seconds * 1000;) {
        for (const now = performance.now(); due <= now; due += gap(perSecond)) {
          const sentRequest = ask(due).then((outcome) => {
            outcomes.push(outcome)
            pending.delete(sentRequest)
          })
          pending.add(sentRequest)
        }
        await sleep(TICK_MS)
      }
      await Promise.race([Promise.all(pending), sleep(GIVE_UP_MS)])
      const lost = Array.from(pending, () => ({ status: 0, ms: GIVE_UP_MS }))
      return [...outcomes, ...lost]
    },
    close() {
      for (const connection of idle) connection.close()
    },
  }
}

/** Returns the milliseconds until the next of a series of independent events. */
function gap(perSecond: number): number {
  return (-Math.log(1 - Math.random()) * 1000) / perSecond
}
