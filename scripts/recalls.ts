/**
 * `npm run recalls -- FILE…` replaces the recalls on car pages with those in NHTSA's files. Kerblight may be
 * running.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadConfig } from '../server/config/config.ts'
import { openDatabase } from '../server/db/connection.ts'
import { loadRecalls } from '../server/features/recalls/load-recalls.ts'
import { RecallFileError } from '../server/features/recalls/recall-line.ts'
import { assertNewInstallation } from '../server/start/assert-new-installation.ts'
import { writePrivately } from '../server/start/private-files.ts'
import { expected, print } from './bootstrap/print.cjs'
import { endWithParent } from './lib/end-with-parent.ts'
import { loadEnvFile } from './lib/env-file.ts'
import { describeFailure } from './lib/failure.ts'
import { printBackupPath } from './lib/print-backup-path.ts'
import { root } from './lib/root.ts'

const usage = `Usage: npm run recalls -- FILE…

Replaces all recalls with those of NHTSA’s files, such as FLAT_RCL_POST_2010.zip, packed or unpacked.
Download them from https://www.nhtsa.gov/nhtsa-datasets-and-apis.`

endWithParent()
writePrivately()
try {
  const files = readArguments(process.argv.slice(2))
  process.chdir(root)
  loadEnvFile()
  await load(files)
} catch (error) {
  print(await describeFailure(error))
  process.exitCode = 1
}

function readArguments(args: readonly string[]): string[] {
  if (args.length === 0 || args.some((file) => file.startsWith('-'))) throw expected(usage)
  for (const file of args)
    if (!existsSync(file)) throw expected(`${file} does not exist. The earlier recalls were not changed.`)
  return args.map((file) => resolve(file))
}

async function load(files: readonly string[]): Promise<void> {
  const config = loadConfig(process.env)
  const database = await openDatabase(config, {
    onBackUp: printBackupPath,
    beforeCreate: () => assertNewInstallation(config),
  })
  try {
    const count = await loadRecalls(database.db, files, { now: new Date() })
    console.log(`Loaded ${count === 1 ? '1 recall' : `${count} recalls`}.`)
  } catch (error) {
    if (!(error instanceof RecallFileError)) throw error
    throw expected(`${error.message} The earlier recalls were not changed.`)
  } finally {
    await database.close()
  }
}
