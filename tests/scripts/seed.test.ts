import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/db/connection.ts'
import { runCommand } from '../support/command.ts'

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

function seed(args: string[] = [], env: Record<string, string> = {}) {
  return runCommand('seed', args, { env: { DATA_DIR: dataDir, ...ports, ...env } })
}

async function inDatabase<T>(
  read: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({
    databaseFile: join(dataDir, 'kerblight.db'),
    backupDir: join(dataDir, 'backups'),
  })
  try {
    return await read(database.db)
  } finally {
    await database.close()
  }
}

function countCars(): Promise<number> {
  return inDatabase(async (db) => (await db.selectFrom('cars').select('id').execute()).length)
}

// The tests run in sequence on one data folder, as when a user runs the commands.
describe('npm run seed', () => {
  it.each([
    [['--cars', 'many'], '--cars must be a whole number'],
    [['--cars', '0'], '--cars must be a whole number'],
    [['--seed', '3'], '--seed only works with --cars'],
    [['--everything'], "Unknown option '--everything'"],
  ])('prints its usage and an error for %j', async (args, message) => {
    const { code, output } = await seed(args)
    expect(output).toContain(message)
    expect(output).toContain('Usage: npm run seed')
    expect(code).toBe(1)
  })

  it('prints its usage for --help', async () => {
    const { code, output } = await seed(['--help'])
    expect(output).toMatch(/^Usage: npm run seed/)
    expect(code).toBe(0)
  })

  it('does not seed a live installation', async () => {
    const { code, output } = await seed([], {
      FIREBASE_AUTH_EMULATOR_HOST: '',
      FIREBASE_PROJECT_ID: 'cars-example',
      FIREBASE_API_KEY: 'key',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_Vw7kQ2xTn9RbLc4ZpYh8Ms3JdGf6Ke1u',
      TOKEN_SECRET: 'one-that-nobody-could-have-guessed-ever',
      PUBLIC_URL: 'https://cars.test',
      SMTP_URL: 'smtp://mail.test',
    })
    expect(output).toContain('only in the sandbox')
    expect(code).toBe(1)
  })

  it('names the setting of a port that is in use', async () => {
    const server = createServer().listen(Number(ports.STRIPE_SANDBOX_PORT), '127.0.0.1')
    try {
      const { code, output } = await seed()
      expect(output).toContain('STRIPE_SANDBOX_PORT')
      expect(code).toBe(1)
    } finally {
      server.close()
    }
    expect(await countCars()).toBe(0)
  })

  it('seeds the demo data', async () => {
    expect(await seed()).toMatchObject({ code: 0 })
    expect(await countCars()).toBeGreaterThanOrEqual(60)
  })

  it('seeds the demo data once, and adds generated cars on each run', async () => {
    const demo = await countCars()
    const { code, output } = await seed(['--cars', '600'])
    expect(output).toContain('no demo data was added')
    expect(output).toContain('Added 600 cars (seed 1)')
    expect(code).toBe(0)
    expect((await seed(['--cars', '50'])).output).toContain('Added 50 cars (seed 2)')
    expect(await countCars()).toBe(demo + 650)

    const secondRun = await seed(['--cars', '50', '--seed', '2'])
    expect(secondRun.output).toContain('choose another')
    expect(secondRun.code).toBe(1)
  })
})
