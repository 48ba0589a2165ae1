import Sqlite from 'better-sqlite3'
import { backUp } from './backup.ts'

/**
 * Runs as a separate process. Verifying a large copy would block the server for seconds, and a thread would
 * not return its memory to the system. The arguments are the database, the backup folder, and the time.
 */
const [file, directory, time] = process.argv.slice(2) as [string, string, string]
const sqlite = new Sqlite(file, { readonly: true, timeout: 5000 })
try {
  await backUp(sqlite, directory, new Date(time))
} finally {
  sqlite.close()
}
