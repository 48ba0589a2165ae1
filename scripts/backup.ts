/** `npm run backup` copies the database into BACKUP_DIR now. Kerblight may be running or stopped. */
import Sqlite from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { loadConfig } from '../server/config/config.ts'
import { backUp } from '../server/db/backup.ts'
import { describeFileError } from '../server/system/file-error.ts'
import { writePrivately } from '../server/start/private-files.ts'
import { expected, print } from './bootstrap/print.cjs'
import { endWithParent } from './lib/end-with-parent.ts'
import { loadEnvFile } from './lib/env-file.ts'
import { describeFailure } from './lib/failure.ts'
import { root } from './lib/root.ts'

endWithParent()
process.chdir(root)
writePrivately()
try {
  loadEnvFile()
  const { databaseFile, backupDir, postgres } = loadConfig(process.env)
  if (postgres)
    throw expected(
      `${postgres.shown} is a Postgres database. Back it up with Postgres tools, such as pg_dump.`,
    )
  if (!existsSync(databaseFile)) throw expected(`There is no database at ${databaseFile}.`)
  const sqlite = new Sqlite(databaseFile, { readonly: true, timeout: 5000 })
  try {
    // The file name contains the seconds and a mark, so the pruning of hourly backups never removes this one.
    console.log(await backUp(sqlite, backupDir, new Date(), 'by-hand'))
  } catch (error) {
    const fileError = describeFileError(error, `${dirname(databaseFile)} or ${backupDir}`)
    throw fileError === null ? error : expected(`Can’t back up ${databaseFile}: ${fileError}`)
  } finally {
    sqlite.close()
  }
} catch (error) {
  print(await describeFailure(error))
  process.exitCode = 1
}
