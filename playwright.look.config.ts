import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** The instruments behind `npm run shots` and `npm run a11y`: not tests of `npm test`, but run as those are. */
export default defineConfig({
  ...base,
  testDir: 'tests/look',
  outputDir: 'test-results/look',
  reporter: [['line']],
  timeout: 120_000,
  use: { ...base.use, trace: 'off', screenshot: 'off' },
})
