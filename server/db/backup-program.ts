import Sqlite from 'better-sqlite3'
import { backUp } from './backup.ts'

/**
 * A process of its own: reading a large copy back takes seconds, in which the server would not answer, and memory that a
 * thread's process would keep. Its arguments are the database, the folder of copies and the time.
 */
const [file, directory, time] = process.argv.slice(2) as [string, string, string]
const sqlite = new Sqlite(file, { readonly: true, timeout: 5000 })
try {
  await backUp(sqlite, directory, new Date(time))
} finally {
  sqlite.close()
}
