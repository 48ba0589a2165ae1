import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ReadyMessage } from '../../sandbox/main.ts'

const main = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url))

export interface SandboxProcess {
  child: ChildProcess
  stripeUrl: string
  identityUrl: string
  /** Returns everything that the process has printed so far. */
  output(): string
  /** Ends the process with `signal`. Resolves with its exit code, or with null if the signal killed it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

class SandboxEndedError extends Error {
  override name = 'SandboxEndedError'
  readonly code: number | null
  readonly output: string

  constructor(code: number | null, output: string) {
    super(`The sandbox ended with code ${code}:\n${output}`)
    this.code = code
    this.output = output
  }
}

/**
 * Runs `sandbox/main.ts` as the start script does. By default, the ports are free ones and the secret is
 * arbitrary.
 */
export async function forkSandbox(env: Record<string, string>): Promise<SandboxProcess> {
  const child = fork(main, {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      STRIPE_SANDBOX_PORT: '0',
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:0',
      STRIPE_WEBHOOK_SECRET: 'whsec_test',
      SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:9/api/webhooks/stripe',
      ...env,
    },
    execArgv: [],
    silent: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const exit = once(child, 'close') as Promise<[number | null]>
  const ready = once(child, 'message') as Promise<[ReadyMessage]>
  const first = await Promise.race([ready, exit.then(([code]) => ({ code }))])
  if ('code' in first) throw new SandboxEndedError(first.code, output)
  const [{ stripeUrl, identityUrl }] = first

  return {
    child,
    stripeUrl,
    identityUrl,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      const [code] = await exit
      return code
    },
  }
}
