/**
 * `npm run restore -- [--new-installation] FILE` replaces the database with a backup. Kerblight must not run
 * during the restore.
 */
import { parseArgs } from 'node:util'
import { loadConfig } from '../server/config/config.ts'
import { lockData } from '../server/db/data-lock.ts'
import { restoreBackup } from '../server/db/restore.ts'
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
  const { copy, isNewInstallation } = readArguments()
  const config = loadConfig(process.env)
  const { databaseFile, postgres } = config
  if (postgres)
    throw expected(
      `${postgres.shown} is a Postgres database. Restore it with Postgres tools, such as pg_restore.`,
    )
  const lock = lockData(config)
  try {
    const replacedFile = restoreBackup(copy, databaseFile, new Date(), { isNewInstallation })
    console.log(
      `Restored ${copy} to ${databaseFile}.${replacedFile ? ` The previous database is now ${replacedFile}.` : ''}`,
    )
  } finally {
    lock.release()
  }
} catch (error) {
  print(await describeFailure(error))
  process.exitCode = 1
}

function readArguments(): { copy: string; isNewInstallation: boolean } {
  try {
    const { values, positionals } = parseArgs({
      options: { 'new-installation': { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [copy, ...otherArguments] = positionals
    if (copy !== undefined && otherArguments.length === 0)
      return { copy, isNewInstallation: values['new-installation'] }
  } catch {
    // The error is ignored here, because the code below prints the usage, which names the only option.
  }
  throw expected(
    'Usage: npm run restore -- [--new-installation] FILE\n\n--new-installation gives the restored data a new installation ID. Use it if the original stays in use.',
  )
}
