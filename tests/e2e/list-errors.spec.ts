import type { Page } from '@playwright/test'
import { expect, newAccount, test, useToken } from '../support/e2e.ts'
import { goOnline } from '../support/go-online.ts'
import { failInside, NEWS, blockNews } from './dashboard-steps.ts'
import { newMarket, putOnList } from './market.ts'

/**
 * The lists from the product specification, each with a link to it in the dashboard or the header. A page
 * that comes with its list requests it only after navigation from another page.
 */
const lists = [
  { path: '/dashboard', call: /\/api\/myPurchaseList\?/, link: 'My PurchaseList' },
  { path: '/dashboard/myreports', call: /\/api\/reports\//, link: 'My Reported Items' },
  { path: '/my-reviews', call: /\/api\/reviews\?/, link: 'My reviews' },
  { path: '/reviews', call: /\/api\/reviews\/all/, link: 'Reviews', isServed: true },
] as const

const SAYS = 'Something went wrong on our end.'

for (const { path, call, link, ...list } of lists) {
  const tag = path === '/dashboard' ? [] : '@full'
  test(
    `${path} shows one toast with the reason for a failed load until it succeeds`,
    { tag },
    async ({ page, context, baseURL }) => {
      const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
      await useToken(context, buyer.token)
      await page.route(call, failInside)
      await blockNews(page)
      await page.goto('isServed' in list ? '/dashboard/account' : path)
      if ('isServed' in list) await page.getByRole('link', { name: link, exact: true }).first().click()
      await expect(toasts(page)).toHaveText([SAYS])

      await test.step('an unsuccessful retry does not repeat the toast', async () => {
        await toasts(page).getByRole('button', { name: 'Dismiss' }).click()
        await expect(page.getByRole('alert')).toContainText('This didn’t load')
        await tryAgain(page, call)
        await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
        await expect(toasts(page)).toHaveCount(0)
      })

      await test.step('after a successful load, the next failure is reported again', async () => {
        await page.unroute(call)
        await page.getByRole('button', { name: 'Try again' }).click()
        await expect(page.getByRole('alert')).toHaveCount(0)
        await page.route(call, failInside)
        await page.reload()
        await expect(toasts(page)).toHaveText([SAYS])
        await page.unroute(call)
        await page.unroute(NEWS)
      })

      await test.step('while the page shows that the user is offline, no toast repeats it', async () => {
        await page.goto('/dashboard/account')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await context.setOffline(true)
        await expect(page.getByText('You’re offline')).toBeVisible()
        await page.getByRole('link', { name: link, exact: true }).first().click()
        await expect(page.getByRole('alert')).toContainText('We can’t reach Kerblight')
        await expect(toasts(page)).toHaveCount(0)
        await goOnline(page)
        await expect(page.getByRole('alert')).toHaveCount(0)
        await expect(toasts(page)).toHaveCount(0)
      })
    },
  )
}

test('a seller’s reports also show the failure, with a default message if the response has none', async ({
  page,
  context,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  await useToken(context, seller.token)
  const json = { type: 'x', code: 'internal', status: 500, message: { text: 'oh' }, detail: {} }
  await page.route(/\/api\/reports/, (route) => route.fulfill({ status: 500, json }))
  await page.goto('/dashboard/reports')
  await expect(toasts(page)).toHaveText(['Something went wrong on our end. Try again.'])
  await expect(page.getByText('[object')).toHaveCount(0)
})

test('existing rows stay when newer rows fail to load, and a toast reports the failure', async ({
  page,
  context,
  baseURL,
}) => {
  const { car, buyer } = await newMarket(baseURL!)
  await putOnList(baseURL!, buyer.token, car._id)
  await useToken(context, buyer.token)
  await blockNews(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('row').filter({ hasText: car.modelName })).toBeVisible()
  await page.route(lists[0].call, failInside)
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await page.goBack()
  await expect(toasts(page)).toHaveText([SAYS])
  await expect(page.getByRole('row').filter({ hasText: car.modelName })).toBeVisible()
})

function toasts(page: Page) {
  return page.getByRole('region', { name: 'Notifications', exact: true }).getByRole('group')
}

async function tryAgain(page: Page, call: RegExp): Promise<void> {
  const response = page.waitForResponse(call)
  await page.getByRole('button', { name: 'Try again' }).click()
  await response
}
