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
  /** Signs the events that the Stripe sandbox sends; the server under test checks with it. */
  webhookSecret: string
  /** Stops both and removes the folder, unless the test brought its own. */
  close(): Promise<void>
}

export interface TestSandboxOptions {
  /** Where Stripe's events go; the default is a port where nobody listens. */
  webhookUrl?: string
  dataDir?: string
  webhookSecret?: string
  stripe?: StripeTuning
}

/**
 * Starts both stand-ins in the test's own process, on free ports and in a folder of their own: about half a
 * second and 120 MB the first time. Where many files need them and none looks into their state,
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
