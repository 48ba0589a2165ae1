import Sqlite from 'better-sqlite3'
import { backUp } from './backup.ts'

/**
 * Runs as a separate process. Reading back a large copy takes seconds, in which the server would not respond,
 * and memory that a thread's process would not release. Its arguments are the database, the folder of copies,
 * and the time.
 */
const [file, directory, time] = process.argv.slice(2) as [string, string, string]
const sqlite = new Sqlite(file, { readonly: true, timeout: 5000 })
try {
  await backUp(sqlite, directory, new Date(time))
} finally {
  sqlite.close()
}
