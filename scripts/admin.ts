/** `npm run admin -- EMAIL`: makes a user who has signed in before an admin, the first one of an installation. */
import { loadConfig } from '../server/config.ts'
import { openDatabase } from '../server/db/connection.ts'
import { makeAdminByEmail } from '../server/features/users/make-admin.ts'
import { expected, say } from './bootstrap/say.cjs'
import { endWithParent } from './lib/end-with-parent.ts'
import { loadEnvFile } from './lib/env-file.ts'
import { describeFailure } from './lib/failure.ts'
import { root } from './lib/root.ts'

endWithParent()
process.chdir(root)
try {
  loadEnvFile()
  await makeAdmin(process.argv.slice(2))
} catch (error) {
  say(await describeFailure(error))
  process.exitCode = 1
}

async function makeAdmin([email, ...others]: string[]): Promise<void> {
  if (email === undefined || others.length > 0) throw expected('Usage: npm run admin -- EMAIL')
  const { databaseFile } = loadConfig(process.env)
  const database = await openDatabase(databaseFile)
  try {
    const outcome = await makeAdminByEmail(database.db, email)
    if (outcome === 'unknown')
      throw expected(`Nobody has signed in as ${email} yet. Sign in once, then run this again.`)
    console.log(outcome === 'made' ? `${email} is an admin now.` : `${email} is an admin already.`)
  } finally {
    await database.close()
  }
}
