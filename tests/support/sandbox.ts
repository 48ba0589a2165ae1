import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { IdentitySandbox } from '../../sandbox/identity/server.ts'
import { startServices, type StripeTuning } from '../../sandbox/start.ts'
import type { StripeSandbox } from '../../sandbox/stripe/server.ts'

export interface TestSandbox {
  stripe: StripeSandbox
  identity: IdentitySandbox
  dataDir: string
  /** The secret that the Stripe sandbox signs its events with, and that the server checks them with. */
  webhookSecret: string
  /** Stops both services and removes the folder, unless the test provided it. */
  close(): Promise<void>
}

export interface TestSandboxOptions {
  /** The URL to which Stripe sends events. Defaults to a port where nothing listens. */
  webhookUrl?: string
  dataDir?: string
  webhookSecret?: string
  stripe?: StripeTuning
}

/**
 * Starts both stand-ins in the test's own process, on free ports and in their own folder. The first time,
 * this takes about half a second and 120 MB. If many files need them and none inspects their state,
 * `sandbox.global.ts` starts one for all.
 */
export async function startSandbox(options: TestSandboxOptions = {}): Promise<TestSandbox> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'kerblight-sandbox-')))
  const webhookSecret = options.webhookSecret ?? newWebhookSecret()
  const { stripe, identity, close } = await startServices(
    {
      dataDir,
      stripePort: 0,
      identityPort: 0,
      webhookUrl: options.webhookUrl ?? 'http://127.0.0.1:9/api/webhooks/stripe',
      webhookSecret,
      actionUrl: 'http://localhost:9/mail-link',
    },
    options.stripe,
  )
  return {
    stripe,
    identity,
    dataDir,
    webhookSecret,
    async close() {
      await close()
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export function newWebhookSecret(): string {
  return `whsec_${randomBytes(24).toString('hex')}`
}
