/**
 * `npm run migrate:to-postgres -- URL` moves a SQLite installation's data to Postgres. Kerblight must not run
 * during the migration.
 */
import { formatNumber } from '../contract/number-format.ts'
import { loadConfig, type Config } from '../server/config/config.ts'
import { openDatabase } from '../server/db/connection.ts'
import { lockData } from '../server/db/data-lock.ts'
import { moveData, type Moved, type MigrationProgress } from '../server/db/engines/move/move-data.ts'
import { takeSource, type Source } from '../server/db/engines/move/source.ts'
import { readPostgresAddress, type PostgresAddress } from '../server/config/postgres-address.ts'
import { findNewestVersion } from '../server/db/migrations.ts'
import { writePrivately } from '../server/start/private-files.ts'
import { expected, print } from './bootstrap/print.cjs'
import { endWithParent } from './lib/end-with-parent.ts'
import { loadEnvFile } from './lib/env-file.ts'
import { describeFailure } from './lib/failure.ts'
import { root } from './lib/root.ts'
import { printBackupPath } from './lib/print-backup-path.ts'

const SAY_EVERY_MS = 2000

const usage = `Usage: npm run migrate:to-postgres -- postgres://user:password@host/kerblight

Copies the data from the SQLite database of this installation (DATABASE_URL, or DATA_DIR) to an
empty database on Postgres 15 or later. Stop Kerblight first. The SQLite file is not changed. If
the command is interrupted, run it again to continue. To keep the password out of the command,
set PGPASSWORD.`

endWithParent()
process.chdir(root)
writePrivately()
try {
  loadEnvFile()
  await move(readAddress(process.argv.slice(2)), loadConfig(process.env))
} catch (error) {
  print(await describeFailure(error))
  process.exitCode = 1
}

function readAddress([url, ...otherArguments]: string[]): PostgresAddress {
  if (url === undefined || otherArguments.length > 0) throw expected(usage)
  const address = readPostgresAddress(url)
  if (address === null) throw expected(`The URL must start with postgres://.\n\n${usage}`)
  if (typeof address === 'string') throw expected(`The URL ${address}.`)
  return address
}

async function move(address: PostgresAddress, config: Config): Promise<void> {
  if (config.postgres)
    throw expected('DATABASE_URL is already a Postgres URL. Set it to the SQLite file to move.')
  const lock = lockData(config)
  try {
    const source = await openUpToDate(config)
    try {
      const moved = await moveData(source, address, listener())
      console.log(describeMove(moved, config.databaseFile, address))
    } finally {
      source.close()
    }
  } finally {
    lock.release()
  }
}

/**
 * Opens the source database. If it has an older schema, it is first backed up and migrated, as at a normal
 * start.
 */
async function openUpToDate(config: Config): Promise<Source> {
  const source = takeSource(config.databaseFile)
  if (source.version === findNewestVersion()) return source
  source.close()
  const database = await openDatabase({ ...config, postgres: null }, { onBackUp: printBackupPath })
  await database.close()
  return takeSource(config.databaseFile)
}

function listener(): MigrationProgress {
  let printedAt = Date.now()
  const began = { at: 0, moved: 0 }
  return {
    onStep: (step) => print(`${step} …`),
    onRows(table, moved, rows) {
      if (began.at === 0) Object.assign(began, { at: Date.now(), moved })
      if (Date.now() - printedAt < SAY_EVERY_MS) return
      printedAt = Date.now()
      const msLeft = ((Date.now() - began.at) * (rows - moved)) / Math.max(1, moved - began.moved)
      print(
        `  ${formatNumber(moved)} of ${formatNumber(rows)} rows (${table}), about ${inWords(msLeft)} left`,
      )
    },
  }
}

function describeMove({ rows, tables, wereThere }: Moved, file: string, { shown }: PostgresAddress): string {
  const earlier = wereThere > 0 ? ` An earlier run had already moved ${formatNumber(wereThere)} of them.` : ''
  return `Moved ${formatNumber(rows)} rows in ${tables} tables to ${shown}, and compared each table with its source.${earlier}
Set DATABASE_URL to the new database, and start Kerblight. ${file} is unchanged: keep it until you have verified the new database.`
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
