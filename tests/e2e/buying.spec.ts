import type { Locator } from '@playwright/test'
import { strings } from '../../contract/strings.ts'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { listCar, payFor, putOnList } from './market.ts'
import { fillCard, payButton } from './steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a buyer pays for a car in three presses, with the last phone number filled in', async ({
  page,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const [before, car] = await Promise.all([
    listCar(baseURL!, seller.token),
    listCar(baseURL!, seller.token, { modelName: 'A6 Press by press' }),
  ])
  const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  await putOnList(baseURL!, buyer.token, before._id)
  await useToken(page.context(), buyer.token)
  await page.setViewportSize({ width: 390, height: 844 })
  let presses = 0
  const press = (target: Locator) => target.click().then(() => (presses += 1))

  await page.goto(`/car/${car._id}`)
  await press(page.getByRole('button', { name: /^Buy/ }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Phone number')).toHaveValue('555-0111')
  await expect(dialog).toContainText(
    'Adding doesn’t hold the car. We hold it for 15 minutes once you check out.',
  )
  await dialog.getByLabel('Meeting place').fill('Station')
  await press(dialog.getByRole('button', { name: 'Pay now' }))

  await expect(page.getByText(strings.buy.success)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Payment for A6 Press by press charge/ })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`/car/${car._id}`)
  await expect(dialog).toHaveCount(0)
  await page.goForward()
  await fillCard(page, '4242 4242 4242 4242')
  await press(payButton(page))
  await expect(page.getByText('Congratulation Your payment is successfull')).toBeVisible()
  expect(presses).toBe(3)
})

test('the car’s button follows its buyer from list to receipt, and other users see each stage', async ({
  page,
  baseURL,
  secondContext,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const car = await listCar(baseURL!, seller.token, { body: 'suv' })
  const like = await listCar(baseURL!, seller.token, { body: 'suv' })
  const [buyer, rival] = await Promise.all([
    newAccount(baseURL!, 'buyer', 'Bea Buyer'),
    newAccount(baseURL!, 'buyer', 'Rob Rival'),
  ])
  await useToken(page.context(), buyer.token)
  const rivals = await secondContext()
  await useToken(rivals, rival.token)
  const [ownContext, otherPage] = [await secondContext(), await rivals.newPage()]
  await useToken(ownContext, seller.token)
  const address = `/car/${car._id}`
  await Promise.all([page.goto(address), otherPage.goto(address)])
  await expect(page.getByRole('button', { name: /^Buy this car/ })).toBeVisible()

  const item = await putOnList(baseURL!, buyer.token, car._id)
  const pay = page.getByRole('link', { name: 'On your list · Pay $24,900' })
  await expect(pay).toHaveAttribute('href', `/dashboard/payment/${item._id}`)

  const sellers = await ownContext.newPage()
  await sellers.goto('/dashboard/sales')
  const interested = sellers.getByRole('tab', { name: /^Interested/ })
  await expect(interested).toHaveAttribute('aria-selected', 'true')

  const holdRequest = { purchasedItemID: item._id, sellingPrice: item.sellingPrice }
  await apiCall(baseURL!, 'POST', '/create-payment-intent', buyer.token, holdRequest)
  await expect(page.getByRole('link', { name: /^Held for you · 1[45]:\d\d$/ })).toBeVisible()
  await expect(otherPage.getByRole('button', { name: 'Add to purchase list' })).toBeVisible()
  await expect(otherPage.getByText('Another buyer is checking out.', { exact: false })).toBeVisible()

  await payFor(baseURL!, buyer.token, item)
  await page.getByRole('link', { name: 'View receipt' }).click()
  await expect(page).toHaveURL(`/dashboard/purchases/${item._id}`)
  await expect(otherPage.getByText('This car has been sold.')).toBeVisible()
  // A tab's first entry does not move a seller away from the selected tab.
  await expect(sellers.getByRole('tab', { name: 'Paid 1' })).toBeVisible()
  await expect(interested).toHaveAttribute('aria-selected', 'true')
  await expect(otherPage.getByRole('link', { name: 'See similar cars' })).toBeVisible()
  await expect(otherPage.getByRole('button', { name: /^Buy/ })).toHaveCount(0)
  await otherPage
    .getByRole('region', { name: 'More from Sam Seller' })
    .getByRole('link', { name: like.carName })
    .click()
  await expect(otherPage).toHaveURL(`/car/${like._id}`)

  await navigateInApp(sellers, `/car/${like._id}`)
  await expect(sellers.getByText('Your listing', { exact: true })).toBeVisible()
  await sellers.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(sellers).toHaveURL(`/dashboard/mycars/${like._id}/edit`)
})

test(
  'on a phone, the price, the button, and the seller’s phone remain reachable below notices',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const car = await listCar(baseURL!, seller.token, { selllerContact: '(503) 555-0100' })
    const unnumbered = await listCar(baseURL!, seller.token, { selllerContact: 'by mail only' })
    await useToken(page.context(), (await newAccount(baseURL!, 'buyer', 'Bea Buyer')).token)
    await page.setViewportSize({ width: 390, height: 844 })
    const bar = page.locator('.buy-bar')
    await page.goto(`/car/${unnumbered._id}`)
    await expect(page.getByText('by mail only')).toBeVisible()
    await expect(page.getByRole('main').locator('[href^="tel:"]')).toHaveCount(0)
    await navigateInApp(page, `/car/${car._id}`)
    await expect(bar.getByText('$24,900')).toBeInViewport()
    await expect(bar.getByRole('link', { name: 'Call Sam Seller' })).toHaveAttribute('href', 'tel:5035550100')
    await expect(page.getByRole('heading', { name: 'How buying works' })).toBeVisible()

    await page.getByRole('button', { name: `Report ${car.carName}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Choose a reason.')
    await dialog.getByLabel('Reason').selectOption('Wrong price')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    const notice = page.getByText('reported successfull')
    await expect(notice).toBeVisible()
    const [barBox, noticeBox] = [await bar.boundingBox(), await notice.boundingBox()]
    expect(noticeBox!.y + noticeBox!.height).toBeLessThan(barBox!.y)
  },
)
