import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/lib/chromium.ts'
import { ownSettings } from './scripts/lib/default-settings.ts'
import { findElectronProgram } from './tests/desktop/electron-program.ts'

/** A running Kerblight to test instead of starting one, for instance `http://localhost:4000`. */
const running = process.env.E2E_BASE_URL
const port = Number(process.env.E2E_PORT ?? 4100)
const chromium = findChromium()

export default defineConfig({
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  // Long walks, and what others touch as well: `npm run test:full` has them, too.
  grepInvert: process.env.FULL === '1' ? [] : /@full/,
  forbidOnly: true,
  retries: 0,
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // What a test's own server loads of the build is a megabyte of ready JavaScript.
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
      // The instruments behind `npm run shots` and `npm run a11y` are run as the tests are.
      testDir: process.env.E2E_TESTS ?? 'tests/e2e',
      use: { browserName: 'chromium' },
    },
    // Each line of a report names the program that the console ran on.
    { name: `desktop on ${findElectronProgram().name}`, testDir: 'tests/desktop', testMatch: '**/*.spec.ts' },
  ],
  ...(running === undefined ? { webServer: sandboxServer() } : {}),
})

/** The product itself, on ports and data of its own, so that a developer's running one is left alone. */
function sandboxServer() {
  // Kept in the environment because each worker reads this file again.
  process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'kerblight-e2e-'))
  return {
    command: `"${process.execPath}" scripts/start.ts`,
    url: `http://localhost:${port}/api/readyz`,
    timeout: 120_000,
    reuseExistingServer: false,
    stdout: 'pipe' as const,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    env: {
      ...ownSettings(port, process.env.E2E_DATA_DIR),
      RATE_LIMITS: 'off',
      LOAD_SHEDDING: 'off',
      // A line for each request would bury the tests' own.
      LOG_LEVEL: 'warn',
    },
  }
}
