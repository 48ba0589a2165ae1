import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { apiCall, expect, newAccount, test, createUniqueEmail, useToken } from '../support/e2e.ts'
import { goOnline } from '../support/go-online.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { waitForMailedLink } from '../support/mailbox.ts'
import { photo } from '../support/photo.ts'
import { newAdmin } from './market.ts'
import { breakIdentity, expectPasswordRule, register, signIn } from './steps.ts'
import { delayCalls, holdCalls } from '../support/delayed-calls.ts'

/** Returns one of the account page's cards by its heading. */
function section(page: Page, name: string) {
  return page.getByRole('region', { name })
}

async function openAccount(page: Page) {
  await navigateInApp(page, '/dashboard/account')
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
}

/** Signs in through the form, so the identity service's code in this browser also knows the user. */
async function signInTo(page: Page, email: string, password?: string) {
  await page.goto('/dashboard/account')
  await expect(page).toHaveURL('/login')
  await signIn(page, email, password)
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
}

test.describe('the email address', () => {
  test('is confirmed by the link emailed at registration, and the session continues', async ({ page }) => {
    const email = createUniqueEmail('reg')
    // The page sends this call in the background. Leaving the page immediately would cancel it.
    const emailSent = page.waitForResponse(/accounts:sendOobCode/)
    await register(page, { name: 'Rita Register', email, account: 'Buyer' })
    await emailSent
    await openAccount(page)
    const address = section(page, 'Email address')
    await expect(address).toContainText(email)
    await expect(address.getByText('Not confirmed')).toBeVisible()

    // The link opens in a new tab, as from an email client.
    const link = await waitForMailedLink(email, 'verify-email')
    const tab = await page.context().newPage()
    await tab.goto(link)
    await expect(tab.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
    await expect(tab.getByText(email)).toBeVisible()
    await tab.getByRole('button', { name: 'Confirm this address' }).click()
    await expect(tab.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
    await tab.getByRole('link', { name: 'Go to your account' }).click()
    await expect(section(tab, 'Email address').getByText('Confirmed', { exact: true })).toBeVisible()

    // The first tab notices the confirmation when it regains focus.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(address.getByText('Confirmed', { exact: true })).toBeVisible()
    await expect(address.getByRole('button')).toHaveCount(0)

    // A link from an email can be used only once.
    await navigateInApp(tab, link)
    await expect(tab.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await expect(tab.getByText('Your email is confirmed.')).toBeVisible()
  })

  test(
    'can receive a new email once per minute, and shows errors',
    { tag: '@full' },
    async ({ page, baseURL, secondContext }) => {
      const { email } = await newAccount(baseURL!, 'buyer', 'Una Unverified', { emailVerified: false })
      await page.clock.install()
      await signInTo(page, email)
      const address = section(page, 'Email address')
      await expect(address.getByText('Not confirmed')).toBeVisible()

      await address.getByRole('button', { name: 'I’ve confirmed it' }).click()
      await expect(address.getByRole('status')).toContainText('Not confirmed yet')

      const identityFailure = await breakIdentity(page, 'sendOobCode', 'TOO_MANY_ATTEMPTS_TRY_LATER')
      const resendButton = address.getByRole('button', { name: /^Resend link/ })
      await resendButton.click()
      await expect(address.getByRole('status')).toContainText(
        'Too many attempts. Wait a moment, then try again.',
      )
      await identityFailure.restore()

      await page.context().setOffline(true)
      await resendButton.click()
      await expect(address.getByRole('status')).toContainText('We can’t reach the sign-in service')
      await goOnline(page)

      await resendButton.click()
      await expect(address.getByRole('status')).toContainText('We sent the link')
      await waitForMailedLink(email, 'verify-email')
      await expect(resendButton).toBeDisabled()
      await expect(resendButton).toHaveText(/in \d+ s/)
      await expect(resendButton).toBeFocused()
      await page.clock.runFor(61_000)
      await expect(resendButton).toBeEnabled()
      await resendButton.click()
      const link = await waitForMailedLink(email, 'verify-email', 2)

      // The link is opened on another device. The button on this page checks before the automatic check.
      const releaseLookup = await delayCalls(page, /accounts:lookup/)
      const otherPage = await (await secondContext()).newPage()
      await otherPage.goto(link)
      await otherPage.getByRole('button', { name: 'Confirm this address' }).click()
      await expect(otherPage.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
      await address.getByRole('button', { name: 'I’ve confirmed it' }).click()
      releaseLookup()
      await expect(page.getByText('Your email address is confirmed')).toBeVisible()
      await expect(address.getByText('Confirmed', { exact: true })).toBeVisible()
    },
  )

  test(
    'asks for the password again if the identity service has no session',
    { tag: '@full' },
    async ({ page, baseURL }) => {
      const person = await newAccount(baseURL!, 'buyer', 'Una Unverified', { emailVerified: false })
      await useToken(page.context(), person.token)
      await openAccount(page)
      const address = section(page, 'Email address')
      await address.getByRole('button', { name: 'Resend link' }).click()
      const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
      await dialog.getByLabel('Password').fill('Wrong-1234')
      await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
      await expect(dialog.getByRole('alert')).toHaveText('Incorrect email or password')
      await dialog.getByLabel('Password').fill(person.password)
      await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
      await expect(dialog).toBeHidden()
      await expect(address.getByRole('status')).toContainText('We sent the link')
      await waitForMailedLink(person.email, 'verify-email')
    },
  )
})

test.describe('the password', () => {
  test('is changed with the current password, and other devices are signed out', async ({
    page,
    baseURL,
  }) => {
    const { email, password, token: elsewhere } = await newAccount(baseURL!, 'buyer', 'Pat Vale')
    await signInTo(page, email)
    const form = page.getByRole('form', { name: 'Password' })
    const current = form.getByLabel('Current password')
    const next = form.getByLabel('New password')
    const save = form.getByRole('button', { name: 'Change password' })

    await save.click()
    await expect(form.getByText('password is required')).toBeVisible()
    await expect(current).toBeFocused()
    // The rule is checked when the field loses focus.
    await expectPasswordRule(form, next)
    await current.fill(password)
    await next.fill(password)
    await save.click()
    await expect(form.getByText('Choose a password other than your current one.')).toBeVisible()

    await current.fill('Wrong1234')
    await next.fill('Changed1')
    await save.click()
    await expect(form.getByText('Incorrect password')).toBeVisible()
    await expect(current).toBeFocused()
    await expect(next).toHaveValue('Changed1')

    await current.fill(password)
    await save.click()
    await expect(page.getByText('Password changed')).toBeVisible()
    await expect(current).toHaveValue('')
    expect((await meOf(baseURL!, elsewhere)).status).toBe(401)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()

    await navigateInApp(page, '/login')
    await signIn(page, email, password)
    await expect(page.getByText('Incorrect email or password')).toBeVisible()
    await signIn(page, email, 'Changed1')
    await expect(page.getByText('Login in success')).toBeVisible()
  })

  test('can also be reset by email if forgotten', async ({ page, baseURL }) => {
    const { email, token } = await newAccount(baseURL!, 'buyer', 'Pat Vale')
    await useToken(page.context(), token)
    await openAccount(page)
    const button = section(page, 'Password').getByRole('button', { name: /^Send reset link/ })
    await button.click()
    await expect(page.getByText('Check your email')).toBeVisible()
    expect(await waitForMailedLink(email, 'password-reset')).toContain('mode=resetPassword')
    await expect(button).toBeDisabled()
  })
})

test('a device that the user signs out here stays signed out', async ({ page, baseURL, secondContext }) => {
  const { email, token } = await newAccount(baseURL!, 'buyer', 'Dora Devices')
  const otherPage = await (await secondContext()).newPage()
  await otherPage.goto(`${baseURL}/login`)
  await signIn(otherPage, email)
  await expect(otherPage.getByText('Login in success')).toBeVisible()

  await signInTo(page, email)
  const devices = section(page, 'Signed-in devices')
  await expect(devices.getByRole('row', { name: /This device/ })).toBeVisible()
  const otherDevices = devices.getByRole('button', { name: /^Sign out Chrome/ })
  await expect(otherDevices).toHaveCount(1)
  await otherDevices.click()
  await expect(page.getByText(/is signed out$/)).toBeVisible()
  await expect(otherDevices).toHaveCount(0)

  // The identity service still recognizes the user in that browser, but the app does not sign in again
  // automatically.
  await otherPage.goto(`${baseURL}/my-reviews`)
  await expect(otherPage).toHaveURL(`${baseURL}/login`)
  expect(await otherPage.evaluate(() => localStorage.getItem('kerblight.token'))).toBeNull()

  // One click signs out all remaining devices except this one.
  expect((await meOf(baseURL!, token)).status).toBe(200)
  await devices.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect(page.getByText('Signed out everywhere else')).toBeVisible()
  expect((await meOf(baseURL!, token)).status).toBe(401)
  await expect(devices.getByRole('button', { name: /^Sign out/ })).toHaveCount(0)
})

test('a new name and photo appear in the header immediately and persist', async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'buyer', 'Nina Before')
  await useToken(page.context(), token)
  await openAccount(page)
  const form = page.getByRole('form', { name: 'Profile' })
  await form.getByLabel('Full name').fill('')
  await form.getByRole('button', { name: 'Save profile' }).click()
  await expect(form.getByText('Name is required')).toBeVisible()
  await form.getByLabel('Full name').fill('Nina After')
  await form.locator('input[type=file]').setInputFiles(await photo('me.jpg', 300, 300))
  await form.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  const avatar = page.getByRole('button', { name: 'Account of Nina After' })
  await expect(avatar.locator('img')).toHaveAttribute('src', /\/images\//)
  await page.reload()
  await expect(avatar.locator('img')).toHaveAttribute('src', /\/images\//)
  await expect(form.getByLabel('Full name')).toHaveValue('Nina After')
})

test(
  'a Google user becomes a seller, and the menu updates immediately',
  { tag: '@full' },
  async ({ page }) => {
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
    await openAccount(page)
    // Google has verified the address.
    await expect(section(page, 'Email address').getByText('Confirmed', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'My Reported Items' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add Cars' })).toHaveCount(0)
    await section(page, 'Account type').getByRole('button', { name: 'Start selling' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Start selling' }).click()
    await expect(page.getByText('You’re a seller now')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Add new car here' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add Cars' })).toBeVisible()
  },
)

test('the export is a file with the user’s own data', async ({ page, baseURL }) => {
  const { token, email } = await newAccount(baseURL!, 'buyer', 'Ella Export')
  await useToken(page.context(), token)
  await page.goto('/reviews/add')
  await page.getByRole('textbox').fill('A review to take along.')
  await page.getByRole('button', { name: 'Leave feedback' }).click()
  await expect(page.getByText('review added successfully')).toBeVisible()
  await openAccount(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('kerblight-my-data.json')
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, unknown>
  expect(data).toMatchObject({
    profile: { email, fullName: 'Ella Export', account: 'buyer', emailVerified: true },
    reviews: [{ text: 'A review to take along.' }],
    purchases: [],
  })
})

/** Runs in the page. Returns the storage keys of the signed-in user in the identity service's code. */
function identityKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith('firebase:authUser:'))
}

test('deleting the account requires a typed address and the password, and is permanent', async ({
  page,
  baseURL,
}) => {
  const { email, token, password } = await newAccount(baseURL!, 'buyer', 'Dan Deleted')
  const stream = /\/api\/events(\?|$)/
  const follows = page.waitForRequest(stream)
  await signInTo(page, email)
  await follows
  await page.evaluate(() => {
    sessionStorage.setItem('kerblight.draft.a-form', '{"text":"What Dan has typed"}')
    localStorage.setItem('kerblight.recent-commands', '["purchases"]')
  })
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Delete account' })
  await dialog.getByLabel('Password').fill(password)
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel(`Type ${email}`).fill('somebody@else.test')
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel(`Type ${email}`).fill(email)
  await dialog.getByLabel('Password').fill('Wrong1234')
  await confirm.click()
  await expect(dialog.getByText('Incorrect email or password')).toBeVisible()
  expect((await meOf(baseURL!, token)).status).toBe(200)
  await dialog.getByLabel('Password').fill(password)
  const nextDeletion = await holdCalls(page, '**/api/users/me')
  const stopped = page.waitForEvent('requestfailed', (request) => stream.test(request.url()))
  await confirm.click()
  const deletion = await nextDeletion()
  await stopped
  const followsAgain = page.waitForRequest(stream)
  await deletion.fulfill({ status: 503 })
  await followsAgain
  await page.unroute('**/api/users/me')
  await confirm.click()
  await expect(page.getByText('Your account has been deleted')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  expect((await meOf(baseURL!, token)).status).toBe(401)
  await expect.poll(() => page.evaluate(listStoredNames)).toEqual([])

  // The identity service has deleted the user as well, so the email address can be registered again.
  await page.goto('/login')
  await signIn(page, email, password)
  await expect(page.getByText('Incorrect email or password')).toBeVisible()
  await register(page, { name: 'Dan Again', email, account: 'Buyer' })
})

test(
  'a canceled deletion stays canceled even if its pending sign-in succeeds later',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { email, password, token } = await newAccount(baseURL!, 'buyer', 'Connie Cancel')
    await signInTo(page, email)
    const deletions: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'DELETE') deletions.push(request.url())
    })
    const signInCall = /accounts:signInWithPassword/
    const letSignIn = await delayCalls(page, signInCall)
    const dialog = page.getByRole('dialog')
    const tryToDelete = async (typed: string) => {
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await dialog.getByLabel(`Type ${email}`).fill(email)
      await dialog.getByLabel('Password').fill(typed)
      await dialog.getByRole('button', { name: 'Delete account' }).click()
    }

    const signInRequest = page.waitForRequest(signInCall)
    await tryToDelete(password)
    await signInRequest
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    const lookedUp = page.waitForResponse(/accounts:lookup/)
    letSignIn()
    await lookedUp

    // If the first sign-in deleted the account, it is gone by the time the second one is rejected.
    await tryToDelete('Wrong1234')
    await expect(dialog.getByText('Incorrect email or password')).toBeVisible()
    expect(deletions).toEqual([])
    expect((await meOf(baseURL!, token)).status).toBe(200)
  },
)

test(
  'an account deletion completes even if the page learns of the ended session first',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { email, password } = await newAccount(baseURL!, 'buyer', 'Dan Deleted')
    await signInTo(page, email)
    let respond = () => {}
    const deleted = new Promise<void>((resolve) => {
      void page.route('**/api/users/me', async (route) => {
        if (route.request().method() !== 'DELETE') return route.fallback()
        const response = await route.fetch()
        respond = () => void route.fulfill({ response })
        resolve()
      })
    })

    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(`Type ${email}`).fill(email)
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await deleted
    expect(await page.evaluate(identityKeys)).toHaveLength(1)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page).toHaveURL('/login')
    await expect.poll(() => page.evaluate(identityKeys)).toEqual([])
    respond()
    await expect(page.getByText('Your account has been deleted')).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect.poll(() => page.evaluate(listStoredNames)).toEqual([])
    await register(page, { name: 'Dan Again', email, account: 'Buyer' })
  },
)

test('deleting an account as an admin clears its data in open tabs, even after a reload', async ({
  page,
  context,
  baseURL,
}) => {
  const { email, token } = await newAccount(baseURL!, 'seller', 'Dan Deleted')
  const admin = await newAdmin(baseURL!)
  await signInTo(page, email)
  const second = await context.newPage()
  await second.goto('/dashboard/account')
  await expect(second.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
  for (const tab of [page, second]) await tab.evaluate(leaveTraces)

  const { _id } = await apiCall<{ _id: string }>(baseURL!, 'GET', '/users/me', token)
  await apiCall(baseURL!, 'DELETE', `/users/${_id}`, admin.token)

  for (const tab of [page, second]) {
    await expect(tab).toHaveURL('/login')
    await expect.poll(() => tab.evaluate(listStoredNames)).toEqual([])
  }
  for (const tab of [page, second]) {
    await tab.reload()
    // The only stored scroll position is that of the sign-in page.
    const scrollPositions = await tab.evaluate(() => sessionStorage.getItem('kerblight.scroll') ?? '')
    expect(scrollPositions).not.toContain('/dashboard')
    const storedNames = async () =>
      (await tab.evaluate(listStoredNames)).filter((name) => name !== 'kerblight.scroll')
    // The identity library briefly tests whether it can store data.
    await expect.poll(storedNames).toEqual([])
  }
})

test('the account page sends a stranger to the sign-in page and back', async ({ page, baseURL }) => {
  const { email } = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  await signInTo(page, email)
  await expect(page).toHaveURL('/dashboard/account')
})

function meOf(baseURL: string, token: string) {
  return fetch(`${baseURL}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })
}

/** Runs in the page. Leaves the data that a seller's work stores in a browser. */
async function leaveTraces(): Promise<void> {
  sessionStorage.setItem('kerblight.draft.a-form', '{"text":"What Dan has typed"}')
  localStorage.setItem('kerblight.contact.dan', '{"selllerContact":"555 0100","location":"Austin"}')
  dispatchEvent(new Event('scroll'))
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open('kerblight-photos', 1)
    opening.onsuccess = () => {
      opening.result.close()
      resolve()
    }
  })
}

/**
 * Runs in the page. Returns the names of stored data about an account. The theme belongs to the device, and
 * the heartbeats identify no user.
 */
async function listStoredNames(): Promise<string[]> {
  const isAnonymous = (name: string) => ['kerblight.theme', 'firebase-heartbeat-database'].includes(name)
  const databases = (await indexedDB.databases()).map(({ name }) => name ?? '')
  const keys = [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
  return [...keys, ...databases, ...(await caches.keys())].filter((name) => !isAnonymous(name))
}

test(
  'a buyer who presses Sell starts selling with the same account',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { token } = await newAccount(baseURL!, 'buyer', 'Bo Both')
    await useToken(page.context(), token)
    await page.goto('/blogs')
    const sell = page.getByRole('banner').getByRole('link', { name: 'Sell', exact: true })
    // Until the page knows the signed-in user, the link leads to the registration page.
    await expect(sell).toHaveAttribute('href', '/dashboard/account#account-type')
    await sell.click()
    await section(page, 'Account type').getByRole('button', { name: 'Start selling' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Start selling' }).click()
    await expect(page.getByRole('heading', { name: 'Add new car here' })).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await expect(menu.getByRole('link', { name: 'My PurchaseList' })).toBeVisible()
    await menu.getByRole('link', { name: 'Reports', exact: true }).click()
    await page.getByRole('link', { name: 'My Reported Items' }).click()
    await expect(page.getByText('No reports yet')).toBeVisible()
  },
)
