import { expect, newAccount, test, createUniqueEmail } from '../support/e2e.ts'
import { goOnline } from '../support/go-online.ts'
import { photo } from '../support/photo.ts'
import { signIn } from './steps.ts'

test('a registration with a rejected photo shows the error, keeps the form, and succeeds once', async ({
  page,
}) => {
  await page.goto('/register')
  await page.getByLabel('Full name').fill('Rosa Rest')
  await page.locator('input[type=file]').setInputFiles(await photo('me.jpg', 300, 300))
  await page.getByLabel('Email').fill(createUniqueEmail('rosa'))
  await page.getByLabel('Password').fill('Kerblight1')
  await page.getByRole('radio', { name: 'Seller' }).check()
  const create = page.getByRole('button', { name: 'Create account' })

  await page.route('**/1/upload?*', (route) => route.fulfill({ status: 503 }), { times: 1 })
  await create.click()
  await expect(page.getByText(/503|did not|could not|went wrong/i).first()).toBeVisible()
  await expect(page).toHaveURL('/register')
  await expect(page.getByLabel('Full name')).toHaveValue('Rosa Rest')
  await expect(page.getByRole('radio', { name: 'Seller' })).toBeChecked()
  await expect(page.getByText('me.jpg')).toBeVisible()

  const madeRequests: string[] = []
  page.on('request', (request) => {
    if (/accounts:signUp|\/api\/user$/.test(request.url())) madeRequests.push(new URL(request.url()).pathname)
  })
  await create.dblclick()
  await expect(page.getByText('Account creation succesfull')).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL('/')
  expect(madeRequests.filter((path) => path.endsWith('signUp'))).toHaveLength(1)
  expect(madeRequests.filter((path) => path.endsWith('/user'))).toHaveLength(1)
})

test(
  'signing in offline shows an error and keeps the input',
  { tag: '@full' },
  async ({ page, baseURL, context }) => {
    const { email } = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    await page.goto('/login')
    // The component that shows messages loads once the page is idle.
    await expect(page.getByRole('region', { name: 'Notifications', exact: true })).toBeAttached()
    await context.setOffline(true)
    await signIn(page, email)
    await expect(page.getByText(/Check your connection/)).toBeVisible()
    const button = page.getByRole('button', { name: 'Sign in', exact: true })
    await expect(button).not.toHaveAttribute('aria-busy')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Password')).toHaveValue('Kerblight1')
    await goOnline(page)
    await button.click()
    await expect(page.getByText('Login in success')).toBeVisible()
  },
)

test(
  'closing Google’s window shows a message at the top and keeps the form',
  { tag: '@full' },
  async ({ page }) => {
    await page.clock.install()
    await page.goto('/login')
    await page.getByLabel('Email').fill('somebody@people.test')
    const popup = page.waitForEvent('popup')
    const google = page.getByRole('button', { name: 'continue with google' })
    await google.click()
    await (await popup).close()
    const top = page.getByRole('region', { name: 'Notifications at the top' })
    // Firebase checks every two seconds whether the window is still open, and then waits eight seconds for a
    // pending result.
    await expect
      .poll(
        () => page.clock.fastForward(2_000).then(() => top.getByText(/window|closed|cancel/i).isVisible()),
        {
          intervals: [100],
        },
      )
      .toBe(true)
    await expect(page.getByLabel('Email')).toHaveValue('somebody@people.test')
    await expect(google).toBeEnabled()
  },
)
