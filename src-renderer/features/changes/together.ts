import type { CarChange } from '../../../contract/car-changes.ts'

export type Together = readonly [CarChange, ...CarChange[]]

/** Those that were changed together as one, in the order in which they come. */
export function together(changes: readonly CarChange[]): Together[] {
  const entries: [CarChange, ...CarChange[]][] = []
  for (const change of changes) {
    const last = entries.at(-1)
    if (last && change.set && last[0].set === change.set) last.push(change)
    else entries.push([change])
  }
  return entries
}
