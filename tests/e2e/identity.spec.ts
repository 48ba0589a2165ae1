import { demoToken, expect, newAccount, test, uniqueEmail, useToken } from '../support/e2e.ts'
import { photo } from '../support/photo.ts'
import { logOut, signIn } from './steps.ts'

test('registering names every field that is missing or wrong, and keeps what was typed', async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Email').fill('not an address')
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  for (const message of [
    'Name is required',
    'Please provide picture',
    'Please check the Email',
    'Please check the Password',
  ])
    await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByLabel('Full name')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('not an address')
  await expect(page.getByRole('radio', { name: 'Buyer' })).toBeChecked()
})

test('an address that is taken is a message, and the form stays', async ({ page, baseURL }) => {
  const { email } = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  await page.goto('/register')
  await page.getByLabel('Full name').fill('Eve Double')
  await page.locator('input[type=file]').setInputFiles(await photo('me.jpg', 300, 300))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('Kerblight1')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(/already|in use/i).first()).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Eve Double')
  await expect(page).toHaveURL('/register')
})

test('signing in says what is missing, and that a password is wrong', async ({ page, baseURL }) => {
  const { email } = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('email is required')).toBeVisible()
  await expect(page.getByText('password is required')).toBeVisible()
  await signIn(page, email, 'Wrong1234')
  await expect(
    page
      .getByText(/password/i)
      .filter({ hasText: /wrong|not right|match|incorrect/i })
      .first(),
  ).toBeVisible()
  await expect(page).toHaveURL('/login')
  await signIn(page, email)
  await expect(page.getByText('Login in success')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.reload()
  await expect(page.getByRole('link', { name: 'My reviews' })).toBeVisible()
  await logOut(page)
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('kerblight.token'))).toBeNull()
})

test('Google signs a new person in as a buyer', async ({ page }) => {
  const email = uniqueEmail('google')
  await page.goto('/login')
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: /continue with google/i }).click()
  const chooser = await popup
  await chooser.locator('.js-new-account').click()
  await chooser.locator('#email-input').fill(email)
  await chooser.locator('#display-name-input').fill('Gina Google')
  await chooser.locator('#sign-in').click()
  await expect(page.getByText('login successfull')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'My PurchaseList' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'My Reported Items' })).toBeVisible()
})

test.describe('a page that is not for everybody', () => {
  test('sends a stranger to sign in and back to where they were going', async ({ page, baseURL }) => {
    const { email } = await newAccount(baseURL!, 'seller', 'Sam Seller')
    await page.goto('/dashboard/addcars')
    await expect(page).toHaveURL('/login')
    await signIn(page, email)
    await expect(page).toHaveURL('/dashboard/addcars')
    await expect(page.getByRole('heading', { name: 'Add new car here' })).toBeVisible()
  })

  for (const [path, account] of [
    ['/dashboard/allusers', 'seller'],
    ['/dashboard/allusers', 'buyer'],
    ['/dashboard/addcars', 'buyer'],
    ['/dashboard/reports', 'buyer'],
  ] as const)
    test(`tells a ${account} at ${path} who they are, and does not bounce`, async ({ page, baseURL }) => {
      const { token } = await newAccount(baseURL!, account, 'Robin Vale')
      await useToken(page.context(), token)
      await page.goto(path)
      await expect(page).toHaveURL('/login')
      const needed = path.endsWith('allusers') ? 'admins only' : 'sellers and admins only'
      await expect(page.getByRole('status').filter({ hasText: needed })).toContainText(
        `Robin Vale (${account})`,
      )
      await expect(page).toHaveURL('/login')
    })

  test('opens for an admin', async ({ page, baseURL }) => {
    await useToken(page.context(), await demoToken(baseURL!, 'admin@kerblight.test'))
    await page.goto('/dashboard/allusers')
    await expect(page.getByRole('row', { name: /dealer@kerblight\.test/ })).toBeVisible()
  })
})

test('the lists of sellers and buyers open for everybody and show the refusal as a state', async ({
  page,
  baseURL,
}) => {
  const { token } = await newAccount(baseURL!, 'buyer', 'Robin Vale')
  await useToken(page.context(), token)
  await page.goto('/dashboard/allsellers')
  await expect(page).toHaveURL('/dashboard/allsellers')
  await expect(page.getByText('This is for admins').first()).toBeVisible()
})

test('an unknown page says so with a 404 and a way home', async ({ page }) => {
  const response = await page.goto('/no-such-page')
  expect(response!.status()).toBe(404)
  await expect(page.getByText('Oops!')).toBeVisible()
  await page
    .getByRole('link', { name: 'go to home' })
    .or(page.getByRole('button', { name: 'go to home' }))
    .click()
  await expect(page).toHaveURL('/')
})
