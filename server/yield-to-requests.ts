import type { ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/** Gives a process the cores that answering requests leaves free. */
export function yieldToRequests({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It ended at once (its exit is handled), or the system does not let us: it works all the same.
  }
}
