import { test as base, expect, type ElectronApplication, type Page, type TestInfo } from '@playwright/test'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchConsole, getUserDataPath, type LaunchOptions } from './launch.ts'

export { expect }

export interface Console {
  app: ElectronApplication
  page: Page
  options: LaunchOptions
}

/**
 * Starts a console in the test's own home folder. If `home` belongs to an earlier console, it restarts that
 * console.
 */
export type Start = (options?: Partial<LaunchOptions>) => Promise<Console>

interface Fixtures {
  start: Start
  /** True for tests whose page violates the content security policy on purpose. */
  violationsExpected: boolean
  violations: string[]
}

/** Folder of the built console. A build with a seeded bug has its own folder. */
const appFolder = process.env.DESKTOP_APP_FOLDER

/**
 * The test fixture. A test fails on a page error, a policy violation, or a request that leaves the machine.
 * It also fails if the app uses an Electron member that the stand-in lacks. Starting a console and signing in
 * is slow, so most test files call `test.slow()`.
 */
export const test = base.extend<Fixtures>({
  violationsExpected: [false, { option: true }],

  violations: async ({ violationsExpected }, use) => {
    const violations: string[] = []
    await use(violations)
    if (violationsExpected) return
    expect(violations, 'page errors, CSP violations, requests that leave the machine').toEqual([])
  },

  start: async ({ baseURL, violations }, use, testInfo) => {
    const home = mkdtempSync(join(tmpdir(), 'kerblight-desktop-'))
    const started: Console[] = []
    const begun: LaunchOptions[] = []
    await use(async (launchOptions = {}) => {
      const options = { home, apiOrigin: baseURL ?? '', ...(appFolder && { appFolder }), ...launchOptions }
      begun.push(options)
      const { app, page } = await launchConsole(options)
      started.push({ app, page, options })
      watch(page, violations)
      app.process().stderr?.on('data', (text: Buffer) => {
        const line = /^electron-host: .*/m.exec(text.toString())?.[0]
        if (line !== undefined) violations.push(line)
      })
      return { app, page, options }
    })
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const { app } of started) await attachPages(app, testInfo)
      // This includes the logs of consoles that never opened a page.
      for (const options of begun) await attachLogs(options, testInfo)
    }
    for (const { app } of started) await end(app)
    // A killed Chromium may still be writing to the folder, so the removal is retried.
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  },
})

/** Attaches a console's pages to the report of a failed test. */
async function attachPages(app: ElectronApplication, testInfo: TestInfo): Promise<void> {
  for (const page of app.windows()) {
    const body = await page.screenshot({ timeout: 5_000 }).catch(() => null)
    if (body !== null) await testInfo.attach(page.url(), { body, contentType: 'image/png' })
    const text = page.locator('body').innerText({ timeout: 5_000 }).catch(String)
    await testInfo.attach(`text of ${page.url()}`, { body: await text })
  }
}

async function attachLogs(options: LaunchOptions, testInfo: TestInfo): Promise<void> {
  for (const log of globSync(join(getUserDataPath(options), 'logs', '*')))
    await testInfo.attach('log', { body: readFileSync(log) })
}

async function end(app: ElectronApplication): Promise<void> {
  // The windows are destroyed rather than closed, because unsaved input would prevent closing.
  await app
    .evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.destroy()
    })
    .catch(() => {})
  await app.close().catch(() => {})
}

function watch(page: Page, violations: string[]): void {
  page.on('pageerror', (error) => violations.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text())
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    const isLocal =
      ['localhost', '127.0.0.1'].includes(hostname) ||
      hostname.endsWith('.invalid') ||
      !protocol.startsWith('http')
    if (!isLocal) violations.push(`request to ${hostname}`)
  })
}
