/** `npm run restore -- FILE`: puts a copy in the database's place; Kerblight must not run meanwhile. */
import { loadConfig } from '../server/config.ts'
import { lockData } from '../server/db/data-lock.ts'
import { restoreBackup } from '../server/db/restore.ts'
import { writePrivately } from '../server/private-files.ts'
import { expected, say } from './bootstrap/say.cjs'
import { endWithParent } from './lib/end-with-parent.ts'
import { loadEnvFile } from './lib/env-file.ts'
import { describeFailure } from './lib/failure.ts'
import { root } from './lib/root.ts'

endWithParent()
process.chdir(root)
writePrivately()
try {
  loadEnvFile()
  const [copy, ...others] = process.argv.slice(2)
  if (copy === undefined || others.length > 0) throw expected('Usage: npm run restore -- FILE')
  const config = loadConfig(process.env)
  const { databaseFile, postgres } = config
  if (postgres)
    throw expected(`${postgres.shown} is on Postgres: restore it with its own tools, such as pg_restore.`)
  const lock = lockData(config)
  try {
    const aside = restoreBackup(copy, databaseFile, new Date())
    console.log(`${databaseFile} is ${copy} now.${aside ? ` What was there is ${aside}.` : ''}`)
  } finally {
    lock.release()
  }
} catch (error) {
  say(await describeFailure(error))
  process.exitCode = 1
}
