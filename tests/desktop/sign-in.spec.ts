import { expect, test } from './desktop-test.ts'
import { readKeychain } from './keychain.ts'
import { signInAs } from './steps.ts'

const email = 'dealer@kerblight.test'

test('a dealer signs in by password, is still in after a restart, and logs out', async ({ start }) => {
  const first = await start()
  await signInAs(first.page, email)
  await expect(first.page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  expect(await readKeychain(first.app, first.options.apiOrigin)).not.toBeNull()
  await first.app.close()

  const { app, page, options } = await start()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByText('successfully logged out')).toBeVisible()
  expect(await readKeychain(app, options.apiOrigin)).toBeNull()
})
