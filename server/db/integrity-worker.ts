import Sqlite from 'better-sqlite3'
import { parentPort, workerData } from 'node:worker_threads'
import { damageOf } from './integrity.ts'

/** A thread of its own: reading a million cars takes seconds, in which the server would not answer. */
const sqlite = new Sqlite(workerData as string, { readonly: true, timeout: 5000 })
try {
  parentPort!.postMessage(damageOf(sqlite, 'quick_check'))
} finally {
  sqlite.close()
}
