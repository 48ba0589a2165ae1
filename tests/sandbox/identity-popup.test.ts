import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findChromium } from '../../scripts/lib/chromium.ts'
import { type IdentitySandbox, startIdentitySandbox } from '../../sandbox/identity/server.ts'

/** The folder for screenshots of the pages. If it is not set, no screenshots are saved. */
const shots = process.env.SHOTS_DIR

let dataDir: string
let sandbox: IdentitySandbox
let site: Server
let siteUrl: string
let browser: Browser
let context: BrowserContext
let page: Page
/**
 * Forbidden events on any page: errors, violations of the content policy, and requests that leave the
 * machine.
 */
let offences: string[]

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kerblight-popup-'))
  sandbox = await startIdentitySandbox({ port: 0, dataDir })
  ;[site, browser] = await Promise.all([
    startSite(sandbox.url),
    chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] }),
  ])
  // The host name differs from the sandbox's, so the page and the iframe are on different sites, as in
  // production.
  siteUrl = `http://localhost:${(site.address() as AddressInfo).port}`
})

afterAll(async () => {
  await browser.close()
  site.closeAllConnections()
  site.close()
  await sandbox.close()
  await rm(dataDir, { recursive: true, force: true })
})

beforeEach(async () => {
  offences = []
  context = await browser.newContext()
  context.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && !['localhost', '127.0.0.1'].includes(hostname)) {
      offences.push(`request to ${request.url()}`)
    }
  })
  context.on('console', (message) => {
    if (message.type() === 'error') offences.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => offences.push(`page error: ${error.error().message}`))
  page = await context.newPage()
  await page.goto(siteUrl)
})

afterEach(async () => {
  await context.close()
  if (offences.length > 0) throw new Error(`The browser reported:\n${offences.join('\n')}`)
})

async function openPopup(): Promise<Page> {
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: 'Continue with Google' }).click(),
  ])
  await popup.waitForLoadState()
  return popup
}

async function shot(target: Page, name: string): Promise<void> {
  if (!shots) return
  await mkdir(shots, { recursive: true })
  await target.screenshot({ path: join(shots, `${name}.png`) })
}

async function result(): Promise<Record<string, unknown>> {
  await page.locator('output:not(:empty)').waitFor()
  return JSON.parse((await page.locator('output').textContent()) ?? '') as Record<string, unknown>
}

async function addAccount(popup: Page, email: string, name: string): Promise<void> {
  await popup.locator('.js-new-account').click()
  await popup.getByLabel('Email').fill(email)
  await popup.getByLabel('Display name').fill(name)
  await shot(popup, 'chooser-form')
  await popup.locator('#sign-in').click()
}

describe('the Google popup, without Google', () => {
  it('signs in as a new account, and as the same account the next time', async () => {
    const popup = await openPopup()
    await shot(popup, 'chooser-empty')
    await addAccount(popup, 'Gina.Popup@example.test', 'Gina <Popup>')
    const first = await result()
    expect(first).toMatchObject({
      email: 'gina.popup@example.test',
      name: 'Gina <Popup>',
      verified: true,
      uid: expect.any(String),
    })

    await page.reload()
    const again = await openPopup()
    await shot(again, 'chooser-list')
    await again.emulateMedia({ colorScheme: 'dark' })
    await shot(again, 'chooser-list-dark')
    await again.locator('.js-reuse-account', { hasText: 'gina.popup@example.test' }).click()
    expect(await result()).toEqual(first)
  })

  it('returns the same account to a user who retypes a known address', async () => {
    await addAccount(await openPopup(), 'twice@example.test', 'Twice')
    const { uid } = await result()
    await page.reload()
    await addAccount(await openPopup(), 'twice@example.test', 'Twice')
    expect(await result()).toMatchObject({ uid })
  })

  it('disables the button until the user enters an email address', async () => {
    const popup = await openPopup()
    await popup.locator('.js-new-account').click()
    const signIn = popup.getByRole('button', { name: 'Sign in with Google' })
    await popup.getByLabel('Email').fill('gina')
    await popup.getByLabel('Display name').focus()
    expect(await signIn.isDisabled()).toBe(true)
    expect(await popup.locator('#email-error').textContent()).toBe('Enter an email address')
    await popup.getByLabel('Email').fill('gina@example.test')
    expect(await signIn.isEnabled()).toBe(true)
    await popup.getByRole('button', { name: 'Back' }).click()
    expect(await popup.locator('.js-new-account').isVisible()).toBe(true)
    await popup.close()
  })

  it('notifies the page immediately when the user cancels', async () => {
    const popup = await openPopup()
    await popup.getByRole('button', { name: 'Cancel' }).click()
    expect(await result()).toEqual({ error: 'auth/user-cancelled' })
  })
})

describe('the sandbox itself', () => {
  it('has one account page, which explains itself if no page waits for its response', async () => {
    await page.goto(`${sandbox.url}/emulator/auth/handler?apiKey=any&appName=x&providerId=google.com`)
    await addAccount(page, 'alone@example.test', 'Alone')
    expect(await page.getByRole('alert').first().textContent()).toContain('Close it and sign in again')
  })
})

describe('the account page of the desktop flow', () => {
  it('ends at the loopback address with a code', async () => {
    const query = new URLSearchParams({
      client_id: 'kerblight-desktop',
      redirect_uri: `${siteUrl.replace('localhost', '127.0.0.1')}/callback`,
      response_type: 'code',
      scope: 'openid email profile',
      state: 's',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    })
    await page.goto(`${sandbox.url}/google/authorize?${query}`)
    await addAccount(page, 'desktop@example.test', 'Desktop')
    await page.waitForURL(/\/callback\?/)
    expect(new URL(page.url()).searchParams.get('code')).toMatch(/^4\//)
  })
})

/**
 * Serves the page with the product's headers: a strict content security policy that allows only the sandbox's
 * host.
 */
async function startSite(identityUrl: string): Promise<Server> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./popup-page/page.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
  })
  const script = outputFiles[0]?.text ?? ''
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${identityUrl}`,
    `frame-src ${identityUrl}`,
    `connect-src 'self' ${identityUrl}`,
    'img-src data:',
    "base-uri 'none'",
  ].join('; ')
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Popup</title><link rel="icon" href="data:,">
<script src="${identityUrl}/gapi-standin.js"></script><script type="module" src="/page.js"></script></head>
<body data-identity-url="${identityUrl}"><button>Continue with Google</button><output></output></body></html>`
  const server = createServer((req, res) => {
    const isScript = req.url === '/page.js'
    res.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
    res.end(isScript ? script : html)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return server
}
