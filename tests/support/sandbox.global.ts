import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { forkSandbox } from './sandbox-process.ts'
import { newWebhookSecret } from './sandbox.ts'

/** What `inject('sandbox')` answers in a test file of a project that has this file as `globalSetup`. */
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
 * One sandbox for a whole run, in a process of its own. Test files share its accounts, so each uses e-mail
 * addresses of its own. Its Stripe sends events nowhere: a file that needs them starts its own sandbox.
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
