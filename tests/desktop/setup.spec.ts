import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newAccount } from '../support/e2e.ts'
import { expect, test } from './desktop-test.ts'
import { readKeychain } from './keychain.ts'
import { getUserDataPath } from './launch.ts'
import { chooseCommand, nextWindow, signInAs } from './steps.ts'

test.slow()

test('a new console asks for its server, and remembers it', async ({ start, baseURL }) => {
  const { app, page, options } = await start({ apiOrigin: '' })
  await expect(page.getByRole('heading', { name: 'Connect to your Kerblight server' })).toBeVisible()

  const address = page.getByLabel('Server address')
  for (const [typed, message] of [
    ['', 'Enter the server’s address.'],
    ['http://cars.example', 'isn’t an https:// address. http:// works only for this computer.'],
    ['http://127.0.0.1:9', 'Nothing responds at http://127.0.0.1:9'],
  ] as const) {
    await address.fill(typed)
    await page.getByRole('button', { name: 'Connect' }).click()
    await expect(page.getByText(message)).toBeVisible()
  }

  await address.fill(`${baseURL}/some/page`)
  const consoleWindow = await nextWindow(app, () => page.getByRole('button', { name: 'Connect' }).click())
  await expect(consoleWindow.getByLabel('Password')).toBeVisible()
  expect(JSON.parse(readFileSync(join(getUserDataPath(options), 'settings.json'), 'utf8'))).toEqual({
    apiOrigin: baseURL,
  })
  await app.close()

  const restarted = await start({ apiOrigin: '' })
  await expect(restarted.page.getByLabel('Password')).toBeVisible()
})

test('choosing another server ends the session at the first server and in the keychain', async ({
  start,
  baseURL,
}) => {
  const first = baseURL ?? ''
  const second = first.replace('localhost', '127.0.0.1')
  const { email } = await newAccount(first, 'seller', 'Dora Dealer')
  const { app, page } = await start({ apiOrigin: '' })
  await page.getByLabel('Server address').fill(first)
  const shop = await nextWindow(app, () => page.getByRole('button', { name: 'Connect' }).click())
  await signInAs(shop, email)
  const token = await readKeychain(app, first)

  const setup = await nextWindow(app, () => chooseCommand(app, 'changeServer'))
  await expect(setup.getByLabel('Server address')).toHaveValue(first)
  const consoleWindow = await nextWindow(app, () => setup.getByRole('button', { name: 'Back' }).click())
  await expect(consoleWindow.getByRole('button', { name: /^Account of/ })).toBeVisible()

  const setupWindow = await nextWindow(app, () => chooseCommand(app, 'changeServer'))
  await setupWindow.getByLabel('Server address').fill(second)
  const newWindow = await nextWindow(app, () => setupWindow.getByRole('button', { name: 'Connect' }).click())
  await expect(newWindow.getByLabel('Password')).toBeVisible()
  expect(await newWindow.evaluate(() => window.desktop?.facts.apiOrigin)).toBe(second)

  expect(await readKeychain(app, first)).toBeNull()
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${first}/api/users/me`, { headers })).status).toBe(401)
  await signInAs(newWindow, email)
  expect(await readKeychain(app, second)).not.toBeNull()
})

test('a preconfigured address is shown and cannot be changed', async ({ start }) => {
  const { app } = await start()
  const setup = await nextWindow(app, () => chooseCommand(app, 'changeServer'))
  await expect(setup.getByText('The variable KERBLIGHT_API_ORIGIN sets the address')).toBeVisible()
  await expect(setup.getByRole('textbox')).toHaveCount(0)
  const result = await setup.evaluate(() => window.desktop?.setup.connect('https://cars.example'))
  expect(result).toEqual({ ok: false, message: 'The variable KERBLIGHT_API_ORIGIN sets the address.' })
})

test('an invalid preconfigured address shows its error', async ({ start }) => {
  const { page } = await start({ apiOrigin: 'http://cars.example' })
  await expect(page.getByRole('alert')).toContainText('"http://cars.example" isn’t an https:// address')
})
