import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** By taskset, which is Linux' (util-linux). @returns whether the process is there now, and others have a core left */
export function pinToCore(pid: number, core: number): boolean {
  if (availableParallelism() < 2) return false
  try {
    execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
