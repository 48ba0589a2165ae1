import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type SqliteDatabase } from '../../server/db/connection.ts'
import { newId } from '../../server/db/id.ts'
import { escapeUnprintable } from '../../scripts/lib/printable.ts'
import { runCommand } from '../support/command.ts'

const ADDRESS = 'owner@cars.example'
const hasTerminals = existsSync('/usr/bin/script')

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kerblight-admin-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function inDatabase<T>(work: (database: SqliteDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase({
    databaseFile: join(dataDir, 'kerblight.db'),
    backupDir: join(dataDir, 'backups'),
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

interface Holder {
  uid: string
  name: string
  email?: string
  isVerified?: boolean
}

function addUsers(...holders: Holder[]): Promise<void> {
  return inDatabase(async ({ db }) => {
    for (const { uid, name, email = ADDRESS, isVerified = true } of holders)
      await db
        .insertInto('users')
        .values({
          id: newId(),
          uid,
          email,
          email_verified: isVerified ? 1 : 0,
          full_name: name,
          photo_url: '',
          account: 'buyer',
          account_chosen: 1,
          role: 'user',
          verified: 0,
          created_at: new Date().toISOString(),
        })
        .execute()
  })
}

function adminUids(): Promise<string[]> {
  return inDatabase(async ({ db }) => {
    const admins = await db.selectFrom('users').select('uid').where('role', '=', 'admin').execute()
    return admins.map(({ uid }) => uid)
  })
}

function admin(args: string[], typed?: string | (() => Promise<string>)) {
  return runCommand('admin', args, { env: { DATA_DIR: dataDir }, ...(typed !== undefined && { typed }) })
}

const owner = { uid: 'uid-owner', name: 'Olive Owner' }
const impostor = { uid: 'uid-impostor', name: 'Olive Owner', isVerified: false }

describe('npm run admin', () => {
  it('makes the verified owner of an address an admin, with a log entry and a notification', async () => {
    await addUsers(owner)
    const { code, output } = await admin([ADDRESS, '--yes'])
    expect(output).toBe(
      `${ADDRESS} is uid uid-owner (Olive Owner).\nuid uid-owner (Olive Owner) is now an admin.\n`,
    )
    expect(code).toBe(0)
    expect(await adminUids()).toEqual(['uid-owner'])
    await inDatabase(async ({ db }) => {
      expect(await db.selectFrom('audit').select(['action', 'actor_email']).execute()).toEqual([
        { action: 'make-admin', actor_email: 'Command line' },
      ])
      const messages = await db.selectFrom('messages').select('subject').execute()
      expect(messages).toEqual([{ subject: 'You’re now an admin' }])
    })
    expect(await admin([ADDRESS])).toEqual({
      code: 0,
      output: 'uid uid-owner (Olive Owner) is already an admin.\n',
    })
  })

  it('rejects users with look-alike addresses', async () => {
    // These users were created before the server rejected email addresses that the contract does not accept.
    await addUsers(
      { ...impostor, email: `\u00a0${ADDRESS}`, isVerified: true },
      { ...impostor, uid: 'uid-2', email: ADDRESS.replace('o', 'о'), isVerified: true },
      { ...impostor, uid: 'uid-3', email: ADDRESS.toUpperCase(), isVerified: true },
    )
    expect(await admin([ADDRESS, '--yes'])).toMatchObject({
      code: 1,
      output: expect.stringContaining(`No one has signed in as ${ADDRESS}`),
    })
    expect(await adminUids()).toEqual([])
  })

  it.each([
    ['a space', ` ${ADDRESS}`],
    ['a no-break space', `\u00a0${ADDRESS}`],
    ['a Cyrillic o', ADDRESS.replace('o', 'о')],
    ['full-width letters', 'ｏwner@cars.example'],
    ['capitals', ADDRESS.toUpperCase()],
    ['no @', 'owner'],
  ])('rejects an address with %s', async (_what, address) => {
    await addUsers(owner)
    const { code, output } = await admin([address, '--yes'])
    expect(output).toMatch(/^'.*': \S/)
    expect(output).not.toMatch(/[^\n\x20-\x7e“”оｏ]/)
    expect(code).toBe(1)
    expect(await adminUids()).toEqual([])
  })

  it('rejects a user who has not verified the address', async () => {
    await addUsers(impostor)
    const { code, output } = await admin([ADDRESS, '--yes'])
    expect(output).toContain('uid uid-impostor (Olive Owner) has not verified owner@cars.example')
    expect(code).toBe(1)
    expect(await adminUids()).toEqual([])
  })

  it('rejects an address that two users share, names both, and accepts the verified uid', async () => {
    await addUsers(impostor, owner)
    const rejected = await admin([ADDRESS, '--yes'])
    expect(rejected.code).toBe(1)
    expect(rejected.output.split('\n').slice(0, 3)).toEqual([
      `2 users have the address ${ADDRESS}:`,
      '  - uid uid-owner, address verified (Olive Owner)',
      '  - uid uid-impostor, address not verified (Olive Owner)',
    ])
    expect(await adminUids()).toEqual([])

    expect(await admin([ADDRESS, '--uid', 'uid-impostor', '--yes'])).toMatchObject({ code: 1 })
    expect(await admin([ADDRESS, '--uid', 'uid-nobody', '--yes'])).toMatchObject({ code: 1 })
    expect(await adminUids()).toEqual([])
    expect(await admin([ADDRESS, '--uid', 'uid-owner', '--yes'])).toMatchObject({ code: 0 })
    expect(await adminUids()).toEqual(['uid-owner'])
  })

  it('ignores users who have deleted their account', async () => {
    await addUsers(impostor, owner)
    await inDatabase(({ db }) =>
      db.updateTable('users').set({ deleted_at: '2026-01-01' }).where('uid', '=', impostor.uid).execute(),
    )
    expect(await admin([ADDRESS, '--yes'])).toMatchObject({ code: 0 })
  })

  it('escapes characters that would hide or move text on the terminal', async () => {
    await addUsers({ uid: 'uid-\u202e', name: 'uid uid-owner\n\u009b2JOlive Owner\u202e' })
    const { output } = await admin([ADDRESS, '--yes'])
    expect(output.split('\n')[0]).toBe(
      `${ADDRESS} is uid uid-<U+202E> (uid uid-owner<U+000A><U+009B>2JOlive Owner<U+202E>).`,
    )
  })

  it.each(['\u3164', '\u115f', '\uffa0', '\u2800', '\ufe0f', '\u{e0101}', '\u034f', '\u00ad', '\u3000'])(
    'escapes the invisible character %j',
    (hidden) => expect(escapeUnprintable(`Olive${hidden}`)).toMatch(/^Olive<U\+[0-9A-F]{4,}>$/),
  )

  it('escapes repeated spaces, which could push text to the next line', () => {
    expect(escapeUnprintable('Olive Owner   x')).toBe('Olive Owner <U+0020><U+0020>x')
    expect(escapeUnprintable('Žofie O’Neil 🚗')).toBe('Žofie O’Neil 🚗')
  })

  it('fails without a terminal for the confirmation, and names the alternative', async () => {
    await addUsers(owner)
    const { code, output } = await admin([ADDRESS])
    expect(output).toContain('uid uid-owner (Olive Owner)')
    expect(output).toContain('--yes')
    expect(code).toBe(1)
    expect(await adminUids()).toEqual([])
  })

  it.runIf(hasTerminals).each(['n\n', '\n', 'yes please\n', '\u0004'])(
    'prompts on a terminal and treats %j as no',
    async (typed) => {
      await addUsers(owner)
      const { code, output } = await admin([ADDRESS], typed)
      expect(output).toContain('uid uid-owner (Olive Owner)')
      expect(output).toContain('Nothing was changed.')
      expect(code).toBe(1)
      expect(await adminUids()).toEqual([])
    },
  )

  it.runIf(hasTerminals).each(['y\n', 'YES\n'])(
    'prompts on a terminal and treats %j as yes',
    async (typed) => {
      await addUsers(owner)
      expect(await admin([ADDRESS], typed)).toMatchObject({ code: 0 })
      expect(await adminUids()).toEqual(['uid-owner'])
    },
  )

  const concurrentChanges: [string, () => Promise<unknown>][] = [
    [
      'becomes unverified',
      () => inDatabase(({ db }) => db.updateTable('users').set({ email_verified: 0 }).execute()),
    ],
    ['gets a second user', () => addUsers(impostor)],
  ]
  it.runIf(hasTerminals).each(concurrentChanges)(
    'changes nothing if the address %s before confirmation',
    async (_what, happen) => {
      await addUsers(owner)
      const { code, output } = await admin([ADDRESS], async () => {
        await happen()
        return 'y\n'
      })
      expect(output).toContain('changed while you were confirming')
      expect(code).toBe(1)
      expect(await adminUids()).toEqual([])
    },
  )

  it.each([[[]], [['--everything']], [[ADDRESS, 'other@cars.example']]])(
    'prints its usage for %j',
    async (args) => {
      expect(await admin(args)).toMatchObject({
        code: 1,
        output: expect.stringContaining('Usage: npm run admin -- EMAIL'),
      })
    },
  )
})
