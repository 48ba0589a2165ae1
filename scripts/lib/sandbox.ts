import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { pages } from '../../contract/pages.ts'
import type { Config } from '../../server/config/config.ts'
import { expected } from '../bootstrap/print.cjs'
import { root } from './root.ts'

/** The stand-ins for Firebase and Stripe, in a separate process that ends with this one. */
export interface Sandbox {
  /** Resolves when both stand-ins listen. Rejects if the sandbox exits first or is not ready in time. */
  ready: Promise<void>
  /** Resolves with a message when the sandbox has ended, whether requested or not. */
  ended: Promise<string>
  stop(): Promise<void>
}

/**
 * Time limit for the start in milliseconds. The sandbox usually takes about two seconds, but longer on a
 * loaded machine.
 */
const readyWithin = 60_000
const stopWithin = 5_000

/** Starts the sandbox with the ports and secrets of `config`, which must be a sandbox configuration. */
export function startSandbox(config: Config): Sandbox {
  const child = fork(join(root, 'sandbox', 'main.ts'), {
    env: { ...process.env, ...sandboxEnvironment(config) },
  })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(`The sandbox has ended (${signal ?? `exit code ${code}`}).`))
  })
  return { ready: whenReady(child, ended), ended, stop: () => stop(child, ended) }
}

function sandboxEnvironment(config: Config): Record<string, string> {
  if (config.sandbox === null)
    throw new Error('These settings are for a live installation, not for the sandbox.')
  const { stripePort, identityHost, identityPort } = config.sandbox
  return {
    DATA_DIR: config.dataDir,
    STRIPE_SANDBOX_PORT: String(stripePort),
    FIREBASE_AUTH_EMULATOR_HOST: `${identityHost}:${identityPort}`,
    SANDBOX_WEBHOOK_URL: `http://${getReachableHost(config.host)}:${config.port}/api/webhooks/stripe`,
    SANDBOX_ACTION_URL: `${config.publicUrl}${pages.mailLink.path}`,
    STRIPE_WEBHOOK_SECRET: config.stripe.webhookSecret,
  }
}

/**
 * Returns a host that clients can connect to. For a server that listens on all interfaces, this is the
 * loopback address.
 */
function getReachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function whenReady(child: ChildProcess, ended: Promise<string>): Promise<void> {
  const message = new Promise<void>((resolve) => {
    child.on('message', (value) => {
      if (isReady(value)) resolve()
    })
  })
  const tooEarly = ended.then((sentence) => {
    throw expected(`${sentence} Its error message is above.`)
  })
  const tooLate = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => reject(expected('The sandbox did not become ready.')), readyWithin)
    timer.unref()
  })
  const ready = Promise.race([message, tooEarly, tooLate])
  // Callers await the promise only after the build, so it may reject earlier. The empty handler prevents an
  // unhandled rejection.
  ready.catch(() => {})
  return ready
}

function isReady(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'ready'
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  const force = setTimeout(() => child.kill('SIGKILL'), stopWithin)
  child.kill('SIGTERM')
  await ended
  clearTimeout(force)
}
