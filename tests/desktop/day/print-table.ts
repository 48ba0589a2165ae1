import { formatNumber } from '../../../contract/number-format.ts'
import type { Cost } from './keyboard.ts'

export interface Done extends Cost {
  name: string
}

const HEAD = ['job', 'time', 'longest wait', 'API calls', 'slowest call', 'keys']

/** Formats the results as a table, as in docs/benchmarks/console.md. */
export function formatJobTable(jobs: readonly Done[]): string {
  const rows = jobs.map(({ name, ms, waitMs, calls, slowestCallMs, keys }) => [
    name,
    `${(ms / 1000).toFixed(1)} s`,
    `${formatNumber(Math.round(waitMs))} ms`,
    String(calls),
    `${Math.round(slowestCallMs)} ms`,
    String(keys),
  ])
  const lines = [HEAD, HEAD.map((head) => '-'.repeat(head.length)), ...rows]
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  return lines
    .map((line) => `| ${line.map((cell, column) => pad(cell, widths[column]!)).join(' | ')} |`)
    .join('\n')
}

const pad = (cell: string, width: number) => (/^-+$/.test(cell) ? '-'.repeat(width) : cell.padEnd(width))
