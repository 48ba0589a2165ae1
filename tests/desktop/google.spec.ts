import { expect, test } from './desktop-test.ts'
import { askGoogle, chooseAccount, newGoogleAccount } from './google-steps.ts'
import { readKeychain } from './keychain.ts'

// Each starts a console and signs in, some twice.
test.slow()

test('Google signs in through the system’s browser, and no other way', async ({ start }) => {
  const { app, page, options } = await start()
  const address = await askGoogle(app, page)
  expect(address.searchParams.get('code_challenge_method')).toBe('S256')
  await expect(page.getByText('Continue in your browser.')).toBeVisible()

  expect(await chooseAccount(address, newGoogleAccount())).toContain('go back to Kerblight')
  await expect(page.getByText('login successfull')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account of Gina Google' })).toBeVisible()
  expect(await readKeychain(app, options.apiOrigin)).not.toBeNull()
})

test('a sign-in that is called off can be tried again', async ({ start }) => {
  const { app, page } = await start()
  const first = await askGoogle(app, page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Signing in with Google was canceled')).toBeVisible()
  await expect(chooseAccount(first, newGoogleAccount())).rejects.toThrow('fetch failed')

  const second = await askGoogle(app, page)
  await chooseAccount(second, newGoogleAccount())
  await expect(page.getByText('login successfull')).toBeVisible()
})

test('who refuses at Google stays on the sign-in page', async ({ start }) => {
  const { app, page } = await start()
  await chooseAccount(await askGoogle(app, page), '')
  await expect(page.getByText('Signing in with Google was canceled')).toBeVisible()
  await expect(page.getByRole('button', { name: 'continue with google' })).toBeEnabled()
})
