import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/lib/chromium.ts'
import { buildIsolatedSettings } from './scripts/lib/default-settings.ts'
import { findElectronProgram } from './tests/desktop/electron-program.ts'

/**
 * The URL of a running Kerblight instance to test instead of starting one, for example
 * `http://localhost:4000`.
 */
const running = process.env.E2E_BASE_URL
const port = Number(process.env.E2E_PORT ?? 4100)
const chromium = findChromium()

export default defineConfig({
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  // Long tests, and tests of details that other tests also cover, run only with `npm run test:full`.
  grepInvert: process.env.FULL === '1' ? [] : /@full/,
  forbidOnly: true,
  retries: 0,
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A test's own server loads a megabyte of built JavaScript, which Playwright need not transform.
  build: { external: ['**/out/**'] },
  reporter: [['list'], ['json', { outputFile: process.env.E2E_REPORT ?? 'test-results/e2e.json' }]],
  use: {
    baseURL: running ?? `http://localhost:${port}`,
    // A trace copies the page at each step, which takes longer than the step.
    trace: process.env.E2E_TRACE === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: ['--no-sandbox', '--disable-gpu'],
    },
  },
  projects: [
    {
      name: 'web',
      // `npm run shots` and `npm run a11y` run their files in the same way as the tests.
      testDir: process.env.E2E_TESTS ?? 'tests/e2e',
      use: { browserName: 'chromium' },
    },
    // The project name shows which program the console ran on, in each line of the report.
    { name: `desktop on ${findElectronProgram().name}`, testDir: 'tests/desktop', testMatch: '**/*.spec.ts' },
  ],
  ...(running === undefined ? { webServer: sandboxServer() } : {}),
})

/**
 * Returns the settings of a Kerblight server with its own ports and data, which does not affect a developer's
 * running instance.
 */
function sandboxServer() {
  // The folder's path is stored in the environment, because each worker evaluates this file again.
  process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'kerblight-e2e-'))
  return {
    command: `"${process.execPath}" scripts/start.ts`,
    url: `http://localhost:${port}/api/readyz`,
    timeout: 120_000,
    reuseExistingServer: false,
    stdout: 'pipe' as const,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    env: {
      ...buildIsolatedSettings(port, process.env.E2E_DATA_DIR),
      RATE_LIMITS: 'off',
      LOAD_SHEDDING: 'off',
      // Log lines for every request would hide the output of the tests.
      LOG_LEVEL: 'warn',
    },
  }
}
