import { expect, it, vi } from 'vitest'
import type { SetupProblem } from '../../contract/setup-checks.ts'
import { loadConfig } from '../../server/config.ts'
import { call } from '../support/api-client.ts'
import { buildPerson } from '../support/factories.ts'
import { startSmtpServer } from '../support/smtp.ts'
import { startTestServer } from '../support/server.ts'
import { liveSettings } from '../support/live.ts'
import { startWorld } from '../support/world.ts'

/** Starts a live server and returns its setup problems by setting. */
async function problemsOf(secretKey: string, stripePort: number, smtpUrl: string) {
  const live = loadConfig(liveSettings)
  const sandbox = { host: '127.0.0.1', port: stripePort }
  const server = await startTestServer({
    config: {
      ...live,
      port: 0,
      smtpUrl,
      databaseFile: ':memory:',
      stripe: { ...live.stripe, secretKey, sandbox },
    },
  })
  try {
    const { token } = await buildPerson(server.ctx, { role: 'admin' })
    return await vi.waitFor(async () => {
      const { body } = await call<SetupProblem[]>(server.url, 'listSetupProblems', { token })
      expect(body.length).toBeGreaterThan(1)
      return body.map(({ setting, kind }) => `${setting} ${kind}`)
    }, 20_000)
  } finally {
    await server.close()
  }
}

it('tells a wrong key from a service that cannot be reached', { timeout: 60_000 }, async () => {
  const world = await startWorld()
  const smtp = await startSmtpServer()
  const port = Number(new URL(world.stripe.url).port)
  try {
    expect(await problemsOf('sk_live_wrong', port, 'smtp://127.0.0.1:1')).toEqual(
      expect.arrayContaining(['STRIPE_SECRET_KEY wrong', 'SMTP_URL unreachable']),
    )
    const missing = await problemsOf('sk_test_1', port, smtp.url)
    expect(missing).toContain('STRIPE_WEBHOOK_SECRET wrong')
    expect(missing.join()).not.toContain('SMTP_URL')
    expect(await problemsOf('sk_test_1', 1, smtp.url)).toContain('STRIPE_SECRET_KEY unreachable')
  } finally {
    await smtp.close()
    await world.close()
  }
})
