import type { PlanRequest } from './plan-messages.ts'
import { createPlanReader } from './plan-reader.ts'

/**
 * The entry point of the process that reads untrusted spreadsheets. A damaged or malicious spreadsheet can
 * crash only this process, which ends with its parent.
 */
process.on('disconnect', () => process.exit(0))
// Signals reach the whole process group, but the parent decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const respond = createPlanReader()
process.on('message', (request: PlanRequest) => {
  void respond(request).then((response) => process.send?.(response))
})
