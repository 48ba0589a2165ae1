import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSettings } from '../../scripts/lib/default-settings.ts'
import { openDatabase } from '../../server/db/connection.ts'

const scripts = join(import.meta.dirname, '../../scripts')
const dataDir = mkdtempSync(join(tmpdir(), 'kerblight-commands-'))
let ports: Record<string, string>

beforeAll(async () => {
  const [stripe, identity] = [await freePort(), await freePort()]
  ports = { STRIPE_SANDBOX_PORT: String(stripe), FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${identity}` }
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/** Runs a command as the bootstrap hands on to it. */
function run(command: 'seed' | 'admin', args: string[] = [], env: Record<string, string> = {}) {
  const { PATH, HOME } = process.env
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(scripts, `${command}.ts`), ...args],
      { env: { PATH, HOME, ...defaultSettings, DATA_DIR: dataDir, ...ports, ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

async function inDatabase<T>(
  read: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(join(dataDir, 'kerblight.db'))
  try {
    return await read(database.db)
  } finally {
    await database.close()
  }
}

function countCars(): Promise<number> {
  return inDatabase(async (db) => (await db.selectFrom('cars').select('id').execute()).length)
}

// One after another on one data folder, as a person would.
describe('npm run seed and npm run admin', () => {
  it.each([
    [['--cars', 'many'], '--cars takes a whole number'],
    [['--cars', '0'], '--cars takes a whole number'],
    [['--seed', '3'], '--seed goes with --cars'],
    [['--everything'], "Unknown option '--everything'"],
  ])('explains itself when asked for %j', async (args, message) => {
    const { code, output } = await run('seed', args)
    expect(output).toContain(message)
    expect(output).toContain('Usage: npm run seed')
    expect(code).toBe(1)
  })

  it('explains itself when asked to', async () => {
    const { code, output } = await run('seed', ['--help'])
    expect(output).toMatch(/^Usage: npm run seed/)
    expect(code).toBe(0)
  })

  it('does not seed a live world', async () => {
    const { code, output } = await run('seed', [], {
      FIREBASE_AUTH_EMULATOR_HOST: '',
      FIREBASE_PROJECT_ID: 'cars',
      FIREBASE_API_KEY: 'key',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_Vw7kQ2xTn9RbLc4ZpYh8Ms3JdGf6Ke1u',
      TOKEN_SECRET: 'one-that-nobody-could-have-guessed-ever',
      PUBLIC_URL: 'https://cars.test',
      SMTP_URL: 'smtp://mail.test',
    })
    expect(output).toContain('sandbox world only')
    expect(code).toBe(1)
  })

  it('names the setting of a port that is taken', async () => {
    const server = createServer().listen(Number(ports.STRIPE_SANDBOX_PORT), '127.0.0.1')
    try {
      const { code, output } = await run('seed')
      expect(output).toContain('STRIPE_SANDBOX_PORT')
      expect(code).toBe(1)
    } finally {
      server.close()
    }
    expect(await countCars()).toBe(0)
  })

  it('seeds the demo world once, and adds generated cars each time', async () => {
    expect(await run('seed')).toMatchObject({ code: 0 })
    const demo = await countCars()
    expect(demo).toBeGreaterThanOrEqual(60)

    const { code, output } = await run('seed', ['--cars', '600'])
    expect(output).toContain('no demo data is added')
    expect(output).toContain('Added 600 cars (seed 1)')
    expect(code).toBe(0)
    expect((await run('seed', ['--cars', '50'])).output).toContain('Added 50 cars (seed 2)')
    expect(await countCars()).toBe(demo + 650)

    const again = await run('seed', ['--cars', '50', '--seed', '2'])
    expect(again.output).toContain('choose another')
    expect(again.code).toBe(1)
  })

  it('makes an admin of somebody who is there', async () => {
    const unknown = await run('admin', ['nobody@kerblight.test'])
    expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining('Nobody has signed in') })
    expect(await run('admin')).toMatchObject({ code: 1, output: expect.stringContaining('Usage') })

    const email = 'imani.okoro@kerblight.test'
    expect(await run('admin', [email])).toEqual({ code: 0, output: `${email} is an admin now.\n` })
    expect(await run('admin', [email])).toEqual({ code: 0, output: `${email} is an admin already.\n` })
    const { role } = await inDatabase((db) =>
      db.selectFrom('users').select('role').where('email', '=', email).executeTakeFirstOrThrow(),
    )
    expect(role).toBe('admin')
  })
})
