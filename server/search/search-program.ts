import Sqlite from 'better-sqlite3'
import { createCarIndex } from './car-index.ts'
import type { NumberedQuestion, SearchAnswer, SearchQuestion } from './search-process.ts'

/** The process that searches: it reads the database's file, writes nothing, and ends with its parent. */
process.on('disconnect', () => process.exit(0))
// They reach the whole group; the parent says when it is time.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const index = createCarIndex(new Sqlite(process.argv[2], { readonly: true, timeout: 5000 }))

index.read()
answer({ ready: true })

process.on('message', ({ id, question }: NumberedQuestion) => {
  try {
    answer({ id, found: look(question) })
  } catch (error) {
    answer({ id, failed: (error as Error).stack ?? String(error) })
  }
})

function look(question: SearchQuestion): unknown {
  return 'find' in question ? index.find(question.find) : index.count(question.count)
}

function answer(message: SearchAnswer): void {
  process.send?.(message)
}
