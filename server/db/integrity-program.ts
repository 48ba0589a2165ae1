import Sqlite from 'better-sqlite3'
import { damageOf } from './integrity.ts'
import { adviseRestore } from './restore-advice.ts'

/**
 * Runs as a separate process, which can be ended at any moment, because reading a million cars takes seconds.
 * Its arguments are the database and the folders of its backups. For a damaged database, it prints the damage
 * and which backup to restore.
 */
const [file, ...backupFolders] = process.argv.slice(2)
const sqlite = new Sqlite(file, { readonly: true, timeout: 5000 })
try {
  const message = damageOf(sqlite, 'quick_check')
  if (message !== null)
    process.stdout.write(JSON.stringify({ message, advice: adviseRestore(backupFolders) }))
} finally {
  sqlite.close()
}
