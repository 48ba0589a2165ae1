import { formatNumber } from '../../contract/number-format.ts'
import { describeMachine } from '../lib/describe-machine.ts'
import type { Pace, Ratio } from './compare.ts'
import type { FileFigure } from './files.ts'

export function printTitle({ rounds, seconds }: Pace): void {
  console.log(describeMachine())
  console.log(
    `32 connections; medians of ${rounds} rounds of ${seconds} s, run alternately; ranges in parentheses.`,
  )
}

export function printRatio(name: string, { first, second, ratio, lowest, highest }: Ratio): void {
  const span = `(${lowest.toFixed(2)} to ${highest.toFixed(2)})`
  const rates = `${perSecond(first)} to ${perSecond(second)}`
  console.log(`  ${name.padEnd(56)}${ratio.toFixed(2).padStart(6)}  ${span.padEnd(18)}${rates}`)
}

export function printFigure(name: string, figure: string): void {
  console.log(`  ${name.padEnd(56)}${figure.padStart(9)}`)
}

export function printSpan(name: string, ms: number): void {
  printFigure(name, `${ms.toFixed(1)} ms`)
}

export function printFile({ what: task, seconds, turnMs, lateMs, grown }: FileFigure): void {
  const figures = [`${seconds.toFixed(2)} s`, `${turnMs.toFixed(1)} ms`, `${lateMs.toFixed(1)} ms`]
  const columns = [...figures, `${Math.round(grown)} MB`].map((figure) => figure.padStart(11))
  console.log(`  ${task.padEnd(40)}${columns.join('')}`)
}

const perSecond = (rate: number) => `${formatNumber(Math.round(rate))} /s`
