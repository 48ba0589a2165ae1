import Sqlite from 'better-sqlite3'
import { createCarIndex } from './car-index.ts'
import { createKeptIndex } from './kept-index.ts'
import { createStatements } from './statements.ts'
import type { NumberedQuestion, SearchAnswer, SearchQuestion } from './search-process.ts'

/** The process that searches: it reads the database's file, writes nothing, and ends with its parent. */
process.on('disconnect', () => process.exit(0))
// They reach the whole group; the parent says when it is time.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const open = () => new Sqlite(process.argv[2], { readonly: true, timeout: 5000 })
const index = createCarIndex(open())
const kept = createKeptIndex(open())
const rows = createStatements(mapped(open()))

/** What it reads of whole tables comes from the file's pages in memory, without a copy (sqlite.org/mmap.html). */
function mapped(sqlite: Sqlite.Database): Sqlite.Database {
  sqlite.pragma('mmap_size = 1000000000')
  return sqlite
}

/** Questions for the list of all cars, until it is read. */
const early: NumberedQuestion[] = []
let isReading = true

index.read()
answer({ ready: true })
readOn()

/** Searches come in between, and the parent hears that it goes on. */
function readOn(): void {
  isReading = kept.readSome()
  if (!isReading) return early.splice(0).forEach(reply)
  answer({ ready: true })
  setImmediate(readOn)
}

process.on('message', (asked: NumberedQuestion) => {
  if (isReading && 'arrange' in asked.question) early.push(asked)
  else reply(asked)
})

function reply({ id, question }: NumberedQuestion): void {
  try {
    answer({ id, found: look(question) })
  } catch (error) {
    answer({ id, failed: (error as Error).stack ?? String(error) })
  }
}

function look(question: SearchQuestion): unknown {
  if ('find' in question) return index.find(question.find)
  if ('read' in question) return rows.read(question.read)
  return 'count' in question ? index.count(question.count) : kept.arrange(question.arrange)
}

function answer(message: SearchAnswer): void {
  process.send?.(message)
}
