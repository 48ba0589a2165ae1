import { newAccount } from '../support/e2e.ts'
import { expect, test, type Console } from './desktop-test.ts'
import { readKeychain } from './keychain.ts'
import { readOpenedAddresses, captureExternalUrls } from './outside.ts'
import { startRecordingHost, startListener, type Listener } from './recording-host.ts'
import { openSession } from './steps.ts'

test.describe('the app token', () => {
  let stranger: Listener
  let api: Listener
  test.beforeEach(async ({ baseURL }) => {
    stranger = await startListener()
    api = await startRecordingHost(baseURL ?? '', { photosFrom: stranger.origin })
  })
  test.afterEach(async () => {
    await Promise.all([api.stop(), stranger.stop()])
  })

  test('is sent only with API requests, including redirects', async ({ start, baseURL }) => {
    const console_ = await start({ apiOrigin: api.origin })
    await signIn(console_, baseURL ?? '')
    const token = await readKeychain(console_.app, api.origin)

    const addresses = [
      `${api.origin}/api/users/me`,
      `${api.origin}/favicon.svg`,
      stranger.origin,
      `${api.origin}/api/away`,
    ]
    await console_.page.evaluate(async (all) => {
      for (const address of all) {
        const picture = new Image()
        picture.src = address
        await picture.decode().catch(() => undefined)
      }
    }, addresses)
    const authorized = api.seen.filter(({ headers }) => headers.authorization === `Bearer ${token}`)
    expect(new Set(authorized.map(({ path }) => path.split('?')[0]))).toContain('/api/users/me')
    expect(authorized.filter(({ path }) => !path.startsWith('/api/'))).toEqual([])
    expect(stranger.seen.filter(({ method }) => method === 'GET')).toHaveLength(2)
    expect(stranger.seen.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
  })

  test('replaces any token that a page sends itself', async ({ start, baseURL }) => {
    const console_ = await start({ apiOrigin: api.origin })
    const fetchFromPage = () =>
      console_.page.evaluate(
        async (address) =>
          (await fetch(address, { headers: { authorization: 'Bearer of-the-page' } })).status,
        `${api.origin}/api/users/me`,
      )
    expect(await fetchFromPage()).toBe(401)
    await signIn(console_, baseURL ?? '')
    expect(await fetchFromPage()).toBe(200)
    expect(api.seen.filter(({ headers }) => headers.authorization === 'Bearer of-the-page')).toEqual([])
  })
})

test('every request from the page to main is checked', async ({ start }) => {
  const { page } = await start()
  const outcomes = await page.evaluate(async () => {
    const bridge = window.desktop as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
    const session = window.desktop?.session as unknown as typeof bridge
    const identity = window.desktop?.identity as unknown as typeof bridge
    const calls = [
      session.open?.({ idToken: 'x', email: 'a@b.test' }),
      session.close?.('everything'),
      identity.signInWithPassword?.({ email: 5, password: 'Kerb-1234' }),
      identity.signInWithPassword?.({ email: 'a@b.test', password: 'x'.repeat(5000) }),
      identity.createAccount?.(),
      identity.saveUser?.({ fullName: 'A', email: 'a@b.test', account: 'admin' }),
      identity.mailPassword?.(['a@b.test']),
      bridge.openExternal?.({ href: 'https://example.com' }),
      bridge.notify?.({ kind: 'report', title: '', body: '', path: '/' }),
      bridge.savePdf?.('x'.repeat(5000)),
    ]
    const settled = await Promise.allSettled(calls.map(async (call) => call))
    return settled.map((result) => (result.status === 'rejected' ? String(result.reason) : 'accepted'))
  })
  expect(outcomes).toHaveLength(10)
  for (const outcome of outcomes) expect(outcome).toContain('This call’s arguments are invalid')
})

test('a foreign page gets no response, with or without the bridge', async ({ start }) => {
  const { app, page } = await start()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const stranger = await startListener()
  await app.evaluate(
    ({ webContents }, address) => webContents.getAllWebContents()[0]?.loadURL(address),
    stranger.origin,
  )
  await page.waitForURL(`${stranger.origin}/`)
  const outcome = await page.evaluate(() =>
    window.desktop?.session.restore().then(
      () => 'answered',
      (error: unknown) => String(error),
    ),
  )
  expect(outcome).toContain('Only the console can make this call')
  await stranger.stop()
})

test('main opens only web addresses of this server in the system browser', async ({ start, baseURL }) => {
  const { app, page } = await start()
  await captureExternalUrls(app)
  const responses = await page.evaluate(async () => {
    const addresses = [
      '/dashboard/payment/abc',
      'https://example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      '//example.com/',
      'smb://example.com/share',
      'https://localhost.example.com/',
    ]
    const allowed: unknown[] = []
    for (const address of addresses) allowed.push(await window.desktop?.openExternal(address))
    return allowed
  })
  expect(responses).toEqual([true, false, false, false, false, false, false])
  expect(await readOpenedAddresses(app)).toEqual([`${baseURL}/dashboard/payment/abc`])
})

test('links followed by a page open only a mail program outside the console', async ({ start }) => {
  const { app, page } = await start()
  await captureExternalUrls(app)
  for (const address of ['https://example.com/', 'smb://example.com/share', 'mailto:a@b.test?body=secret']) {
    await page.evaluate((href) => void window.open(href), address)
  }
  await page.evaluate(() => void window.open('mailto:seller@example.com'))
  await expect.poll(() => readOpenedAddresses(app)).toEqual(['mailto:seller@example.com'])
})

async function signIn({ page }: Console, product: string): Promise<void> {
  const { email, password } = await newAccount(product, 'seller', 'Dora Dealer')
  await openSession(page, email, password)
}
