import { newAccount } from '../support/e2e.ts'
import { expect, test } from './desktop-test.ts'
import { readKeychain } from './keychain.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

let email: string
test.beforeEach(async ({ baseURL }) => {
  email = (await newAccount(baseURL!, 'seller', 'Dora Dealer')).email
})

test('a dealer signs in by password, is still signed in after a restart, and signs out', async ({
  start,
}) => {
  const first = await start()
  await signInAs(first.page, email)
  await expect(first.page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  expect(await readKeychain(first.app, first.options.apiOrigin)).not.toBeNull()
  await first.app.close()

  const { app, page, options } = await start()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByText('successfully logged out')).toBeVisible()
  await expect.poll(() => readKeychain(app, options.apiOrigin)).toBeNull()
})

test('the first sign-in field has the focus at startup and after a sign-out', async ({ start }) => {
  const { app, page } = await start({ keychain: 'none' })
  await expect(page.getByLabel('Email')).toBeFocused()
  await signInAs(page, email)
  await chooseCommand(app, 'logOut')
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('a session ended by the server leads back to the sign-in page with a notice', async ({ start }) => {
  const { app, page, options } = await start()
  await signInAs(page, email)
  const headers = { authorization: `Bearer ${await readKeychain(app, options.apiOrigin)}` }
  await fetch(`${options.apiOrigin}/api/session`, { method: 'DELETE', headers })

  await chooseCommand(app, 'refresh')
  await expect(page.getByText('Your session expired')).toBeVisible()
  await expect.poll(() => readKeychain(app, options.apiOrigin)).toBeNull()
  await signInAs(page, email)
  await expect.poll(() => readKeychain(app, options.apiOrigin)).not.toBeNull()
})

test('signing out empties the keychain while the server is unreachable', async ({ start }) => {
  const { app, page, options } = await start()
  await signInAs(page, email)
  await page.context().setOffline(true)
  await chooseCommand(app, 'logOut')
  await expect.poll(() => readKeychain(app, options.apiOrigin)).toBeNull()
  await page.context().setOffline(false)
})

test('without a keychain, a notice announces that the session ends with the program', async ({ start }) => {
  const { page } = await start({ keychain: 'none' })
  await Promise.all([
    signInAs(page, email),
    expect(page.getByText('You’ll be signed out when you quit', { exact: true })).toBeVisible(),
  ])
})

test('a wrong password opens no session', async ({ start }) => {
  const { app, page, options } = await start()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('Wrong-1234')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Incorrect email or password')).toBeVisible()
  expect(await readKeychain(app, options.apiOrigin)).toBeNull()
})
