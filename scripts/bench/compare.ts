import { createClient, type Outcome } from '../load/send.ts'
import type { Contender } from './processes.ts'

const CONNECTIONS = 32

/** One side of a comparison. */
export interface Side {
  contender: Contender
  /** A whole request, as it goes over the wire. */
  request: () => string
}

export interface Pace {
  rounds: number
  seconds: number
}

/** How often the first side answers for each answer of the second: the median of rounds side by side, and their span. */
export interface Ratio {
  /** Answers a second, the median. */
  first: number
  second: number
  ratio: number
  lowest: number
  highest: number
}

export async function compare(first: Side, second: Side, { rounds, seconds }: Pace): Promise<Ratio> {
  const rates: [number, number][] = []
  await Promise.all([rateOf(first, seconds / 2), rateOf(second, seconds / 2)])
  for (let round = 0; round < rounds; round++)
    rates.push([await rateOf(first, seconds), await rateOf(second, seconds)])
  const ratios = sorted(rates.map(([ours, theirs]) => ours / theirs))
  return {
    first: median(rates.map(([ours]) => ours)),
    second: median(rates.map(([, theirs]) => theirs)),
    ratio: median(ratios),
    lowest: ratios[0]!,
    highest: ratios.at(-1)!,
  }
}

async function rateOf({ contender, request }: Side, seconds: number): Promise<number> {
  const client = createClient(contender.port, request)
  const outcomes = await client.inTurn(CONNECTIONS, seconds)
  client.close()
  refuseFailures(outcomes)
  return outcomes.length / seconds
}

/** Milliseconds that a side's answers take at the 99th of a hundred, so many at a time. */
export async function slowestOf(
  { contender, request }: Side,
  connections: number,
  seconds: number,
): Promise<number> {
  const client = createClient(contender.port, request)
  const outcomes = await client.inTurn(connections, seconds)
  client.close()
  refuseFailures(outcomes)
  const times = sorted(outcomes.map(({ ms }) => ms))
  return times[Math.min(times.length - 1, Math.floor(times.length * 0.99))]!
}

function refuseFailures(outcomes: readonly Outcome[]): void {
  const failed = outcomes.find(({ status }) => status < 200 || status >= 400)
  if (failed) throw new Error(`A measured request was answered ${failed.status}.`)
}

function median(values: readonly number[]): number {
  const inOrder = sorted(values)
  return inOrder[Math.floor(inOrder.length / 2)]!
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)
