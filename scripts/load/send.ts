import { setTimeout as sleep } from 'node:timers/promises'
import { openConnection, type Connection } from './connection.ts'

/** What became of one request. */
export interface Outcome {
  /** 0: no answer. */
  status: number
  /** From when it was due, so that a client that falls behind does not flatter the server. */
  ms: number
}

export interface Client {
  /** So many at a time, each after the answer to the one before: what the server can do. */
  inTurn(connections: number, seconds: number): Promise<Outcome[]>
  /** So many a second, at random moments (a Poisson process), whatever becomes of those before. */
  atRate(perSecond: number, seconds: number): Promise<Outcome[]>
  close(): void
}

const GIVE_UP_MS = 10_000
const TICK_MS = 1

/** @param nextRequest a whole request, as it goes over the wire */
export function createClient(port: number, nextRequest: () => string): Client {
  const idle: Connection[] = []

  function takeConnection(): Connection {
    for (let known = idle.pop(); known; known = idle.pop()) if (known.isUsable) return known
    return openConnection(port)
  }

  async function ask(due: number): Promise<Outcome> {
    const connection = takeConnection()
    const status = await connection.ask(nextRequest())
    if (connection.isUsable) idle.push(connection)
    return { status, ms: performance.now() - due }
  }

  return {
    async inTurn(connections, seconds) {
      const until = performance.now() + seconds * 1000
      const outcomes: Outcome[] = []
      const run = async () => {
        while (performance.now() < until) outcomes.push(await ask(performance.now()))
      }
      await Promise.all(Array.from({ length: connections }, run))
      return outcomes
    },
    async atRate(perSecond, seconds) {
      const from = performance.now()
      const outcomes: Outcome[] = []
      const pending = new Set<Promise<unknown>>()
      for (let due = from; due < from + seconds * 1000;) {
        for (const now = performance.now(); due <= now; due += gap(perSecond)) {
          const asked = ask(due).then((outcome) => {
            outcomes.push(outcome)
            pending.delete(asked)
          })
          pending.add(asked)
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

/** Milliseconds to the next of independent events. */
function gap(perSecond: number): number {
  return (-Math.log(1 - Math.random()) * 1000) / perSecond
}
