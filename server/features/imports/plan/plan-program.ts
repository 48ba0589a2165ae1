import type { PlanQuestion } from './plan-messages.ts'
import { createPlanReader } from './plan-reader.ts'

/**
 * Runs as the process that reads untrusted files, so that a damaged or hostile file can break only this
 * process. It ends with its parent.
 */
process.on('disconnect', () => process.exit(0))
// Signals reach the whole process group, but the parent decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const answer = createPlanReader()
process.on('message', (question: PlanQuestion) => {
  void answer(question).then((message) => process.send?.(message))
})
