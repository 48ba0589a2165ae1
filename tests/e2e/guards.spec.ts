import type { Page } from '@playwright/test'
import { pages, type Page as ContractPage } from '../../contract/pages.ts'
import { fillPath } from '../../contract/api/paths.ts'
import { expect, newAccount, test, useToken } from '../support/e2e.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { newAdmin } from './market.ts'
import { signIn } from './steps.ts'

/** The guarded pages. Since the list comes from the contract, it includes new pages. */
const guarded = Object.values<ContractPage>(pages).filter(({ access }) => access !== 'anyone')
const forAdmins = guarded.filter(({ access }) => access === 'admin')
const forSellers = guarded.filter(({ access }) => access === 'seller-or-admin')
const params = { id: 'AAAAAAAAAAAAAAAAAAAAAA', category_name: 'Audi' }

test('each guarded page sends a stranger to sign in, and its address is remembered', async ({ page }) => {
  expect(guarded.length).toBeGreaterThan(20)
  for (const { path } of guarded) {
    const address = `${fillPath(path, params)}?from=mail#top`
    await navigateInApp(page, address)
    await expect(page, path).toHaveURL('/login')
    await expect(page.getByText('Sign in to continue. We’ll bring you right back.')).toBeVisible()
    expect(await rememberedAddress(page), path).toBe(address)
  }
})

test('signing in leads back to the page with its query, and Back does not return to the form', async ({
  page,
  baseURL,
}) => {
  const { email } = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  await page.goto('/blogs')
  await page.goto('/dashboard/messages?from=mail')
  await expect(page).toHaveURL('/login')
  await signIn(page, email)
  await expect(page).toHaveURL('/dashboard/messages?from=mail')
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/blogs')
})

for (const [account, closed] of [
  ['buyer', [...forAdmins, ...forSellers]],
  ['seller', forAdmins],
] as const)
  test(`a ${account} sees their account and the required role on each restricted page`, async ({
    page,
    baseURL,
  }) => {
    const { token } = await newAccount(baseURL!, account, 'Robin Vale')
    await useToken(page.context(), token)
    for (const { path, access } of closed) {
      await navigateInApp(page, fillPath(path, params))
      await expect(page, path).toHaveURL('/login')
      const needed = access === 'admin' ? 'admins only' : 'sellers and admins only'
      await expect(page.getByRole('status').filter({ hasText: needed }), path).toContainText(
        `You’re signed in as Robin Vale (${account}).`,
      )
      const start = page.getByRole('link', { name: 'Start selling' })
      if (access === 'seller-or-admin')
        await expect(start, path).toHaveAttribute('href', '/dashboard/account#account-type')
      else await expect(start, path).toBeHidden()
    }
    // The sign-in page stays open, although a user is signed in.
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
    await expect(page).toHaveURL('/login')
  })

test('a seller can open every page for sellers', { tag: '@full' }, async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  await useToken(page.context(), token)
  for (const { path } of forSellers) {
    const address = fillPath(path, params)
    await navigateInApp(page, address)
    await expect(
      page.getByRole('heading', { level: 1 }).or(page.getByText('We couldn’t find that')).first(),
    ).toBeVisible()
    await expect(page, path).toHaveURL(address)
  }
})

test(
  'a rejected user can sign in with the right account and then reaches the page',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    const admin = await newAdmin(baseURL!)
    await page.goto('/login')
    await signIn(page, buyer.email)
    await expect(page).toHaveURL('/')
    await page.goto('/dashboard/allusers')
    await expect(page).toHaveURL('/login')
    await signIn(page, admin.email)
    await expect(page).toHaveURL('/dashboard/allusers')
    await expect(page.getByRole('row').filter({ hasText: buyer.email })).toBeVisible()
  },
)

/** Returns the URL that signing in would lead to, from the router state in the browser history. */
function rememberedAddress(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { from } = (history.state as { usr: { from: { pathname: string; search: string; hash: string } } })
      .usr
    return from.pathname + from.search + from.hash
  })
}
