import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ensureBuilt } from '../../scripts/lib/ensure-built.ts'
import { runCommand } from '../support/command.ts'
import { createIdentityClient } from '../support/identity.ts'
import { listExposedFiles } from '../support/modes.ts'
import { photo } from '../support/photo.ts'
import {
  readProcessCommand,
  listDescendants,
  findFreePorts,
  isRunning,
  openPorts,
  waitForReadiness,
  readStartupError,
  startScript,
  type Ports,
  type Running,
} from '../support/running.ts'

const soon = { timeout: 15_000 }

let folder: string
let ports: Ports
let started: ChildProcess[] = []

beforeAll(() => ensureBuilt(), 120_000)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kerblight-start-'))
  ports = await findFreePorts()
})

afterEach(async () => {
  for (const child of started) child.kill('SIGKILL')
  await vi.waitFor(async () => assert.deepEqual(await openPorts(ports), []), soon)
  started = []
  rmSync(folder, { recursive: true, force: true })
})

describe('npm start', () => {
  it('serves, prints its URL and the demo accounts, and stops on SIGTERM', async () => {
    const running = start()
    await waitForReadiness(running, soon)
    expect(running.stdout).toContain(`Kerblight is ready: http://localhost:${ports.web}`)
    expect(running.stdout).toMatch(/dealer@kerblight\.test +Kerblight1/)
    expect(running.stdout).toContain('4242 4242 4242 4242')
    expect((await fetch(`http://127.0.0.1:${ports.web}/api/readyz`)).status).toBe(200)

    running.child.kill('SIGTERM')
    expect((await running.outcome).code).toBe(0)
    expect(await openPorts(ports)).toEqual([])
  })

  it.runIf(process.platform === 'linux')(
    'leaves no process and no port when it is killed, and starts again on the same data',
    // This test and the next one start the server twice, which takes a while.
    { timeout: 60_000 },
    async () => {
      const first = start()
      await waitForReadiness(first, soon)
      const children = listDescendants(first.child.pid)
      expect(children.length).toBeGreaterThanOrEqual(2)
      first.child.kill('SIGKILL')
      await expect.poll(() => children.filter(isRunning), soon).toEqual([])
      expect(await openPorts(ports)).toEqual([])
      await waitForReadiness(start(), soon)
    },
  )

  it.skipIf(process.platform === 'win32')(
    'restricts all its files to the current user, including previously open files',
    { timeout: 60_000 },
    async () => {
      const data = join(folder, 'data')
      const before = process.umask(0o022)
      try {
        const first = start()
        await waitForReadiness(first, soon)
        await leaveTraces()
        expect(listExposedFiles(data)).toEqual([])
        first.child.kill('SIGTERM')
        await first.outcome

        // Simulates the permissions of an earlier version's files.
        for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' }))
          if (!/^images./.test(name)) chmodSync(join(data, name), 0o755)
        chmodSync(data, 0o755)
        await waitForReadiness(start(), soon)
        expect(listExposedFiles(data)).toEqual([])
      } finally {
        process.umask(before)
      }
    },
  )

  it.runIf(process.platform === 'linux')('stops with an error message when its sandbox exits', async () => {
    const running = start()
    await waitForReadiness(running, soon)
    const sandbox = listDescendants(running.child.pid).find((pid) =>
      readProcessCommand(pid).includes('sandbox/main.ts'),
    )
    process.kill(Number(sandbox), 'SIGKILL')
    const { code, stderr } = await running.outcome
    expect(code).toBe(1)
    expect(stderr).toContain('The sandbox has ended (SIGKILL). Stopping.')
  })
})

describe('a failed npm start', () => {
  it('prints only an error for a port in use', async () => {
    const otherProgram = createServer().listen(ports.web, '127.0.0.1')
    await once(otherProgram, 'listening')
    expect(await readStartupError(start())).toBe(
      `Port ${ports.web} is in use by another program. Choose another with PORT.`,
    )
    otherProgram.close()
    await once(otherProgram, 'close')
  })

  it('prints only an error for a sandbox port in use', async () => {
    const otherProgram = createServer().listen(ports.stripe, '127.0.0.1')
    await once(otherProgram, 'listening')
    expect(await readStartupError(start())).toContain('Choose another with STRIPE_SANDBOX_PORT.')
    otherProgram.close()
    await once(otherProgram, 'close')
  })

  it('prints only an error for a data folder that is a file', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    expect(await readStartupError(start({ DATA_DIR: file }))).toContain(file)
  })

  it('prints only an error for a damaged database, which stays unchanged', async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    const database = join(data, 'kerblight.db')
    const damaged = 'not a database '.repeat(1000)
    writeFileSync(database, damaged)
    expect(await readStartupError(start())).toContain(database)
    expect(readFileSync(database, 'utf8')).toBe(damaged)
  })

  it('prints only an error for a sandbox reachable from other machines, and creates nothing', async () => {
    const open = { HOST: '0.0.0.0', PUBLIC_URL: 'https://cars.example', NODE_ENV: 'production' }
    const message = await readStartupError(start(open))
    for (const name of Object.keys(open)) expect(message).toContain(`- ${name}: `)
    expect(message).toContain('SANDBOX=on')
    expect(readdirSync(folder)).toEqual([])
  })

  it('prints only the errors of an invalid configuration, and all of them', async () => {
    const message = await readStartupError(
      start({ RESERVATION_SECONDS: 'soon', STRIPE_SECRET_KEY: 'sk_test_1', LOG_LEVEL: 'loud' }),
    )
    for (const name of ['RESERVATION_SECONDS', 'STRIPE_SECRET_KEY', 'LOG_LEVEL'])
      expect(message).toContain(name)
  })
})

function start(env: Record<string, string> = {}): Running {
  const installation = { ports, dataDir: join(folder, 'data') }
  const running = startScript('start', installation, { LOG_LEVEL: 'silent', ...env })
  started.push(running.child)
  return running
}

/** Creates a photo, an email, and a backup, in addition to the database, its log, and the sandbox's state. */
async function leaveTraces(): Promise<void> {
  const data = join(folder, 'data')
  const form = new FormData()
  form.set('image', new Blob([(await photo()).buffer]), 'photo.jpg')
  const upload = `http://127.0.0.1:${ports.web}/api/1/upload?key=kerblight`
  expect((await fetch(upload, { method: 'POST', body: form })).status).toBe(200)
  await createIdentityClient(`http://127.0.0.1:${ports.identity}`).sendPasswordReset('buyer@kerblight.test')
  expect(await runCommand('backup', [], { env: { DATA_DIR: data } })).toMatchObject({ code: 0 })
  const names = readdirSync(data, { recursive: true, encoding: 'utf8' })
  for (const trace of [
    'kerblight.db',
    'kerblight.db-wal',
    'kerblight.db-shm',
    'identity.db',
    'identity.db-wal',
    'stripe.db',
    'stripe.db-wal',
  ])
    expect(names).toContain(trace)
  for (const trace of [/^images.+-full\.webp$/, /^mail.+\.eml$/, /^backups.+\.db$/])
    expect(names).toContainEqual(expect.stringMatching(trace))
}
