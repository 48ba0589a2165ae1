import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { buildIsolatedSettings } from '../../scripts/lib/default-settings.ts'
import { loadConfig } from '../../server/config/config.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerblight-environment-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Variables that may be set on a machine that runs live installations or builds their images. The tests must
 * not depend on them.
 */
const outsideVariables = {
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://cars.example',
  FIREBASE_PROJECT_ID: 'cars',
  STRIPE_SECRET_KEY: 'sk_live_1',
  TRUST_PROXY: '1',
}

it('the browser tests start the sandbox on this machine, regardless of the environment', () => {
  expect(() => loadConfig(outsideVariables)).toThrow()
  expect(loadConfig({ ...outsideVariables, ...buildIsolatedSettings(4100, folder) })).toMatchObject({
    mode: 'sandbox',
    host: '127.0.0.1',
    publicUrl: 'http://localhost:4100',
    trustProxy: false,
  })
})

it('the other tests run with NODE_ENV=test, regardless of the environment', async () => {
  expect(process.env.NODE_ENV).toBe('test')
  if (process.env.INNER_RUN) return
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--project=house', 'environment.test.ts'], {
    env: { ...process.env, ...outsideVariables, INNER_RUN: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  expect(code).toBe(0)
}, 60_000)
