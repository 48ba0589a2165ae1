import { resolve } from 'node:path'

export interface SandboxConfig {
  dataDir: string
  stripePort: number
  identityPort: number
  webhookUrl: string
  webhookSecret: string
  /** The Kerblight page that the links in emails open, as set in a real Firebase project. */
  actionUrl: string
}

/** Both stand-ins accept any credentials, so only this machine may reach them. */
export const LOOPBACK = '127.0.0.1'

const loopbackNames = new Set([LOOPBACK, 'localhost'])

export class SandboxConfigError extends Error {
  override name = 'SandboxConfigError'
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`The sandbox cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/**
 * Reads the sandbox's environment. Port 0 picks a free port.
 * @throws SandboxConfigError with all problems
 */
export function readSandboxConfig(env: Record<string, string | undefined>): SandboxConfig {
  const problems: string[] = []
  const value = (name: string, fallback: string): string => env[name] || fallback

  const stripePort = parsePort(value('STRIPE_SANDBOX_PORT', '4010'))
  if (stripePort === null) problems.push('STRIPE_SANDBOX_PORT: must be a port number')

  const emulator = /^(.*):(\d+)$/.exec(value('FIREBASE_AUTH_EMULATOR_HOST', `${LOOPBACK}:9099`))
  const identityPort = parsePort(emulator?.[2] ?? '')
  if (identityPort === null || !loopbackNames.has(emulator?.[1] ?? '')) {
    problems.push(
      'FIREBASE_AUTH_EMULATOR_HOST: must be a loopback address with a port, such as 127.0.0.1:9099',
    )
  }
  if (stripePort !== null && stripePort !== 0 && stripePort === identityPort) {
    problems.push(`STRIPE_SANDBOX_PORT and FIREBASE_AUTH_EMULATOR_HOST: both use port ${stripePort}`)
  }

  const webhookUrl = value('SANDBOX_WEBHOOK_URL', 'http://127.0.0.1:4000/api/webhooks/stripe')
  if (!isWebAddress(webhookUrl)) problems.push('SANDBOX_WEBHOOK_URL: must be an http address')

  const actionUrl = value('SANDBOX_ACTION_URL', 'http://localhost:4000/mail-link')
  if (!isWebAddress(actionUrl)) problems.push('SANDBOX_ACTION_URL: must be an http address')

  const webhookSecret = value('STRIPE_WEBHOOK_SECRET', '')
  if (!/^whsec_\w+$/.test(webhookSecret)) {
    problems.push(
      'STRIPE_WEBHOOK_SECRET: must be set, start with whsec_ and be the one that the server checks',
    )
  }

  if (problems.length > 0 || stripePort === null || identityPort === null)
    throw new SandboxConfigError(problems)
  const dataDir = resolve(value('DATA_DIR', '.data'))
  return { dataDir, stripePort, identityPort, webhookUrl, webhookSecret, actionUrl }
}

function isWebAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

function parsePort(text: string): number | null {
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : null
}
