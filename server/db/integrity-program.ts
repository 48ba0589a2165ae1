import Sqlite from 'better-sqlite3'
import { findDamage } from './integrity.ts'
import { adviseRestore } from './restore-advice.ts'

/**
 * Checks a database in a separate process, which can be killed at any time. Reading a million cars takes
 * seconds. The arguments are the database and its backup folders. If the database is damaged, the process
 * prints the damage and the backup to restore.
 */
const [file, ...backupFolders] = process.argv.slice(2)
const sqlite = new Sqlite(file, { readonly: true, timeout: 5000 })
try {
  const message = findDamage(sqlite, 'quick_check')
  if (message !== null)
    process.stdout.write(JSON.stringify({ message, advice: adviseRestore(backupFolders) }))
} finally {
  sqlite.close()
}
