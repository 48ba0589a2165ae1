import type { PlanQuestion } from './plan-messages.ts'
import { createPlanReader } from './plan-reader.ts'

/** The process that reads files of others: what a damaged or hostile file breaks, breaks here. It ends with its parent. */
process.on('disconnect', () => process.exit(0))
// The signals reach the whole group; the parent says when it is time.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const answer = createPlanReader()
process.on('message', (question: PlanQuestion) => {
  void answer(question).then((message) => process.send?.(message))
})
