/**
 * `npm run admin -- EMAIL` makes a user an admin, for example the first admin of an installation. The user
 * must have signed in before.
 */
import { parseArgs } from 'node:util'
import { email } from '../contract/api/fields.ts'
import { assertNewInstallation } from '../server/start/assert-new-installation.ts'
import { loadConfig } from '../server/config/config.ts'
import { openDatabase } from '../server/db/connection.ts'
import type { Db } from '../server/db/tables.ts'
import { chooseAdmin, makeChosenAdmin } from '../server/core/users/make-admin.ts'
import type { User } from '../server/core/users/user.repository.ts'
import { writePrivately } from '../server/start/private-files.ts'
import { expected, print } from './bootstrap/print.cjs'
import { confirm } from './lib/confirm.ts'
import { endWithParent } from './lib/end-with-parent.ts'
import { loadEnvFile } from './lib/env-file.ts'
import { describeFailure } from './lib/failure.ts'
import { escapeUnprintable } from './lib/printable.ts'
import { root } from './lib/root.ts'
import { printBackupPath } from './lib/print-backup-path.ts'

const usage = `Usage: npm run admin -- EMAIL [--uid UID] [--yes]

Makes the user with that email address an admin. They must have signed in before, and
followed the link in the email that verifies the address.

  --uid UID   which user, if several have the address.
  --yes       do not ask for confirmation.`

interface Wanted {
  address: string
  uid?: string | undefined
  isSure: boolean
}

endWithParent()
process.chdir(root)
writePrivately()
try {
  await makeAdmin(readArguments(process.argv.slice(2)))
} catch (error) {
  print(await describeFailure(error))
  process.exitCode = 1
}

function readArguments(args: string[]): Wanted {
  const { values, positionals } = parse(args)
  const [address, ...otherArguments] = positionals
  if (address === undefined || otherArguments.length > 0) throw expected(usage)
  const { error } = email.safeParse(address)
  if (error) throw expected(`'${escapeUnprintable(address)}': ${error.issues[0]!.message}`)
  return { address, uid: values.uid, isSure: values.yes ?? false }
}

function parse(args: string[]) {
  try {
    const options = { uid: { type: 'string' }, yes: { type: 'boolean' } } as const
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw expected(`${(error as Error).message}\n\n${usage}`)
  }
}

async function makeAdmin({ address, uid, isSure }: Wanted): Promise<void> {
  loadEnvFile()
  const config = loadConfig(process.env)
  const database = await openDatabase(config, {
    onBackUp: printBackupPath,
    beforeCreate: () => assertNewInstallation(config),
  })
  try {
    const user = await findOne(database.db, address, uid)
    if (user.isAdmin) return console.log(`${describeUser(user)} is already an admin.`)
    print(`${address} is ${describeUser(user)}.`)
    if (!isSure && !(await confirm('Make them an admin?'))) throw expected('Nothing was changed.')
    if (!(await makeChosenAdmin({ config, db: database.db, now: () => new Date() }, user, uid)))
      throw expected(
        `The user of ${address} changed while you were confirming. Nothing was changed. Run this again.`,
      )
    console.log(`${describeUser(user)} is now an admin.`)
  } finally {
    await database.close()
  }
}

async function findOne(db: Db, address: string, uid: string | undefined): Promise<User> {
  const choice = await chooseAdmin(db, address, uid)
  switch (choice.outcome) {
    case 'unknown':
      throw expected(
        `No one has signed in as ${address}${uid === undefined ? '' : ` with the uid ${escapeUnprintable(uid)}`} yet. Sign in on the website, then run this again.`,
      )
    case 'unconfirmed':
      throw expected(
        `${describeUser(choice.user)} has not verified ${address}. Follow the link in the verification email, sign in again, then run this again.`,
      )
    case 'several':
      throw expected(
        `${choice.users.length} users have the address ${address}:\n${choice.users.map(formatUser).join('\n')}\nNothing was changed. Choose one with --uid UID; the Firebase console shows the uid of each user.`,
      )
    default:
      return choice.user
  }
}

/**
 * Formats a user. The name comes last, here and below: users choose their own names, and a name could imitate
 * the other fields.
 */
function formatUser({ uid, fullName, isEmailVerified }: User): string {
  return `  - uid ${escapeUnprintable(uid)}, address ${isEmailVerified ? 'verified' : 'not verified'} (${escapeUnprintable(fullName)})`
}

function describeUser({ fullName, uid }: User): string {
  return `uid ${escapeUnprintable(uid)} (${escapeUnprintable(fullName)})`
}
