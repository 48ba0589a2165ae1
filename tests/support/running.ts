import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, vi } from 'vitest'
import { defaultSettings } from '../../scripts/lib/default-settings.ts'
import { root } from '../../scripts/lib/root.ts'

export interface Outcome {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** A running bootstrap process and its output so far. */
export class Running {
  readonly outcome: Promise<Outcome>
  stdout = ''
  stderr = ''
  readonly child: ChildProcess

  constructor(child: ChildProcess) {
    this.child = child
    child.stdout?.on('data', (chunk: Buffer) => (this.stdout += String(chunk)))
    child.stderr?.on('data', (chunk: Buffer) => (this.stderr += String(chunk)))
    this.outcome = this.finish()
  }

  private async finish(): Promise<Outcome> {
    const [code, signal] = await once(this.child, 'close')
    return { code, signal, stdout: this.stdout, stderr: this.stderr }
  }
}

interface Place {
  ports: Ports
  dataDir: string
  /** True to start the process in its own process group, which is what Ctrl-C signals in a terminal. */
  isGroup?: boolean
}

/** Starts what `npm start` or `npm run start:cluster` runs, in a clean environment. */
export function startScript(
  name: 'start' | 'start-cluster',
  { ports, dataDir, isGroup = false }: Place,
  env: Record<string, string>,
): Running {
  const child = spawn(process.execPath, ['scripts/bootstrap.cjs', name], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...defaultSettings,
      PORT: String(ports.web),
      STRIPE_SANDBOX_PORT: String(ports.stripe),
      FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${ports.identity}`,
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isGroup,
  })
  return new Running(child)
}

/** Waits until the output reports readiness. Fails with the error output if the process ends first. */
export async function waitForReadiness(running: Running, soon: { timeout: number }): Promise<void> {
  await Promise.race([
    vi.waitFor(() => expect(running.stdout).toContain('Kerblight is ready'), soon),
    running.outcome.then(({ stderr }) => expect.fail(`it ended: ${stderr}`)),
  ])
}

/** Returns the error output of a process that refuses to start. A stack trace in it would be a bug. */
export async function readStartupError(running: Running): Promise<string> {
  const { code, stderr, stdout } = await running.outcome
  expect(code).toBe(1)
  expect(stderr).not.toMatch(/^ +at /m)
  expect(stdout).not.toContain('Kerblight is ready')
  return stderr.trim()
}

/** Reports whether a process is running. On Linux, a zombie process does not count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return true
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}

/** Returns all descendants of `pid`, according to `/proc` on Linux. */
export function listDescendants(pid: number | undefined): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
  return children.flatMap((child) => [child, ...listDescendants(child)])
}

/** Returns a process's command line from `/proc` on Linux, with a NUL after each argument. */
export function readProcessCommand(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
}

export interface Ports {
  web: number
  stripe: number
  identity: number
}

export async function findFreePorts(): Promise<Ports> {
  const servers = [createServer(), createServer(), createServer()]
  for (const server of servers) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  const [web, stripe, identity] = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return { web: web!, stripe: stripe!, identity: identity! }
}

export async function openPorts(ports: Ports): Promise<number[]> {
  const all = Object.values(ports) as number[]
  const open = await Promise.all(all.map(isOpen))
  return all.filter((_port, index) => open[index])
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
