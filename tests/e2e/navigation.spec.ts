import type { Page } from '@playwright/test'
import { pages } from '../../contract/pages.ts'
import { expect, newAccount, test, useToken } from '../support/e2e.ts'
import { goOnline } from '../support/go-online.ts'
import { pressPopupKey } from '../support/popup-keys.ts'
import { newAdmin } from './market.ts'
import { logOut, signIn } from './steps.ts'

test('a link to a section of the home page opens there', async ({ page }) => {
  await page.goto('/#car-category')
  await expect(page.locator('#car-category')).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
})

test('the specification’s other addresses of a category redirect to it', async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  await useToken(page.context(), token)
  for (const address of ['/category/BMW', '/category?category_name=BMW']) {
    await page.goto(address)
    await expect(page).toHaveURL('/cars/BMW')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('BMW')
  }
})

test('an unknown URL shows the error page, with a link to the home page', async ({ page }) => {
  const response = await page.goto('/no/such/page')
  expect(response!.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible()
  await expect(page.getByText('Sorry, an unexpected error has occurred.')).toBeVisible()
  await page.getByRole('link', { name: 'go to home' }).click()
  await expect(page).toHaveURL('/')
})

test('the title follows navigation, forward and back', async ({ page, baseURL }) => {
  await useToken(page.context(), (await newAdmin(baseURL!)).token)
  await page.goto(pages.audit.path)
  await expect(page).toHaveTitle(new RegExp(pages.audit.title))
  await menuOf(page).getByRole('link', { name: 'Notifications' }).click()
  await expect(page).toHaveTitle(/Notifications/)
  await page.goBack()
  await expect(page).toHaveTitle(new RegExp(pages.audit.title))
})

test('a page with code removed by a deployment reloads', async ({ page }) => {
  await page.goto('/reviews')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let isFresh = false
  page.on('request', (request) => (isFresh ||= request.isNavigationRequest()))
  await page.route('**/assets/BlogsPage*', (route) =>
    isFresh ? route.continue() : route.fulfill({ status: 404 }),
  )
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to our Blogs' })).toBeVisible()
  expect(isFresh).toBe(true)
})

test(
  'a page that fails to load while the server is down shows an error without reloading',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/reviews')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const blogs = page.getByRole('banner').getByRole('link', { name: 'Blogs' })
    await expect(blogs).toBeEnabled()
    await page.route('**/*', (route) => route.abort('connectionrefused'))
    await blogs.click()
    await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible()
    await page.unroute('**/*')
    await page.getByRole('button', { name: 'Reload this page' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome to our Blogs' })).toBeVisible()
  },
)

test('focus moves to the new page, so that Tab and a screen reader continue there', async ({ page }) => {
  await page.goto('/blogs')
  await expect(page.getByRole('heading', { name: 'Welcome to our Blogs' })).toBeVisible()
  const footer = page.getByRole('navigation', { name: 'Footer' })
  await footer.getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/terms')
  await expect(page.getByRole('main')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('signing out in one window signs the other out, and signing in signs it in', async ({
  page,
  baseURL,
  context,
}) => {
  const { email } = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  await page.goto('/login')
  await signIn(page, email)
  await expect(page).toHaveURL('/')
  const otherPage = await context.newPage()
  await otherPage.goto('/my-reviews')
  await expect(otherPage.getByRole('heading', { name: 'No reviews added so far' })).toBeVisible()
  await logOut(page)
  await expect(otherPage).toHaveURL('/login')
  await expect(otherPage.getByRole('button', { name: /^Account of/ })).toHaveCount(0)
  await page.goto('/login')
  await signIn(page, email)
  await expect(page.getByText('Login in success')).toBeVisible()
  await expect(otherPage.getByRole('button', { name: /^Account of/ })).toBeVisible()
})

test('a page that cannot load its code offline loads once the network returns', async ({
  page,
  baseURL,
  context,
}) => {
  await useToken(context, (await newAccount(baseURL!, 'buyer', 'Bea Buyer')).token)
  await page.goto('/dashboard')
  const open = (name: string) => menuOf(page).getByRole('link', { name, exact: true }).click()
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  await expect(title('My PurchaseList')).toBeVisible()
  await context.setOffline(true)
  await open('Notifications')
  await expect(page.getByText('This page didn’t load. Check your connection.')).toBeVisible()
  await open('Account')
  await expect(title('Oops!')).toBeVisible()
  await context.setOffline(false)
  await expect(title('Account')).toBeVisible()
  await open('Notifications')
  await expect(title('Notifications')).toBeVisible()
})

test(
  'a part that fails to load is retried automatically, then by a press, without a reload',
  { tag: '@full' },
  async ({ page, baseURL, context }) => {
    await useToken(context, (await newAccount(baseURL!, 'buyer', 'Bea Buyer')).token)
    // This simulates an unreachable server. No browser event announces its return.
    let isAway = true
    let bells = 0
    await page.route(/\/(AccountMenu|DialogPopup)-/, (route) => (isAway ? route.abort() : route.continue()))
    await page.route(/\/NotificationBell-/, (route) => (bells++ === 0 ? route.abort() : route.continue()))
    await page.route('**', (route) =>
      route.request().method() === 'HEAD' ? route.abort() : route.fallback(),
    )
    await page.goto('/blogs')
    const header = page.getByRole('banner')
    const retryButton = header.getByRole('button', { name: 'This didn’t load. Try again' })
    await header.getByRole('button', { name: /^Sandbox/ }).click()
    await expect(page.locator('.navigation-bar')).toBeAttached()
    await expect(retryButton).toHaveCount(1)
    await expect(header.getByLabel(/^Notifications/)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to our Blogs')
    await expect(page.getByText('This didn’t load. Check your connection.')).toBeVisible()
    await expect(page.locator('.navigation-bar')).toHaveCount(0)
    isAway = false
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await pressPopupKey(page.getByRole('dialog', { name: 'Sandbox' }), 'Escape')
    await retryButton.click()
    await expect(header.getByRole('button', { name: /^Account of/ })).toBeVisible()
    await expect(retryButton).toHaveCount(0)
  },
)

test('the page shows that it is offline, keeps the input, and continues when the network returns', async ({
  page,
  baseURL,
  context,
}) => {
  const { token } = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  await useToken(context, token)
  await page.goto('/reviews/add')
  const message = page.getByRole('textbox')
  await message.fill('The car was as described.')
  await context.setOffline(true)
  await expect(page.getByText('You’re offline')).toBeVisible()
  await page.getByRole('button', { name: 'Leave feedback' }).click()
  await expect(page).toHaveURL('/reviews/add')
  await expect(message).toHaveValue('The car was as described.')
  await goOnline(page)
  await expect(page.getByText('You’re offline')).toBeHidden()
  await page.getByRole('button', { name: 'Leave feedback' }).click()
  await expect(page.getByText('review added successfully')).toBeVisible()
  await expect(page).toHaveURL('/my-reviews')
})

test(
  'the toast host loads after an initial failure, and no input is lost',
  { tag: '@full' },
  async ({ page, baseURL, context }) => {
    await useToken(context, (await newAccount(baseURL!, 'buyer', 'Bea Buyer')).token)
    let isAway = true
    await page.route(/\/ToastHost-.*js/, (route) => (isAway ? route.abort() : route.continue()))
    await page.goto('/reviews/add')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await page.waitForEvent('requestfailed')
    isAway = false
    await page.getByRole('textbox').fill('The car was as described.')
    await page.getByRole('button', { name: 'Leave feedback' }).click()
    await expect(page.getByText('review added successfully')).toBeVisible()
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  },
)

function menuOf(page: Page) {
  return page.getByRole('navigation', { name: 'Dashboard' })
}
