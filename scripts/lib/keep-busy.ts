import { fork } from 'node:child_process'
import { join } from 'node:path'

/** Starts that many processes that do nothing but take the machine's time. @returns what ends them */
export function keepBusy(processes: number): () => void {
  const children = Array.from({ length: processes }, () => fork(join(import.meta.dirname, 'busy.ts')))
  return () => children.forEach((child) => child.kill('SIGKILL'))
}
