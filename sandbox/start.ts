import { mkdir } from 'node:fs/promises'
import type { SandboxConfig } from './config.ts'
import type { IdentitySandbox } from './identity/server.ts'
import { CorruptStateError, StateInUseError } from './state-database.ts'
import type { StripeSandbox, StripeSandboxOptions } from './stripe/server.ts'

export interface RunningSandbox {
  stripe: StripeSandbox
  identity: IdentitySandbox
  /** Resolves when both services have stopped and their state is on disk. */
  close(): Promise<void>
}

/** Stripe options for tests, such as held-back events, a clock, and short delays. */
export type StripeTuning = Partial<
  Pick<StripeSandboxOptions, 'log' | 'now' | 'refundDelayMs' | 'retryDelaysMs' | 'webhooks'>
>

/** The reasons why the sandbox did not start, one per line, for the user. */
export class SandboxStartError extends Error {
  override name = 'SandboxStartError'
}

/**
 * Starts both services concurrently. If either one fails, the other one is closed again.
 * @throws SandboxStartError for problems that the user can fix: an occupied port, or an unusable or locked
 * folder or state file
 */
export async function startServices(
  config: SandboxConfig,
  tuning: StripeTuning = {},
): Promise<RunningSandbox> {
  const { dataDir } = config
  await mkdir(dataDir, { recursive: true }).catch((error: unknown) => {
    throw new SandboxStartError(`DATA_DIR ${dataDir} cannot be used: ${getErrorMessage(error)}`)
  })
  const results = await Promise.allSettled([startStripe(config, tuning), startIdentity(config)])
  const [stripe, identity] = results
  if (stripe.status === 'fulfilled' && identity.status === 'fulfilled') {
    const services = { stripe: stripe.value, identity: identity.value }
    return { ...services, close: () => closeAll(Object.values(services)) }
  }
  await closeAll(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])))
  throw toStartError(
    results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : [])),
  )
}

async function startStripe(config: SandboxConfig, tuning: StripeTuning): Promise<StripeSandbox> {
  const { dataDir, stripePort, webhookUrl, webhookSecret } = config
  const { startStripeSandbox } = await import('./stripe/server.ts')
  return startStripeSandbox({
    ...tuning,
    port: stripePort,
    dataDir,
    webhookUrl,
    webhookSecret,
  }).catch(explainTakenPort(stripePort, 'STRIPE_SANDBOX_PORT'))
}

async function startIdentity(config: SandboxConfig): Promise<IdentitySandbox> {
  const { dataDir, identityPort, actionUrl } = config
  const { startIdentitySandbox } = await import('./identity/server.ts')
  return startIdentitySandbox({ port: identityPort, dataDir, actionUrl }).catch(
    explainTakenPort(identityPort, 'FIREBASE_AUTH_EMULATOR_HOST'),
  )
}

function explainTakenPort(port: number, variable: string): (error: unknown) => never {
  return (error) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') {
      throw new SandboxStartError(
        `Port ${port} is in use by another program. Stop that program, or choose another port with ${variable}.`,
      )
    }
    if (code === 'EACCES') {
      throw new SandboxStartError(
        `Port ${port} is not available to this user. Choose another with ${variable}.`,
      )
    }
    throw error
  }
}

/** Returns the error to throw. An unexpected error is a bug of ours and is not changed. */
function toStartError(errors: unknown[]): unknown {
  const expected = [SandboxStartError, CorruptStateError, StateInUseError]
  const surprise = errors.find((error) => !expected.some((kind) => error instanceof kind))
  return surprise ?? new SandboxStartError(errors.map(getErrorMessage).join('\n'))
}

async function closeAll(services: Array<StripeSandbox | IdentitySandbox>): Promise<void> {
  await Promise.all(services.map((service) => service.close()))
}

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
