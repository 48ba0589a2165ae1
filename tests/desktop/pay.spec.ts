import type { Page } from '@playwright/test'
import { listCar, payFor, putOnList } from '../e2e/market.ts'
import { apiCall, newAccount } from '../support/e2e.ts'
import { expect, test } from './desktop-test.ts'
import { readOpenedAddresses, captureExternalUrls } from './outside.ts'
import { signInAs } from './steps.ts'

// The test starts a console, buys a car, and pays.
test.slow()

test('Pay now opens the web’s payment page, and the console shows the completed payment', async ({
  start,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { _id: carId, modelName: model } = await listCar(baseURL!, seller.token)
  const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  const item = await putOnList(baseURL!, buyer.token, carId)
  const { app, page, options } = await start()
  await captureExternalUrls(app)
  await signInAs(page, buyer.email)
  await page.getByRole('link', { name: 'My PurchaseList' }).click()
  const row = page.getByRole('row', { name: new RegExp(model) })
  await row.getByRole('link', { name: /Pay now/ }).click()

  await page.getByRole('button', { name: 'Pay in browser' }).click()
  await expect
    .poll(() => readOpenedAddresses(app))
    .toEqual([`${options.apiOrigin}/dashboard/payment/${item._id}`])
  expect(await page.locator('iframe').count()).toBe(0)

  const transactionID = await payFor(baseURL!, buyer.token, item)
  await expect(page.getByText(transactionID)).toBeVisible({ timeout: 30_000 })
  await test.step('the calendar file contains the deal’s web address', async () => {
    const deal = `/deals/${item._id}`
    const times = [new Date(Date.now() + 86_400_000).toISOString()]
    await apiCall(baseURL!, 'PUT', `${deal}/handover`, seller.token, { times })
    await apiCall(baseURL!, 'PUT', `${deal}/handover`, buyer.token, { accept: times[0] })
    await page.getByRole('link', { name: 'See your deal' }).click()
    await keepSavedText(page)
    await page.getByRole('button', { name: 'Add to calendar' }).click()
    const address = `Deal: ${options.apiOrigin}/dashboard${deal}`
    // The calendar file folds long lines, so they are unfolded first.
    await expect.poll(async () => (await savedText(page)).replaceAll('\r\n ', '')).toContain(address)
  })
  await page.getByRole('link', { name: 'My PurchaseList' }).first().click()
  await expect(page.getByRole('row', { name: new RegExp(model) })).toContainText(/paid/i)
})

/** Stores the content of the next file that the page saves. */
async function keepSavedText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const create = URL.createObjectURL
    URL.createObjectURL = (file: Blob) => {
      void file.text().then((text) => (document.body.dataset.saved = text))
      return create(file)
    }
  })
}

function savedText(page: Page): Promise<string> {
  return page.evaluate(() => document.body.dataset.saved ?? '')
}
