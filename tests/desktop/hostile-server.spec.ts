import type { Page } from '@playwright/test'
import { newAccount } from '../support/e2e.ts'
import { expect, test } from './desktop-test.ts'
import { readOpenedAddresses, captureExternalUrls } from './outside.ts'
import { startRecordingHost, type RecordingHost, type Listener } from './recording-host.ts'
import { chooseCommand, nextWindow, signInAs } from './steps.ts'

test.slow()

let server: RecordingHost
let api: Listener
test.beforeEach(async ({ baseURL }) => {
  server = {}
  api = await startRecordingHost(baseURL!, server)
})
test.afterEach(() => api.stop())

const hostile: [what: string, change: NonNullable<RecordingHost['changeSettings']>, words: RegExp][] = [
  [
    'a host that would end the policy',
    (settings) => ({
      ...settings,
      images: { ...settings.images, hosts: ['https://a.example; script-src *'] },
    }),
    /images\.hosts\.0 must be an origin/,
  ],
  ['a wildcard', (settings) => ({ ...settings, publicUrl: 'https://*' }), /publicUrl must be an origin/],
  [
    'an identity service elsewhere',
    (settings) => ({
      ...settings,
      identity: { ...settings.identity, emulatorUrl: 'https://identity.evil.example' },
    }),
    /identity\.emulatorUrl must be an origin on this machine/,
  ],
  ['a number for an object', (settings) => ({ ...settings, identity: 4 }), /identity is missing or invalid/],
  ['10 MB', () => JSON.stringify('x'.repeat(10_000_000)), /too long/],
  ['a page', () => '<!doctype html><title>Maintenance</title>', /isn’t Kerblight/],
]

test('settings that cannot be used are reported, and the console recovers after they are fixed', async ({
  start,
  baseURL,
}) => {
  server.changeSettings = hostile[0]![1]
  const { app, page } = await start({ apiOrigin: api.origin })
  const alert = page.getByRole('alert')
  const tryAgain = () => page.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toHaveText(hostile[0]![2])
  for (const [what, change, message] of hostile) {
    await test.step(what, async () => {
      server.changeSettings = change
      await tryAgain()
      await expect(alert).toHaveText(message)
      expect(await policyOf(page)).not.toMatch(/evil|script-src \*|https:\/\/\*/)
    })
  }
  delete server.changeSettings
  const opened = await nextWindow(app, tryAgain)
  await signInAs(opened, (await newAccount(baseURL!, 'seller', 'Dora Dealer')).email)
})

test(
  'the user can leave a server with invalid settings and choose another server',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const first = await start({ apiOrigin: '' })
    await first.page.getByLabel('Server address').fill(api.origin)
    const shop = await nextWindow(first.app, () =>
      first.page.getByRole('button', { name: 'Connect' }).click(),
    )
    await expect(shop.getByLabel('Password')).toBeVisible()
    await first.app.close()

    server.changeSettings = () => ({ world: 'live', contractVersion: 99 })
    const { app, page } = await start({ apiOrigin: '' })
    await expect(page.getByRole('alert')).toContainText('and this console have different versions')
    const address = page.getByLabel('Server address')
    await expect(address).toHaveValue(api.origin)
    await page.getByRole('button', { name: 'Connect' }).click()
    await expect(page.getByText('and this console have different versions')).toHaveCount(1)

    await address.fill(baseURL!)
    const otherWindow = await nextWindow(app, () => page.getByRole('button', { name: 'Connect' }).click())
    await signInAs(otherWindow, (await newAccount(baseURL!, 'seller', 'Dora Dealer')).email)
  },
)

test(
  'a running console ignores settings that become invalid, and can switch servers',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const { app, page } = await start({ apiOrigin: api.origin })
    await expect(page.getByLabel('Password')).toBeVisible()
    server.changeSettings = (settings) => ({ ...settings, images: null, demo: { accounts: 5 } })
    await page.reload()
    await signInAs(page, (await newAccount(baseURL!, 'seller', 'Dora Dealer')).email)
    const setup = await nextWindow(app, () => chooseCommand(app, 'changeServer'))
    await expect(setup.getByRole('heading', { name: 'Connect to your Kerblight server' })).toBeVisible()
  },
)

test(
  'invalid settings of a server that was still starting are reported at sign-in',
  { tag: '@full' },
  async ({ start }) => {
    server.isStarting = true
    const { page } = await start({ apiOrigin: api.origin })
    await page.getByLabel('Email').fill('dealer@people.test')
    await page.getByLabel('Password').fill('Kerb-1234')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('answered 503. Try again in a moment.')).toBeVisible()

    server.isStarting = false
    server.changeSettings = (settings) => ({ ...settings, images: null })
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('has settings this console can’t use: images is missing')).toBeVisible()
  },
)

test('a server’s settings cannot open external addresses other than its own pages', async ({ start }) => {
  server.changeSettings = (settings) => ({ ...settings, publicUrl: 'http://shop.example' })
  const { app, page } = await start({ apiOrigin: api.origin })
  await expect(page.getByLabel('Password')).toBeVisible()
  await captureExternalUrls(app)
  const opened = await page.evaluate(() => window.desktop?.openExternal('/car/1'))
  expect(opened).toBe(false)
  expect(await readOpenedAddresses(app)).toEqual([])
})

async function policyOf(page: Page): Promise<string> {
  return page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy') ?? '')
}
