import { cpus, loadavg } from 'node:os'
import type { Outcome } from './send.ts'
import { median, quantile, sortNumbers } from './statistics.ts'

/** One measurement: the server's capacity, and its responses under overload. */
export interface Round {
  /** Successful responses per second without overload. */
  capacity: number
  overload: Outcome[]
  /** In seconds. */
  seconds: number
}

/** Time limit for a good response in milliseconds. A later response is useless to the client. */
const IN_TIME_MS = 750
const LEAST_SHARE = 0.7

const columns = ['capacity', 'offered', 'good', 'of capacity', 'rejected', 'other', 'p50', 'p99', 'longest']

/**
 * Prints the rounds and their medians.
 * @returns true if the medians meet the targets
 */
export function report(rounds: Round[]): boolean {
  const rows = rounds.map(summarize)
  console.log(`${'round'.padEnd(8)}${columns.map((name) => name.padStart(13)).join('')}`)
  rows.forEach((row, index) => printRow(String(index + 1), row))
  const middle = Object.fromEntries(
    Object.keys(rows[0]!).map((name) => [name, median(rows.map((row) => row[name as keyof Row]))]),
  ) as unknown as Row
  printRow('middle', middle)
  const isTargetMet = middle.p99 <= IN_TIME_MS && middle.share >= LEAST_SHARE
  console.log(
    `Wanted: p99 of all answers within ${IN_TIME_MS} ms, good answers at least ${LEAST_SHARE * 100} % of capacity: ${isTargetMet ? 'met' : 'missed'}.`,
  )
  console.log(
    `${cpus()[0]?.model ?? 'Unknown processor'}, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)} (2 is this measurement's own).`,
  )
  return isTargetMet
}

/**
 * A round's results: counts per second, and times in milliseconds from a request's due time to its response.
 */
interface Row {
  capacity: number
  offered: number
  good: number
  share: number
  rejected: number
  other: number
  p50: number
  p99: number
  longest: number
}

function summarize({ capacity, overload, seconds }: Round): Row {
  const ordered = sortNumbers(overload.map(({ ms }) => ms))
  const count = (matches: (outcome: Outcome) => boolean) => overload.filter(matches).length / seconds
  const good = count(({ status, ms }) => isSuccess(status) && ms <= IN_TIME_MS)
  return {
    capacity,
    offered: overload.length / seconds,
    good,
    share: good / capacity,
    rejected: count(({ status }) => status === 503),
    other: count(({ status }) => !isSuccess(status) && status !== 503),
    p50: quantile(ordered, 0.5),
    p99: quantile(ordered, 0.99),
    longest: quantile(ordered, 1),
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

function printRow(name: string, { share, p50, p99, longest, ...counts }: Row): void {
  const { capacity, offered, good, rejected, other: otherResponses } = counts
  const perSecond = (count: number) => `${Math.round(count)} /s`
  const ms = (span: number) => `${Math.round(span)} ms`
  const cells = [
    ...[capacity, offered, good].map(perSecond),
    `${Math.round(share * 100)} %`,
    ...[rejected, otherResponses].map(perSecond),
    ...[p50, p99, longest].map(ms),
  ]
  console.log(`${name.padEnd(8)}${cells.map((cell) => cell.padStart(13)).join('')}`)
}
