import type { CpuInfo } from 'node:os'
import type { Pace, Ratio } from './compare.ts'

export function printTitle(cores: readonly CpuInfo[], memory: number, { rounds, seconds }: Pace): void {
  console.log(
    `${cores[0]?.model ?? 'Unknown processor'}, ${cores.length} cores, ${Math.round(memory / 2 ** 30)} GB`,
  )
  console.log(
    `32 connections; medians of ${rounds} rounds of ${seconds} s, side by side; in brackets the span.`,
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

const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en-US')} /s`
