import { expect, connectIdentity, newAccount, test, createUniqueEmail, useToken } from '../support/e2e.ts'
import { goOnline } from '../support/go-online.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { delayCalls } from '../support/delayed-calls.ts'
import { waitForMailedLink, listMails } from '../support/mailbox.ts'
import { photo } from '../support/photo.ts'
import { breakIdentity, expectPasswordRule, fillRegistration, logOut, signIn, tabTo } from './steps.ts'

test('registering lists every missing or invalid field and keeps the input', async ({ page }) => {
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

test('a taken address shows a message and keeps the form', async ({ page, baseURL }) => {
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

  await test.step('the form also stays when the header’s Sell link selects the account type', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Sell', exact: true }).click()
    await expect(page.getByRole('radio', { name: 'Seller' })).toBeChecked()
    await expect(page.getByLabel('Full name')).toHaveValue('Eve Double')
    await expect(page.getByText('me.jpg')).toBeVisible()
  })
})

test('a signed-in user sees on the registration page that they are signed in', async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'buyer', 'Robin Vale')
  await useToken(page.context(), token)
  await page.goto('/register')
  await expect(page.getByRole('status').filter({ hasText: 'You’re signed in as Robin Vale' })).toContainText(
    'create another account',
  )
})

test('signing in names missing fields and reports a wrong password', async ({ page, baseURL }) => {
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
  const messageBox = await page.getByRole('group').filter({ hasText: 'Login in success' }).boundingBox()
  expect(messageBox!.height, 'a short message stands beside its sign').toBeLessThan(100)
  await expect(page).toHaveURL('/')
  await page.reload()
  await expect(page.getByRole('link', { name: 'My reviews' })).toBeVisible()
  await logOut(page)
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('kerblight.token'))).toBeNull()
})

test.describe('a form is empty after a successful submission while the next page loads:', () => {
  let letOn: () => void
  test.beforeEach(async ({ page }) => {
    letOn = await delayCalls(page, /\/assets\/HomePage-[^/]*\.js/)
  })

  test('signing in', async ({ page, baseURL }) => {
    const { email } = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    await page.goto('/login')
    await signIn(page, email)
    await expect(page.getByText('Login in success')).toBeVisible()
    for (const label of ['Email', 'Password']) await expect(page.getByLabel(label)).toHaveValue('')
    letOn()
    await expect(page.getByRole('button', { name: 'Account of Bea Buyer' })).toBeVisible()
    await expect(page.getByLabel('Password')).toHaveCount(0)
  })

  test('registering', { tag: '@full' }, async ({ page }) => {
    await page.goto('/register')
    await fillRegistration(page, {
      name: 'Rita Register',
      email: createUniqueEmail('rita'),
      account: 'Seller',
    })
    for (const label of ['Full name', 'Email', 'Password'])
      await expect(page.getByLabel(label)).toHaveValue('')
    await expect(page.getByText('me.jpg')).toHaveCount(0)
    letOn()
    await expect(page.getByLabel('Password')).toHaveCount(0)
  })
})

test.describe('a forgotten password', () => {
  test('is replaced through the emailed link, using only the keyboard, and every device is signed out', async ({
    page,
    baseURL,
  }) => {
    const { email, token: elsewhere } = await newAccount(baseURL!, 'buyer', 'Fred Forgetful')
    await page.goto('/dashboard/account')
    await page.getByLabel('Email').focus()
    await page.keyboard.type(email)
    const forgot = page.getByRole('link', { name: 'Forgot password?' })
    await tabTo(page, forgot)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    // The page carries the typed address over.
    const address = page.getByLabel('Email')
    await expect(address).toHaveValue(email)
    await tabTo(page, address)
    await page.keyboard.press('Enter')
    const confirmation = page.getByRole('status').filter({ hasText: `If ${email} has an account here` })
    await expect(confirmation).toBeFocused()

    await page.goto(await waitForMailedLink(email, 'password-reset'))
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
    await expect(page.getByText(`for ${email}`)).toBeVisible()
    const password = page.getByLabel('New password')
    await expect(password).toBeFocused()
    await expectPasswordRule(page, password)
    await password.fill('')
    await password.focus()
    await page.keyboard.type('Brandnew1')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Your new password is saved' })).toBeVisible()
    await expect(page.getByText('You’re signed out on all devices')).toBeVisible()
    const me = await fetch(`${baseURL}/api/users/me`, { headers: { authorization: `Bearer ${elsewhere}` } })
    expect(me.status).toBe(401)

    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Sign in' }))
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await signIn(page, email)
    await expect(page.getByText('Incorrect email or password')).toBeVisible()
    await signIn(page, email, 'Brandnew1')
    await expect(page.getByText('Login in success')).toBeVisible()
  })

  test('gets the same response for an address without an account', async ({ page }) => {
    const email = createUniqueEmail('nobody')
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByRole('status').filter({ hasText: `If ${email} has an account` })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Resend link/ })).toBeDisabled()
    expect(await listMails(email, 'password-reset')).toEqual([])
    // The user corrects a typo without retyping the whole email address.
    await page.getByRole('button', { name: 'Use another email' }).click()
    await expect(page.getByLabel('Email')).toBeFocused()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(email)
  })

  test('reports an invalid address, a missing connection, and rate limiting, and keeps the input', async ({
    page,
    baseURL,
  }) => {
    const { email } = await newAccount(baseURL!, 'buyer', 'Fred Forgetful')
    await page.goto('/forgot-password')
    const address = page.getByLabel('Email')
    await address.fill('no address')
    await address.blur()
    await expect(page.getByText('Please check the Email')).toBeVisible()
    await address.fill(email)
    const submit = page.getByRole('button', { name: 'Send reset link' })
    // The identity service's code has not loaded yet.
    await page.context().setOffline(true)
    await submit.click()
    await expect(page.getByRole('alert')).toContainText('We can’t reach the sign-in service')
    await goOnline(page)
    const brokenIdentity = await breakIdentity(page, 'sendOobCode', 'TOO_MANY_ATTEMPTS_TRY_LATER')
    await submit.click()
    await expect(page.getByRole('alert')).toContainText('Too many attempts. Wait a moment, then try again.')
    await expect(address).toHaveValue(email)
    await brokenIdentity.restore()
    await submit.click()
    await waitForMailedLink(email, 'password-reset')
  })

  test('has a link that works once, and a used or old link offers a new one by email', async ({
    page,
    baseURL,
  }) => {
    const { email } = await newAccount(baseURL!, 'buyer', 'Fred Forgetful')
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    const link = await waitForMailedLink(email, 'password-reset')
    const first = await page.context().newPage()
    for (const tab of [page, first]) {
      await tab.goto(link)
      await tab.getByLabel('New password').fill('Brandnew1')
    }
    await first.getByRole('button', { name: 'Save password' }).click()
    await expect(first.getByText('Your new password is saved')).toBeVisible()
    // The password was changed after this page was opened, so the page's link is no longer valid.
    await page.getByRole('button', { name: 'Save password' }).click()
    const staleHeading = page.getByRole('heading', { name: 'This link no longer works' })
    await expect(staleHeading).toBeVisible()
    for (const broken of ['/mail-link', '/mail-link?mode=resetPassword&oobCode=made-up']) {
      await page.goto(broken)
      await expect(staleHeading).toBeVisible()
    }
    await breakIdentity(page, 'resetPassword', 'EXPIRED_OOB_CODE')
    await page.goto(link)
    await expect(staleHeading).toBeVisible()
    await page.getByRole('link', { name: 'Reset password' }).click()
    await expect(page).toHaveURL('/forgot-password')
  })

  test('can be tried again if the link could not be read', async ({ page }) => {
    const brokenIdentity = await breakIdentity(page, 'resetPassword', 'TOO_MANY_ATTEMPTS_TRY_LATER')
    await page.goto('/mail-link?mode=resetPassword&oobCode=made-up')
    await expect(page.getByRole('alert')).toContainText('Too many attempts. Wait a moment, then try again.')
    await brokenIdentity.restore()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  })
})

test(
  'an address that someone else changed is restored through the emailed link',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { email, password } = await newAccount(baseURL!, 'buyer', 'Rob Robbed')
    const identity = await connectIdentity(baseURL!)
    const { idToken } = await identity.signIn(email, password)
    await identity.update(idToken, { email: createUniqueEmail('thief') })
    await page.goto(await waitForMailedLink(email, 'email-changed'))
    await expect(page.getByText(email)).toBeVisible()
    await page.getByRole('button', { name: 'Undo change' }).click()
    await expect(page.getByRole('heading', { name: 'Your email has been restored' })).toBeVisible()
    await page.getByRole('link', { name: 'Choose a new password' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await navigateInApp(page, '/login')
    await signIn(page, email)
    await expect(page.getByText('Login in success')).toBeVisible()
  },
)

test('Google signs up a new user as a buyer', async ({ page }) => {
  const email = createUniqueEmail('google')
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
  await navigateInApp(page, '/dashboard')
  await expect(page.getByRole('link', { name: 'My PurchaseList' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'My Reported Items' })).toBeVisible()
})

test('a restricted page sends a visitor to sign in and then back to their destination', async ({
  page,
  baseURL,
}) => {
  const { email } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  await page.goto('/dashboard/addcars')
  await expect(page).toHaveURL('/login')
  await signIn(page, email)
  await expect(page).toHaveURL('/dashboard/addcars')
  await expect(page.getByRole('heading', { name: 'Add new car here' })).toBeVisible()
})

test('the list of sellers opens for a non-admin and shows the rejection in place', async ({
  page,
  baseURL,
}) => {
  const { token } = await newAccount(baseURL!, 'buyer', 'Robin Vale')
  await useToken(page.context(), token)
  await page.goto('/dashboard/allsellers')
  await expect(page).toHaveURL('/dashboard/allsellers')
  await expect(page.getByText('Only admins can do this.').first()).toBeVisible()
})

test('an unknown page responds with a 404 and a link home', async ({ page }) => {
  const response = await page.goto('/no-such-page')
  expect(response!.status()).toBe(404)
  await expect(page.getByText('Oops!')).toBeVisible()
  await page
    .getByRole('link', { name: 'go to home' })
    .or(page.getByRole('button', { name: 'go to home' }))
    .click()
  await expect(page).toHaveURL('/')
})
