import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { ensureBuilt } from '../../scripts/lib/ensure-built.ts'
import { call } from '../support/api-client.ts'
import { createIdentityClient } from '../support/identity.ts'
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

/**
 * Polling limit in milliseconds. It is long because a start creates a database, and the machine may be busy.
 */
const polling = { timeout: 60_000 }
const folder = mkdtempSync(join(tmpdir(), 'kerblight-cluster-'))
// For root, Postgres runs as another user, who needs access to the folder.
chmodSync(folder, 0o755)
/** Postgres's data folder, which is next to the data folder (docs/developers/testing.md). */
const postgresData = join(folder, 'data-postgres')
let ports: Ports
let url: string
let started: number[] = []

beforeAll(async () => {
  await ensureBuilt()
  ports = await findFreePorts()
  url = `http://localhost:${ports.web}`
}, 120_000)

afterEach(async () => {
  for (const pid of started.filter(isRunning)) process.kill(pid, 'SIGKILL')
  await vi.waitFor(async () => assert.deepEqual(await openPorts(ports), []), polling)
  started = []
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(env: Record<string, string> = {}): Running {
  const cluster = { ports, dataDir: join(folder, 'data'), isGroup: true }
  const running = startScript('start-cluster', cluster, env)
  started.push(running.child.pid!)
  return running
}

async function startReady(): Promise<{ running: Running; pids: number[] }> {
  const running = start()
  await waitForReadiness(running, polling)
  const pids = listDescendants(running.child.pid)
  started.push(...pids)
  return { running, pids }
}

interface Process {
  pid: number
  url: string
}

/** Returns the server processes that have been started so far, according to the cluster's log. */
function processesOf({ stdout }: Running): Process[] {
  return stdout
    .split('\n')
    .filter((line) => line.includes('"msg":"listening"'))
    .map((line) => JSON.parse(line) as Process)
}

const failures = ({ stdout }: Running) => stdout.split('\n').filter((line) => line.startsWith('{"level":50'))

const car = {
  category_name: 'Tesla',
  condition: 'Excellent',
  modelName: 'Model 3 of the cluster',
  selllerContact: '555-0123',
  usageTime: '2 years',
  originalPrice: '$48,990.00',
  resellPrice: '31,500',
}

/**
 * Signs in as the demo data's dealer and lists a car.
 * @returns its ID
 */
async function listCar(): Promise<string> {
  const email = 'dealer@kerblight.test'
  const { idToken } = await createIdentityClient(`http://127.0.0.1:${ports.identity}`).signIn(
    email,
    'Kerblight1',
  )
  const tokenResponse = await call<{ token: string }>(url, 'getToken', { query: { email }, token: idToken })
  const { token } = tokenResponse.body
  const listed = await call<{ insertedId: string }>(url, 'addCar', { token, body: car })
  expect([tokenResponse.status, listed.status]).toEqual([200, 200])
  return listed.body.insertedId
}

/**
 * Sends a request and returns the status of its response.
 * @param target the request target as sent, such as an absolute URL
 */
async function statusOf(method: string, target: string): Promise<number> {
  const clientRequest = request({ port: ports.web, method, path: target, agent: false }).end()
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode!
}

const modelAt = async (origin: string, id: string) =>
  (await call<{ modelName: string }>(origin, 'getCar', { params: { id } })).body.modelName

it('the cluster runs two processes, survives the loss of one, stops completely, and preserves data', async () => {
  const firstServer = await startReady()
  expect(firstServer.running.stdout).toContain(`Kerblight is ready: ${url}`)
  expect(firstServer.running.stdout).toMatch(/dealer@kerblight\.test +Kerblight1/)
  const demo = await call<unknown[]>(url, 'listCars', { query: { category_name: 'Tesla' } })
  expect(demo.body.length).toBeGreaterThan(3)

  expect(await statusOf('GET', `${url}/`)).toBe(200)
  expect(await statusOf('OPTIONS', '*')).toBeLessThan(500)

  const id = await listCar()
  const processes = processesOf(firstServer.running)
  expect(processes).toHaveLength(2)
  for (const origin of [{ url }, ...processes]) expect(await modelAt(origin.url, id)).toBe(car.modelName)

  process.kill(processes[0]!.pid, 'SIGKILL')
  for (let count = 0; count < 20; count++) expect(await modelAt(url, id)).toBe(car.modelName)
  await expect.poll(() => processesOf(firstServer.running).length, polling).toBe(3)
  expect(firstServer.running.stderr).toContain('A server process ended (SIGKILL). Starting another.')
  const thirdProcess = processesOf(firstServer.running)[2]!
  expect(thirdProcess.url).toBe(processes[0]!.url)
  expect(await modelAt(thirdProcess.url, id)).toBe(car.modelName)

  process.kill(-firstServer.running.child.pid!, 'SIGINT')
  expect((await firstServer.running.outcome).code).toBe(0)
  expect([...firstServer.pids, thirdProcess.pid].filter(isRunning)).toEqual([])
  expect(await openPorts(ports)).toEqual([])
  expect(failures(firstServer.running)).toEqual([])

  const secondServer = await startReady()
  expect(await modelAt(url, id)).toBe(car.modelName)
  // This simulates a power failure: the file that marks Postgres as running is left behind.
  for (const pid of [secondServer.running.child.pid!, ...secondServer.pids].toReversed()) tryToKill(pid)
  await expect.poll(() => secondServer.pids.filter(isRunning), polling).toEqual([])
  expect(existsSync(join(postgresData, 'postmaster.pid'))).toBe(true)

  const lastServer = await startReady()
  expect(await modelAt(url, id)).toBe(car.modelName)
  lastServer.running.child.kill('SIGKILL')
  await expect.poll(() => lastServer.pids.filter(isRunning), polling).toEqual([])
  expect(lastServer.pids.length).toBeGreaterThan(4)
})

/** Kills a process, which may have already ended together with another process. */
function tryToKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH')
  }
}

it('the cluster rejects a port in use and names the setting for a different port', async () => {
  const portHolder = createServer().listen(ports.web, '127.0.0.1')
  await once(portHolder, 'listening')
  expect(await readStartupError(start())).toBe(
    `Port ${ports.web} is in use by another program. Choose another with PORT.`,
  )
  portHolder.close()
  await once(portHolder, 'close')
})

it.runIf(process.getuid?.() === 0)(
  'the cluster names the folder that Postgres can’t access, and the setting',
  async () => {
    const hiddenPath = join(folder, 'hidden')
    mkdirSync(hiddenPath, { mode: 0o700 })
    const message = await readStartupError(start({ DATA_DIR: join(hiddenPath, 'data') }))
    expect(message).toContain(`the data in ${join(hiddenPath, 'data-postgres')}: `)
    expect(message).toContain('Set DATA_DIR to a folder')
  },
)

it('the cluster rejects data that another cluster uses, and names the data', async () => {
  const { running, pids } = await startReady()
  expect(pids.map(readProcessCommand).filter((command) => command.includes('postgres'))).not.toEqual([])
  const otherPorts = await findFreePorts()
  const secondServer = start({
    PORT: String(otherPorts.web),
    STRIPE_SANDBOX_PORT: String(otherPorts.stripe),
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${otherPorts.identity}`,
  })
  const message = await readStartupError(secondServer)
  expect(message).toContain(`Postgres could not be started with the data in ${postgresData}: FATAL:`)
  expect(message).toContain('Is another postmaster')
  running.child.kill('SIGTERM')
  expect((await running.outcome).code).toBe(0)
})
