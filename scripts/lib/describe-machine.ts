import { cpus, totalmem } from 'node:os'

/** 'AMD EPYC, 2 cores, 24 GB', under what was measured on it. */
export function describeMachine(): string {
  const cores = cpus()
  return `${cores[0]?.model ?? 'Unknown processor'}, ${cores.length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`
}
