import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { readSandboxConfig } from '../../sandbox/config.ts'
import { createIdentityClient } from '../support/identity.ts'
import { forkSandbox, type SandboxProcess } from '../support/sandbox-process.ts'

const main = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url))

let dataDir: string

function ownFolder(): void {
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kerblight-main-'))
  })
  afterEach(async () => {
    await rm(dataDir, { recursive: true, force: true })
  })
}

/** Starts a sandbox that ends with the test, even if the test fails. */
async function start(env: Record<string, string> = {}): Promise<SandboxProcess> {
  const sandbox = await forkSandbox({ DATA_DIR: dataDir, ...env })
  onTestFinished(() => void sandbox.child.kill('SIGKILL'))
  return sandbox
}

async function occupy(): Promise<{ server: Server; port: string }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { server, port: String((server.address() as AddressInfo).port) }
}

// These tests share one process, because a start takes a second or two. The last test ends the process.
describe('the sandbox process', () => {
  let sandbox: SandboxProcess

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kerblight-main-'))
    sandbox = await forkSandbox({ DATA_DIR: dataDir })
  })
  afterAll(async () => {
    sandbox.child.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  })

  it('reports the addresses of both services to its parent and the log', async () => {
    const identity: unknown = await (await fetch(sandbox.identityUrl)).json()
    expect(identity).toMatchObject({ authEmulator: { ready: true } })
    const stripe = await fetch(`${sandbox.stripeUrl}/v1/payment_intents`, {
      headers: { authorization: 'Bearer sk_test_any' },
    })
    expect(stripe.status).toBe(200)
    await expect
      .poll(() => sandbox.output())
      .toBe(`sandbox: Stripe on ${sandbox.stripeUrl}\nsandbox: identity on ${sandbox.identityUrl}\n`)
  })

  it('is reachable only on the loopback address', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .map(({ address, family }) => (family === 'IPv6' ? `[${address.split('%')[0]}]` : address))
      .filter((address) => address !== '127.0.0.1')
    // There is always at least one other address: the machine's whole 127/8 is loopback, and the sandbox uses
    // only one address of it.
    for (const host of [...others, '127.0.0.2']) {
      for (const url of [sandbox.stripeUrl, sandbox.identityUrl]) {
        await expect(fetch(url.replace('127.0.0.1', host))).rejects.toThrow('fetch failed')
      }
    }
  })

  it('owns its data exclusively: a second process would undo its writes', async () => {
    const inUse = (name: string) =>
      `The state file ${join(dataDir, name)} is in use by another Kerblight. Stop that one, or choose another folder with DATA_DIR.\n`
    await expect(forkSandbox({ DATA_DIR: dataDir })).rejects.toMatchObject({
      code: 1,
      output: inUse('stripe.db') + inUse('identity.db'),
    })
  })

  it('ends with code 0 on SIGTERM, with a connection open', async () => {
    await fetch(sandbox.identityUrl)
    await fetch(`${sandbox.stripeUrl}/v3/`)
    expect(await sandbox.stop('SIGTERM')).toBe(0)
  })
})

describe('a separate sandbox process', () => {
  ownFolder()

  it.each([
    ['is at work', true],
    ['is starting', false],
  ])('ends when its parent is killed while it %s', async (_when, waitForReady) => {
    const parent = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { fork } from 'node:child_process'
         const child = fork(process.argv[1], { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
         if (process.argv[2] === 'true') child.on('message', () => console.log(child.pid))
         else console.log(child.pid)`,
        main,
        String(waitForReady),
      ],
      {
        env: {
          PATH: process.env.PATH,
          DATA_DIR: dataDir,
          STRIPE_SANDBOX_PORT: '0',
          FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:0',
          STRIPE_WEBHOOK_SECRET: 'whsec_test',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    onTestFinished(() => void parent.kill('SIGKILL'))
    const [text] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(text.toString())
    onTestFinished(() => {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL')
    })
    expect(isRunning(pid)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false)
  })

  // This test starts the sandbox four times and writes to the disk some hundred times, which takes a while.
  it(
    'keeps every account that it acknowledged, killed at any moment, and ends with code 0 on SIGINT',
    { timeout: 60_000 },
    async () => {
      const acknowledged: string[] = []
      for (const round of [1, 2, 3]) {
        const sandbox = await start()
        const identity = createIdentityClient(sandbox.identityUrl)
        const exit = once(sandbox.child, 'exit')
        let count = 0
        const signUpUntilKilled = async (worker: number): Promise<void> => {
          for (let index = 0; ; index++) {
            const email = `user-${round}-${worker}-${index}@example.test`
            try {
              await identity.signUp({ email, password: 'correct horse' })
            } catch {
              return
            }
            acknowledged.push(email)
            count += 1
            if (count === 20 * round) sandbox.child.kill('SIGKILL')
          }
        }
        await Promise.all([1, 2, 3, 4].map(signUpUntilKilled))
        await exit
        expect(sandbox.child.signalCode).toBe('SIGKILL')
      }
      const sandbox = await start()
      const identity = createIdentityClient(sandbox.identityUrl)
      expect(acknowledged.length).toBeGreaterThanOrEqual(120)
      await Promise.all(acknowledged.map((email) => identity.signIn(email, 'correct horse')))
      // SIGINT also ends the process. Here, it arrives while those connections are open.
      await fetch(`${sandbox.stripeUrl}/v3/`)
      expect(await sandbox.stop('SIGINT')).toBe(0)
    },
  )
})

describe('a failed start', () => {
  ownFolder()

  it('names each port in use and the variable for choosing a different port', async () => {
    const [stripe, identity] = [await occupy(), await occupy()]
    const start = forkSandbox({
      DATA_DIR: dataDir,
      STRIPE_SANDBOX_PORT: stripe.port,
      FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${identity.port}`,
    })
    await expect(start).rejects.toMatchObject({
      code: 1,
      output: [
        `Port ${stripe.port} is in use by another program. Stop that program, or choose another port with STRIPE_SANDBOX_PORT.`,
        `Port ${identity.port} is in use by another program. Stop that program, or choose another port with FIREBASE_AUTH_EMULATOR_HOST.`,
        '',
      ].join('\n'),
    })
  })

  it('leaves nothing behind if one of the two services cannot start, or its parent disconnects', async () => {
    const identity = await occupy()
    const stripe = await occupy()
    stripe.server.close()
    await once(stripe.server, 'close')
    const env = { DATA_DIR: dataDir, STRIPE_SANDBOX_PORT: stripe.port }
    await expect(
      forkSandbox({ ...env, FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${identity.port}` }),
    ).rejects.toMatchObject({ code: 1, output: expect.not.stringContaining('STRIPE_SANDBOX_PORT') })
    const { child } = await start(env)
    const exit = once(child, 'exit')
    child.disconnect()
    expect(await exit).toEqual([0, null])
  })

  it('names each damaged state file and leaves it unchanged', async () => {
    const paths = ['stripe.db', 'identity.db'].map((name) => join(dataDir, name))
    for (const path of paths) await writeFile(path, '{"version":1,"users":[{"loc')
    await expect(forkSandbox({ DATA_DIR: dataDir })).rejects.toMatchObject({
      code: 1,
      output: expect.stringMatching(
        new RegExp(`^${paths.map((path) => `The state file ${path} cannot be used: [^\n]+\n`).join('')}$`),
      ),
    })
    for (const path of paths) expect(await readFile(path, 'utf8')).toBe('{"version":1,"users":[{"loc')
  })

  it('reports a data folder that is a file', async () => {
    const path = join(dataDir, 'not-a-folder')
    await writeFile(path, '')
    await expect(forkSandbox({ DATA_DIR: path })).rejects.toMatchObject({
      code: 1,
      output: expect.stringContaining(`DATA_DIR ${path} cannot be used`),
    })
  })

  it('lists every error in its environment', async () => {
    const start = forkSandbox({
      DATA_DIR: dataDir,
      STRIPE_SANDBOX_PORT: 'http',
      FIREBASE_AUTH_EMULATOR_HOST: '0.0.0.0:9099',
      SANDBOX_WEBHOOK_URL: 'somewhere',
      SANDBOX_ACTION_URL: 'ftp://localhost/mail-link',
      STRIPE_WEBHOOK_SECRET: '',
    })
    await expect(start).rejects.toMatchObject({ code: 1 })
    for (const name of [
      'STRIPE_SANDBOX_PORT',
      'FIREBASE_AUTH_EMULATOR_HOST',
      'SANDBOX_WEBHOOK_URL',
      'SANDBOX_ACTION_URL',
      'STRIPE_WEBHOOK_SECRET',
    ]) {
      await expect(start).rejects.toThrow(`  - ${name}: must be`)
    }
  })
})

describe('the environment', () => {
  const secret = { STRIPE_WEBHOOK_SECRET: 'whsec_test' }

  it('has defaults for all but the secret', () => {
    expect(readSandboxConfig(secret)).toEqual({
      dataDir: join(process.cwd(), '.data'),
      stripePort: 4010,
      identityPort: 9099,
      webhookUrl: 'http://127.0.0.1:4000/api/webhooks/stripe',
      actionUrl: 'http://localhost:4000/mail-link',
      webhookSecret: 'whsec_test',
    })
  })

  it.each(['0.0.0.0:9099', '192.168.1.5:9099', '[::]:9099', ':9099', '9099', '127.0.0.1', '127.0.0.1:70000'])(
    'rejects %j as an address of the emulator',
    (host) => {
      expect(() => readSandboxConfig({ ...secret, FIREBASE_AUTH_EMULATOR_HOST: host })).toThrow(
        'FIREBASE_AUTH_EMULATOR_HOST',
      )
    },
  )

  it('rejects the same port for both services', () => {
    expect(() => readSandboxConfig({ ...secret, STRIPE_SANDBOX_PORT: '9099' })).toThrow('both use port 9099')
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
