import { fork } from 'node:child_process'
import { join } from 'node:path'

/**
 * Starts processes that only consume CPU time.
 * @returns a function that ends them
 */
export function keepBusy(processes: number): () => void {
  const children = Array.from({ length: processes }, () => fork(join(import.meta.dirname, 'busy.ts')))
  return () => children.forEach((child) => child.kill('SIGKILL'))
}
