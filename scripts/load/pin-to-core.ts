import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * Pins a process to a core with taskset, which exists only on Linux (util-linux).
 * @returns true if the process is pinned and the machine has other cores left
 */
export function pinToCore(pid: number, core: number): boolean {
  if (availableParallelism() < 2) return false
  try {
    execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
