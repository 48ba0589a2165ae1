import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { forkSandbox } from './sandbox-process.ts'
import { newWebhookSecret } from './sandbox.ts'

/** The value of `inject('sandbox')` in test files whose project has this module as `globalSetup`. */
export interface SharedSandbox {
  stripeUrl: string
  identityUrl: string
  dataDir: string
  webhookSecret: string
}

declare module 'vitest' {
  interface ProvidedContext {
    sandbox: SharedSandbox
  }
}

/**
 * Starts one sandbox for a whole run, in its own process. Test files share its accounts, so each uses its own
 * email addresses. Its Stripe sends no events, so a file that needs them starts its own sandbox.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kerblight-sandbox-'))
  const webhookSecret = newWebhookSecret()
  const sandbox = await forkSandbox({ DATA_DIR: dataDir, STRIPE_WEBHOOK_SECRET: webhookSecret })
  const { stripeUrl, identityUrl } = sandbox
  project.provide('sandbox', { stripeUrl, identityUrl, dataDir, webhookSecret })
  return async () => {
    await sandbox.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
