import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findFreePort } from '../../scripts/cluster/postgres-server.ts'
import { defaultSettings } from '../../scripts/lib/default-settings.ts'
import { root } from '../../scripts/lib/root.ts'
import { backUp } from '../../server/db/backup.ts'
import { openDatabase } from '../../server/db/connection.ts'
import { runCommand } from '../support/command.ts'
import { canMount, mountSmallDisk } from '../support/small-disk.ts'
import { liveSettings } from '../support/live.ts'
import { readStartupError, Running } from '../support/running.ts'

const polling = { timeout: 20_000 }

let folder: string
let started: Running[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerblight-serve-'))
  started = []
})
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await Promise.all(started.map(({ outcome }) => outcome))
  rmSync(folder, { recursive: true })
})

const fileOf = (name: string) => join(folder, name)

async function serve(env: Record<string, string> = {}, ...args: string[]): Promise<Running> {
  const settings = { DATA_DIR: folder, PORT: String(await findFreePort()), ...env }
  const child = spawn(process.execPath, ['server/serve.ts', ...args], {
    cwd: root,
    env: { ...process.env, ...defaultSettings, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const running = new Running(child)
  started.push(running)
  return running
}

async function listening(running: Running): Promise<Running> {
  await Promise.race([
    vi.waitFor(() => expect(running.stdout).toContain('"listening"'), polling),
    running.outcome.then(({ stderr }) => expect.fail(`it ended: ${stderr}`)),
  ])
  return running
}

async function stop(running: Running, signal: NodeJS.Signals = 'SIGTERM'): Promise<string> {
  running.child.kill(signal)
  return (await running.outcome).stdout
}

it('warns only about sandboxes that other machines can reach', { timeout: 30_000 }, async () => {
  const logOf = async (env: Record<string, string>) =>
    stop(await listening(await serve({ DATABASE_URL: ':memory:', ...env })))
  const open = await logOf({ SANDBOX: 'on', PUBLIC_URL: 'https://cars.example' })
  expect(open).toContain('anyone who can reach this address can sign in as anyone')
  expect(await logOf({ SANDBOX: 'on' })).not.toContain('anyone')
})

it('names the valid option when started with an unknown option', async () => {
  expect(await readStartupError(await serve({}, '--initialize'))).toMatch(/--initialize.*\n.*--init:/)
})

it('explains an unusable data folder without a stack trace', { timeout: 60_000 }, async () => {
  writeFileSync(fileOf('occupied'), '')
  const errorOutput = await readStartupError(await serve({ DATA_DIR: fileOf('occupied/data') }))
  expect(errorOutput).toMatch(/DATA_DIR: .* is not a folder/)
  expect(errorOutput).not.toMatch(/^\s+at /m)
})

it.skipIf(!canMount)(
  'explains a read-only data folder without a stack trace',
  { timeout: 60_000 },
  async () => {
    const disk = mountSmallDisk(16)
    try {
      const env = { DATA_DIR: disk.folder }
      await stop(await listening(await serve(env)))
      disk.setReadOnly()
      const started = await readStartupError(await serve(env))
      expect(started).toContain(disk.folder)
      expect(started).toMatch(/DATA_DIR|read-only/)
      expect(started).not.toMatch(/^\s+at /m)
      const { output } = await runCommand('backup', [], { env })
      expect(output).toContain('read-only')
      expect(output).not.toMatch(/^\s+at /m)
    } finally {
      disk.unmount()
    }
  },
)

const nobodyUser = { uid: 65_534, gid: 65_534 }
const canBeNobody =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['-e', ''], { ...nobodyUser, cwd: root }).status === 0

describe.skipIf(!canBeNobody)('a data folder of another user', { timeout: 60_000 }, () => {
  /** Runs a script as a user who may read the code, and expects one line that names the cause. */
  async function startupErrorAsNobody(script: string, env: Record<string, string>): Promise<string> {
    chmodSync(folder, 0o755)
    const child = spawn(process.execPath, [script], {
      cwd: root,
      env: { PATH: process.env.PATH, ...defaultSettings, PORT: String(await findFreePort()), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...nobodyUser,
    })
    const running = new Running(child)
    started.push(running)
    return readStartupError(running)
  }

  it.each(['server/serve.ts', 'scripts/start.ts'])('is explained by %s in the sandbox', async (script) => {
    mkdirSync(fileOf('data'), { mode: 0o700 })
    const errorOutput = await startupErrorAsNobody(script, { DATA_DIR: fileOf('data') })
    expect(errorOutput).toMatch(
      /^The configuration has an error:\n {2}- DATA_DIR: .*uid 65534.*Run the command as the user/,
    )
  })

  it.each([
    ['that is closed', 0o700, ''],
    ['that is read-only', 0o755, ''],
    ['with a lock of another user', 0o777, 'kerblight.lock'],
    ['with a database of another user', 0o777, 'kerblight.db'],
  ])('is explained in one line in a live installation: a folder %s', async (_case, mode, file) => {
    const database = await openDatabase({ databaseFile: fileOf('data/kerblight.db'), backupDir: folder })
    await database.close()
    if (file === 'kerblight.lock') {
      rmSync(fileOf('data/kerblight.db'))
      writeFileSync(fileOf('data/kerblight.lock'), '', { mode: 0o600 })
    }
    chmodSync(fileOf('data'), mode)
    // If the server did start, the occupied port would stop it before it queries any external service.
    const portHolder = createServer().listen(0, '127.0.0.1')
    await once(portHolder, 'listening')
    const port = String((portHolder.address() as AddressInfo).port)
    const errorOutput = await startupErrorAsNobody('server/serve.ts', {
      ...liveSettings,
      DATA_DIR: fileOf('data'),
      PORT: port,
    })
    portHolder.close()
    expect(errorOutput.split('\n')).toHaveLength(1)
    expect(errorOutput).toContain(fileOf('data'))
    expect(errorOutput).toMatch(/uid 65534|this user can write to/)
  })
})

describe('the lock of a data folder', { timeout: 60_000 }, () => {
  const lockFile = () => fileOf('kerblight.lock')

  it('rejects a second server in one line, and is released once the first server is killed', async () => {
    const firstServer = await listening(await serve())
    const errorOutput = await readStartupError(await serve())
    expect(errorOutput.split('\n')).toHaveLength(1)
    expect(errorOutput).toContain(lockFile())
    expect(errorOutput).toContain('Stop Kerblight first')
    await stop(firstServer, 'SIGKILL')
    await listening(await serve())
  })

  it('covers a database that is used with another data folder', async () => {
    const database = fileOf('elsewhere/cars.db')
    await listening(await serve({ DATABASE_URL: `file:${database}`, DATA_DIR: fileOf('one') }))
    expect(
      await readStartupError(await serve({ DATABASE_URL: `file:${database}`, DATA_DIR: fileOf('two') })),
    ).toContain(fileOf('elsewhere/cars.lock'))
    await listening(
      await serve({ DATABASE_URL: `file:${fileOf('elsewhere/other.db')}`, DATA_DIR: fileOf('two') }),
    )
  })

  it('survives backups and a vacuum, and does not block access to the database', async () => {
    await listening(await serve())
    const env = { DATA_DIR: folder }
    const backup = await runCommand('backup', [], { env })
    expect(backup.code).toBe(0)
    const outsider = new Sqlite(fileOf('kerblight.db'))
    expect(outsider.prepare('select count(*) from users').pluck().get()).toBe(0)
    outsider.exec('vacuum')
    outsider.close()
    expect((await runCommand('admin', ['ada@people.test'], { env })).output).toContain('No one has signed in')
    expect(await runCommand('restore', [backup.output.trim()], { env })).toMatchObject({
      code: 1,
      output: expect.stringContaining(lockFile()),
    })
    expect(
      await runCommand('migrate-to-postgres', ['postgres://a@127.0.0.1:1/kerblight'], { env }),
    ).toMatchObject({ code: 1, output: expect.stringContaining(lockFile()) })
    expect(await readStartupError(await serve())).toContain(lockFile())
  })

  it.skipIf(process.platform === 'win32')('is readable only by its owner', async () => {
    writeFileSync(lockFile(), '', { mode: 0o644 })
    await listening(await serve())
    expect(statSync(lockFile()).mode & 0o777).toBe(0o600)
  })
})

it('creates a lost database of a live installation only with --init', { timeout: 60_000 }, async () => {
  // The port is occupied, so the server stops once the database is open and before it queries any external
  // service.
  const portHolder = createServer().listen(0, '127.0.0.1')
  await once(portHolder, 'listening')
  const env = { ...liveSettings, DATA_DIR: folder, PORT: String((portHolder.address() as AddressInfo).port) }
  const file = fileOf('kerblight.db')
  const database = await openDatabase({ databaseFile: file, backupDir: fileOf('backups') })
  const copy = await backUp(database.sqlite, fileOf('backups'), new Date())
  await database.close()
  rmSync(file)

  const errorOutput = await readStartupError(await serve(env))
  expect(errorOutput).toContain(`npm run restore -- "${copy}"`)
  expect(errorOutput).toContain('node server/serve.ts --init')
  const admin = await runCommand('admin', ['ada@people.test'], { env })
  expect(admin).toMatchObject({ code: 1, output: expect.stringContaining('--init') })
  expect(existsSync(file)).toBe(false)

  expect(await readStartupError(await serve(env, '--init'))).toMatch(/^Port \d+ .* is taken/)
  expect(existsSync(file)).toBe(true)
  portHolder.close()
})
