import { cpus, totalmem } from 'node:os'

/** Describes the machine for a benchmark report, for example 'AMD EPYC, 2 cores, 24 GB'. */
export function describeMachine(): string {
  const cores = cpus()
  return `${cores[0]?.model ?? 'Unknown processor'}, ${cores.length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`
}
