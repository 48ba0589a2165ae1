import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { findTableRow } from './dashboard-steps.ts'
import { buildModelQuery, listCar, newAdmin, newMarket, putOnList } from './market.ts'

const TYPED = 'around 20k, ask me'

test('a seller sees and edits the typed price, along with the text that buyers see', async ({
  page,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const car = await listCar(baseURL!, seller.token, { resellPrice: TYPED })
  await useToken(page.context(), seller.token)
  await page.goto('/dashboard/mycars')
  await expect(findTableRow(page, car.modelName)).toContainText(`${TYPED}Buyers see “Price on request”`)

  await navigateInApp(page, `/car/${car._id}`)
  await expect(page.getByRole('main').getByText(TYPED, { exact: true }).first()).toBeVisible()
  await expect(page.getByText('We can’t read this as a price. Try 21,500.')).toBeVisible()

  await navigateInApp(page, `/dashboard/mycars/${car._id}/edit`)
  await expect(page.getByLabel('Resell price')).toHaveValue(TYPED)
  await page.getByLabel('Resell price').fill('21,500')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(findTableRow(page, car.modelName)).toContainText('$21,500')
})

test(
  'an admin sees the price as typed in the list and on the car page',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const car = await listCar(baseURL!, seller.token, { resellPrice: TYPED })
    const admin = await newAdmin(baseURL!)
    await useToken(page.context(), admin.token)
    await page.goto('/dashboard/managecars')
    await expect(findTableRow(page, car.modelName)).toContainText(TYPED)
    await navigateInApp(page, `/car/${car._id}`)
    await expect(page.getByRole('main').getByText(TYPED, { exact: true }).first()).toBeVisible()
  },
)

for (const [price, formatted, message] of [
  [TYPED, 'Price on request', 'The seller hasn’t posted a price'],
  ['0', '$0', 'Cards can pay from $0.50 to $999,999.99'],
  ['1,000,000', '$1,000,000', 'Cards can pay from $0.50 to $999,999.99'],
] as const) {
  test(
    `an unpayable price of ${price} disables Buy with a reason on the card and on the page`,
    { tag: '@full' },
    async ({ page, baseURL }) => {
      const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
      const car = await listCar(baseURL!, seller.token, { resellPrice: price })
      const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
      await useToken(page.context(), buyer.token)
      await page.goto(`/search?${buildModelQuery(car.modelName)}`)
      const card = page.getByRole('article', { name: car.modelName })
      await expect(card.getByText(formatted, { exact: true })).toBeVisible()
      const buy = page.getByRole('button', { name: /^Buy/ })
      await expect(buy).toBeDisabled()
      await expect(buy).toHaveAccessibleDescription(new RegExp(message.replaceAll('$', '\\$')))
      await expect(card.getByText(message)).toBeVisible()

      await navigateInApp(page, `/car/${car._id}`)
      await expect(page.getByRole('main').getByText(formatted, { exact: true }).first()).toBeVisible()
      await expect(buy).toBeDisabled()
      await expect(buy).toHaveAccessibleDescription(new RegExp(message.replaceAll('$', '\\$')))
      await expect(page.getByText('around 20k')).toHaveCount(0)
    },
  )
}

test(
  'an item without a price stays listed with payment disabled and explained, and then recovers',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { seller, car, buyer } = await newMarket(baseURL!)
    const item = await putOnList(baseURL!, buyer.token, car._id)
    const report = { reportedItemInfo: { _id: car._id }, reason: 'wrong price' }
    await apiCall(baseURL!, 'POST', '/report', buyer.token, report)
    const setPrice = (resellPrice: string) =>
      apiCall(baseURL!, 'PATCH', '/cars', seller.token, { ids: [car._id], change: { resellPrice } })
    await useToken(page.context(), buyer.token)
    await page.goto('/dashboard')
    const row = findTableRow(page, car.modelName)
    await expect(row.getByRole('link', { name: /^Pay now/ })).toBeVisible()

    await setPrice(TYPED)
    await page.reload()
    await expect(row).toContainText('can’t be paid online')
    await expect(row).toContainText('The seller hasn’t posted a price')
    await expect(row.getByRole('link', { name: /^Pay now/ })).toHaveCount(0)
    await navigateInApp(page, '/dashboard/myreports')
    await expect(row).toContainText('not paid')
    await expect(row.getByRole('link', { name: /^Pay now/ })).toHaveCount(0)
    await navigateInApp(page, '/dashboard/overview')
    await expect(page.getByText('You’re all caught up')).toBeVisible()

    await navigateInApp(page, `/dashboard/payment/${item._id}`)
    await expect(page.getByRole('alert')).toContainText('This car can’t be paid for online')
    await expect(page.getByRole('alert')).toContainText('The seller hasn’t posted a price')
    await expect(page.getByText('around 20k')).toHaveCount(0)

    await setPrice('23,000')
    await expect(page.getByRole('button', { name: 'Accept $23,000' })).toBeVisible({ timeout: 20_000 })

    await test.step('every payment link shows the current price', async () => {
      await navigateInApp(page, '/dashboard')
      await expect(row.getByRole('link', { name: /^Pay now/ })).toContainText('Pay now $23,000')
      await navigateInApp(page, '/dashboard/overview')
      await expect(page.getByRole('link', { name: 'Pay $23,000' })).toBeVisible()
      await navigateInApp(page, `/car/${car._id}`)
      await expect(page.getByRole('link', { name: 'On your list · Pay $23,000' })).toBeVisible()
    })
  },
)
