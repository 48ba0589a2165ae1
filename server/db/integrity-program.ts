import Sqlite from 'better-sqlite3'
import { damageOf } from './integrity.ts'

/**
 * A process of its own, which can be ended at any moment: reading a million cars takes seconds. Its argument is the
 * database; it says what is wrong with it, or nothing.
 */
const sqlite = new Sqlite(process.argv[2], { readonly: true, timeout: 5000 })
try {
  process.stdout.write(damageOf(sqlite, 'quick_check') ?? '')
} finally {
  sqlite.close()
}
