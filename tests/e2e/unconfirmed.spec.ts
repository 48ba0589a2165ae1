import type { Page } from '@playwright/test'
import { newAccount, createUniqueEmail } from '../support/e2e.ts'
import { buildCar, buildPerson, buildPurchase } from '../support/factories.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { createIdToken } from '../support/identity.ts'
import { waitForMailedLink } from '../support/mailbox.ts'
import { expect, test as owned, useToken } from '../support/own-server.ts'
import { findTableRow } from './dashboard-steps.ts'
import { fillRemainingFields, payButton, register, signIn } from './steps.ts'
import { delayCalls } from '../support/delayed-calls.ts'

/**
 * The test function for a server where users with an unconfirmed email address may only browse. The server
 * uses the sandbox's identity service and Stripe.
 */
const test = owned.extend({
  serverOptions: async ({ sandbox }, use) => {
    await use({ ...sandbox, env: { UNPROVEN_ADDRESSES: 'browse' } })
  },
})

const noticeOf = (page: Page) => page.getByRole('region', { name: 'Confirm your email address' })

async function signInTo(page: Page, path: string, email: string) {
  await page.goto(path)
  await signIn(page, email)
  await expect(page).toHaveURL(path)
}

/** Opens the link from the newest email in a new tab of the server under test, as an email client would. */
async function confirm(page: Page, baseURL: string, email: string, count = 1) {
  const link = new URL(await waitForMailedLink(email, 'verify-email', count))
  await page.goto(baseURL + link.pathname + link.search)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
}

test('a seller registers, sees the restrictions, and lists a car after confirming in another tab', async ({
  page,
  baseURL,
}) => {
  const email = createUniqueEmail('sel')
  // This toast may appear right after the one that `register` waits for, and cover that one until it closes
  // itself.
  await Promise.all([
    expect(page.getByText(`We’ve sent a link to ${email}.`)).toBeVisible({ timeout: 20_000 }),
    register(page, { name: 'Sela Seller', email, account: 'Seller' }),
  ])

  await navigateInApp(page, '/dashboard/addcars')
  const notice = noticeOf(page)
  await expect(notice).toContainText(email)
  await expect(notice).toContainText('you can’t list a car')
  await page.getByLabel('Model name').fill('Q7 from before')
  await page.getByLabel('Usage time').fill('3 years')
  await page.getByLabel('Original price').fill('41,000')
  await page.getByLabel('Phone').fill('555-0100')
  await page.getByLabel('Resell price').fill('24,900')
  await fillRemainingFields(page)
  await page.getByRole('button', { name: 'Add car' }).click()
  await expect(page.getByText('Confirm your email address to do this')).toBeVisible()

  const tab = await page.context().newPage()
  await confirm(tab, baseURL!, email)
  // The server notifies this tab. The user does nothing in it.
  await expect(notice).toBeHidden()
  await expect(page.getByText('Your email address is confirmed')).toBeVisible()
  await page.getByRole('button', { name: 'Add car' }).click()
  await expect(page.getByText('Car added successfully')).toBeVisible()
  await expect(findTableRow(page, 'Q7 from before')).toBeVisible()
})

test(
  'a buyer keeps a list, and pays once the link is opened on another device',
  { tag: '@full' },
  async ({ page, server, baseURL, secondContext }) => {
    const seller = await buildPerson(server.ctx, { account: 'seller' })
    const carID = await buildCar(server.ctx, seller.id)
    const { email } = await newAccount(baseURL!, 'buyer', 'Bo Buyer', { emailVerified: false })
    await signInTo(page, '/dashboard/overview', email)
    await expect(noticeOf(page)).toContainText('you can’t pay for a car')

    await navigateInApp(page, `/car/${carID}`)
    await page.getByRole('button', { name: /^Buy/ }).click()
    await page.getByLabel('Phone number').fill('555-0111')
    await page.getByLabel('Meeting place').fill('Station')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /list|buy/i })
      .click()
    await expect(page.getByText('successfully added to purchaseList')).toBeVisible()
    await navigateInApp(page, '/dashboard')
    await findTableRow(page, 'A4 Avant')
      .getByRole('link', { name: /Pay now/ })
      .click()
    const notice = noticeOf(page)
    await expect(notice).toContainText('we can’t hold the car for you')
    await expect(payButton(page)).toHaveCount(0)

    await notice.getByRole('button', { name: 'I’ve confirmed it' }).click()
    await expect(notice.getByRole('status')).toContainText('Not confirmed yet')
    await notice.getByRole('button', { name: 'Resend link' }).click()
    await expect(notice.getByRole('status')).toContainText('We sent the link')

    // Otherwise, the page's automatic check could notice the confirmation before the click.
    const releaseLookup = await delayCalls(page, /accounts:lookup/)
    await confirm(await (await secondContext()).newPage(), baseURL!, email)
    await notice.getByRole('button', { name: 'I’ve confirmed it' }).click()
    releaseLookup()
    await expect(page.getByText('Your email address is confirmed')).toBeVisible()
    await expect(page.getByText('Held for you until')).toBeVisible()
    await expect(payButton(page)).toBeVisible()
  },
)

test(
  'a seller’s unconfirmed new address blocks purchases with a reason and hides contacts; cars stay listed',
  { tag: '@full' },
  async ({ page, server, baseURL, secondContext }) => {
    const seller = await buildPerson(server.ctx, { account: 'seller', full_name: 'Moved Away' })
    const carID = await buildCar(server.ctx, seller.id, { contact: '555-4242' })
    const buyer = await buildPerson(server.ctx)
    const itemID = await buildPurchase(server.ctx, buyer.id, carID)
    await useToken(page.context(), buyer.token)
    await page.goto(`/car/${carID}`)
    await expect(page.getByText('555-4242')).toBeVisible()

    const sendIdToken = (emailVerified: boolean) =>
      fetch(`${baseURL}/api/users/me/email`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${createIdToken({ ...seller, emailVerified })}` },
      })
    await sendIdToken(false)
    await expect(page.getByText('555-4242')).toBeHidden()
    await expect(page.getByText(seller.email)).toBeHidden()
    await expect(page.getByText('Their contact details show here once')).toBeVisible()
    await expect(page.getByText('You can add the car to your list and pay once they have')).toBeVisible()
    await navigateInApp(page, `/dashboard/payment/${itemID}`)
    await expect(page.getByText('This car can’t be paid for yet')).toBeVisible()

    const sellersContext = await secondContext()
    await useToken(sellersContext, seller.token)
    const sellers = await sellersContext.newPage()
    await sellers.goto(`${baseURL}/dashboard/mycars`)
    await expect(noticeOf(sellers)).toContainText('those that are listed can’t be paid for')
    await expect(findTableRow(sellers, 'A4 Avant')).toContainText('In stock')
    for (const path of ['managecars', 'changes']) {
      await navigateInApp(sellers, `${baseURL}/dashboard/${path}`)
      await expect(noticeOf(sellers)).toContainText('Until then, you can’t')
    }
    await navigateInApp(sellers, `${baseURL}/dashboard/account`)
    await expect(sellers.getByRole('region', { name: 'Email address' })).toContainText(
      'no one can see how to reach you',
    )
    await navigateInApp(sellers, `${baseURL}/car/${carID}`)
    await expect(sellers.getByText('Your listing', { exact: true })).toBeVisible()

    await sendIdToken(true)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Held for you until')).toBeVisible()
  },
)

test(
  'each list of users shows admins whether addresses are confirmed',
  { tag: '@full' },
  async ({ page, server }) => {
    const admin = await buildPerson(server.ctx, { role: 'admin', full_name: 'Ada Admin' })
    for (const account of ['buyer', 'seller'] as const) {
      await buildPerson(server.ctx, { account, full_name: `Sure ${account}` })
      await buildPerson(server.ctx, { account, full_name: `Doubtful ${account}`, email_verified: 0 })
    }
    await useToken(page.context(), admin.token)
    for (const [path, account] of [
      ['/dashboard/allusers', 'buyer'],
      ['/dashboard/allsellers', 'seller'],
      ['/dashboard/allbuyers', 'buyer'],
    ] as const) {
      await navigateInApp(page, path)
      await expect(findTableRow(page, `Doubtful ${account}`)).toContainText('Email unconfirmed')
      await expect(findTableRow(page, `Sure ${account}`)).toContainText('Email confirmed')
    }
  },
)

test(
  'a typed address is tidied visibly, and an address that is actually invalid is rejected',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { email, password } = await newAccount(baseURL!, 'buyer', 'Anna Address')
    await page.goto('/register')
    const address = page.getByLabel('Email')
    for (const [typed, normalized] of [
      ['Anna@Example.com ', 'anna@example.com'],
      ['  ANNA@example.com', 'anna@example.com'],
    ] as const) {
      await address.fill(typed)
      await address.blur()
      await expect(address).toHaveValue(normalized)
      await expect(page.getByText('Please check the Email')).toBeHidden()
    }
    for (const typed of [
      '\u212aim@example.com',
      'k\u0131m@example.com',
      '\u0430nna@example.com',
      'anna @example.com',
      'anna@',
    ]) {
      await address.fill(typed)
      await address.blur()
      await expect(page.getByText('Please check the Email')).toBeVisible()
      await expect(address).toHaveValue(typed)
    }

    await navigateInApp(page, '/login')
    await page.getByLabel('Password').fill(password)
    await address.fill(` ${email.toUpperCase()}`)
    await address.press('Enter')
    await expect(page.getByText('Login in success')).toBeVisible()
  },
)
