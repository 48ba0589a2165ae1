/**
 * `npm run seed` adds the demo data if the sandbox's database has no users, and as many generated cars as
 * requested.
 */
import { parseArgs } from 'node:util'
import { formatNumber } from '../contract/number-format.ts'
import { bindDatabaseToMode } from '../server/start/bind-mode.ts'
import { loadConfig, type Config } from '../server/config/config.ts'
import { openDatabase } from '../server/db/connection.ts'
import type { Database } from '../server/db/database.ts'
import { hasUsers, seedDemo } from '../server/seed/seed.ts'
import { seedMany } from '../server/seed/seed-many.ts'
import type { Db } from '../server/db/tables.ts'
import { writePrivately } from '../server/start/private-files.ts'
import { expected, print, step } from './bootstrap/print.cjs'
import { endWithParent } from './lib/end-with-parent.ts'
import { loadEnvFile } from './lib/env-file.ts'
import { describeFailure } from './lib/failure.ts'
import { assertPortsFree, listPorts } from './lib/ports.ts'
import { root } from './lib/root.ts'
import { startSandbox } from './lib/sandbox.ts'
import { printBackupPath } from './lib/print-backup-path.ts'

const MAX_CARS = 10_000_000

const usage = `Usage: npm run seed [-- --cars NUMBER] [--seed NUMBER]

Fills the sandbox's database (DATABASE_URL, or DATA_DIR) with demo data.

  (no option)     Add the demo accounts, cars, purchases, reports, and reviews if the database has no users.
                  npm start does the same. This starts the sandbox, so stop Kerblight first.
  --cars NUMBER   Add NUMBER generated cars. Kerblight may be running.
  --seed NUMBER   Seed of the generator: the same seed creates the same cars. By default, the cars are new.
  --help          Show this text.`

endWithParent()
process.chdir(root)
writePrivately()
try {
  await seed(process.argv.slice(2))
} catch (error) {
  print(await describeFailure(error))
  process.exitCode = 1
}

async function seed(args: string[]): Promise<void> {
  const { cars, seed, help } = readArguments(args)
  if (help) return console.log(usage)
  loadEnvFile()
  const config = loadConfig(process.env)
  if (config.mode !== 'sandbox')
    throw expected('npm run seed works only in the sandbox, and these settings are for a live installation.')
  const database = await openDatabase(config, { onBackUp: printBackupPath })
  try {
    await bindDatabaseToMode(database.db, config)
    await seedWhenEmpty(config, database.db)
    if (cars !== undefined) await addCars(database, cars, seed)
  } catch (error) {
    throw isBusy(error) ? expected(`${config.databaseFile} is locked by another program.`) : error
  } finally {
    await database.close()
  }
}

function readArguments(args: string[]): { cars?: number; seed?: number; help: boolean } {
  try {
    const { values } = parseArgs({
      args,
      options: { cars: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } },
    })
    if (values.seed !== undefined && values.cars === undefined)
      throw new Error('--seed only works with --cars')
    return {
      ...(values.cars !== undefined && { cars: readNumber('--cars', values.cars, 1, MAX_CARS) }),
      ...(values.seed !== undefined && { seed: readNumber('--seed', values.seed, 0, 2 ** 31 - 1) }),
      help: values.help ?? false,
    }
  } catch (error) {
    throw expected(`${(error as Error).message}\n\n${usage}`)
  }
}

function readNumber(name: string, text: string, least: number, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN
  if (number >= least && number <= most) return number
  throw new Error(`${name} must be a whole number from ${least} to ${most}, not '${text}'`)
}

async function seedWhenEmpty(config: Config, db: Db): Promise<void> {
  if (await hasUsers(db))
    return print(
      `${config.postgres?.shown ?? config.databaseFile} already has data, so no demo data was added.`,
    )
  await assertPortsFree(listPorts(config).filter(({ variable }) => variable !== 'PORT'))
  const sandbox = startSandbox(config)
  try {
    await step('Creating the demo data', async () => {
      await sandbox.ready
      await seedDemo({ config, db, now: () => new Date() })
    })
  } finally {
    await sandbox.stop()
  }
}

async function addCars(database: Database, count: number, seed: number | undefined): Promise<void> {
  database.expectManyWrites()
  const started = Date.now()
  const used = await seedMany(database.db, count, {
    seed,
    onProgress: (inserted) => print(`  ${formatNumber(inserted)} of ${formatNumber(count)} cars`),
  })
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`Added ${formatNumber(count)} cars (seed ${used}) in ${seconds} s.`)
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}
