import { createClient, type Outcome } from '../load/send.ts'
import type { ServerProcess } from '../load/processes.ts'
import { median, quantile, sortNumbers } from '../load/statistics.ts'

const CONNECTIONS = 32
/** Number of connections that still leaves the server some idle time. */
export const FEW = 4

export interface Side {
  server: ServerProcess
  /** Builds a complete request, as sent over the wire. */
  request: () => string
}

export interface Pace {
  rounds: number
  seconds: number
}

/** The ratio of two servers' response rates: the median over paired rounds, and the range. */
export interface Ratio {
  /** The median rate in responses per second. */
  first: number
  second: number
  ratio: number
  lowest: number
  highest: number
}

export async function compare(first: Side, second: Side, { rounds, seconds }: Pace): Promise<Ratio> {
  const rates: [number, number][] = []
  const [firstMany, secondMany] = [
    await countResponses(first, seconds),
    await countResponses(second, seconds),
  ]
  for (let round = 0; round < rounds; round++)
    rates.push([await measureRate(first, firstMany, seconds), await measureRate(second, secondMany, seconds)])
  const ratios = sortNumbers(rates.map(([ourRate, theirRate]) => ourRate / theirRate))
  return {
    first: median(rates.map(([ours]) => ours)),
    second: median(rates.map(([, theirRate]) => theirRate)),
    ratio: median(ratios),
    lowest: ratios[0]!,
    highest: ratios.at(-1)!,
  }
}

/** Warms up a server and returns the number of connections to use: fewer than usual if responses are slow. */
async function countResponses(side: Side, seconds: number): Promise<number> {
  const times = await measureTimes(side, 1, seconds / 2)
  const fit = Math.floor((seconds * 1000) / median(times))
  return Math.max(1, Math.min(CONNECTIONS, fit))
}

/** Measures the number of responses per second over concurrent connections. */
export async function measureRate(
  { server, request }: Side,
  connections: number,
  seconds: number,
): Promise<number> {
  const client = createClient(server.port, request)
  const startedAt = performance.now()
  const outcomes = await client.inSequence(connections, seconds)
  const tookMs = performance.now() - startedAt
  client.close()
  assertNoFailures(outcomes)
  return (outcomes.length * 1000) / tookMs
}

/**
 * Returns the 99th percentile of a server's response times in milliseconds, with the given number of
 * connections.
 */
export async function measureP99(side: Side, connections: number, seconds: number): Promise<number> {
  return quantile(await measureTimes(side, connections, seconds), 0.99)
}

/** Returns the median response time of a warmed-up server in milliseconds, with one request at a time. */
export async function measureMedianTime(side: Side, seconds: number): Promise<number> {
  await measureTimes(side, 1, seconds)
  return quantile(await measureTimes(side, 1, seconds), 0.5)
}

async function measureTimes(
  { server, request }: Side,
  connections: number,
  seconds: number,
): Promise<number[]> {
  const client = createClient(server.port, request)
  const outcomes = await client.inSequence(connections, seconds)
  client.close()
  assertNoFailures(outcomes)
  return sortNumbers(outcomes.map(({ ms }) => ms))
}

function assertNoFailures(outcomes: readonly Outcome[]): void {
  const failed = outcomes.find(({ status }) => status < 200 || status >= 400)
  if (failed) throw new Error(`A measured request was answered ${failed.status}.`)
}
