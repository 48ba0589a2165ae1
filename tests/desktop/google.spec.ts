import { navigateInApp } from '../support/navigate-in-app.ts'
import { expect, test } from './desktop-test.ts'
import { openGoogleSignIn, chooseAccount, newGoogleAccount } from './google-steps.ts'
import { readKeychain } from './keychain.ts'

test.slow()

test('Google sign-in uses only the system’s browser', async ({ start }) => {
  const { app, page, options } = await start()
  const address = await openGoogleSignIn(app, page)
  expect(address.searchParams.get('code_challenge_method')).toBe('S256')
  await expect(page.getByText('Continue in your browser.')).toBeVisible()

  expect(await chooseAccount(address, newGoogleAccount())).toContain('go back to Kerblight')
  await expect(page.getByText('login successfull')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account of Gina Google' })).toBeVisible()
  expect(await readKeychain(app, options.apiOrigin)).not.toBeNull()
})

test('a canceled sign-in can be tried again', { tag: '@full' }, async ({ start }) => {
  const { app, page } = await start()
  const first = await openGoogleSignIn(app, page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Signing in with Google was canceled')).toBeVisible()
  await expect(chooseAccount(first, newGoogleAccount())).rejects.toThrow('fetch failed')

  const second = await openGoogleSignIn(app, page)
  await chooseAccount(second, newGoogleAccount())
  await expect(page.getByText('login successfull')).toBeVisible()
})

test('a user who cancels at Google stays on the sign-in page', { tag: '@full' }, async ({ start }) => {
  const { app, page } = await start()
  await chooseAccount(await openGoogleSignIn(app, page), '')
  await expect(page.getByText('Signing in with Google was canceled')).toBeVisible()
  await expect(page.getByRole('button', { name: 'continue with google' })).toBeEnabled()
})

test(
  'canceling a reauthentication also ends its Google sign-in, and the account stays',
  { tag: '@full' },
  async ({ start }) => {
    const { app, page } = await start()
    const account = newGoogleAccount()
    const { email } = JSON.parse(account) as { email: string }
    await chooseAccount(await openGoogleSignIn(app, page), account)
    await expect(page.getByRole('button', { name: 'Account of Gina Google' })).toBeVisible()

    await navigateInApp(page, '/dashboard/account')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(`Type ${email}`).fill(email)
    const signInUrl = await openGoogleSignIn(app, page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    // Messages are processed in order, so the main process processes the cancellation before this later call.
    await page.evaluate(() => window.desktop?.preferences.read())
    await expect(chooseAccount(signInUrl, account)).rejects.toThrow('fetch failed')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible()
  },
)
