import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { welcome } from '../../scripts/lib/welcome.ts'
import { loadConfig } from '../../server/config/config.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerblight-welcome-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function welcomeOf(env: Record<string, string> = {}): string {
  return welcome(loadConfig({ DATA_DIR: folder, ...env }), 'http://localhost:4000')
}

const live = {
  FIREBASE_PROJECT_ID: 'cars-example',
  FIREBASE_API_KEY: 'key',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_Vw7kQ2xTn9RbLc4ZpYh8Ms3JdGf6Ke1u',
  TOKEN_SECRET: 'q8vJx2mWc7LrT0zYh5KdNf3uBa9eGs6p',
  PUBLIC_URL: 'https://cars.example',
  SMTP_URL: 'smtps://mail.example',
}

describe('the output of npm start', () => {
  it('names the demo accounts only in the sandbox', () => {
    expect(welcomeOf()).toMatch(/admin@kerblight\.test +Kerblight1 +Admin/)
    expect(welcomeOf(live)).not.toContain('Kerblight1')
  })

  it.each<Record<string, string>>([
    { HOST: '0.0.0.0' },
    { PUBLIC_URL: 'https://cars.example' },
    { NODE_ENV: 'production' },
    { TRUST_PROXY: '1' },
  ])('warns of a sandbox that others can reach: %j', (opening) => {
    expect(welcomeOf()).not.toContain('sign in as anyone')
    expect(welcomeOf({ ...opening, SANDBOX: 'on' })).toContain('sign in as anyone')
  })

  it('states that no one is charged when using Stripe test keys', () => {
    const test = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
    expect(welcomeOf(live)).not.toContain('charged')
    expect(welcomeOf({ ...live, ...test, STRIPE_TEST_MODE: 'on' })).toContain('no one is charged')
  })
})
