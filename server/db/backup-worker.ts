import Sqlite from 'better-sqlite3'
import { workerData } from 'node:worker_threads'
import { backUp } from './backup.ts'

/** A thread of its own: reading a large copy back takes seconds, in which the server would not answer. */
const { file, directory, now } = workerData as { file: string; directory: string; now: Date }
const sqlite = new Sqlite(file, { readonly: true, timeout: 5000 })
try {
  await backUp(sqlite, directory, now)
} finally {
  sqlite.close()
}
