import type { PlanQuestion } from './plan-messages.ts'
import { createPlanReader } from './plan-reader.ts'

/**
 * The entry point of the process that reads untrusted spreadsheets. A damaged or malicious one can break only
 * this process, which ends with its parent.
 */
process.on('disconnect', () => process.exit(0))
// Signals reach the whole process group, but the parent decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const response = createPlanReader()
process.on('message', (question: PlanQuestion) => {
  void response(question).then((message) => process.send?.(message))
})
