import { formatDayMonthYear, formatDay, formatMonthAndDay } from '../../contract/dates.ts'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { goOnline } from '../support/go-online.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { pressPopupKey } from '../support/popup-keys.ts'
import {
  breakCalls,
  recordRequestPaths,
  readColumnHeaders,
  expectToFit,
  failDeleting,
  failInside,
  measureTableOverflow,
  NEWS,
  findTableRow,
  readSideMenu,
  undo,
  blockNews,
} from './dashboard-steps.ts'
import { listCar, newAdmin, newMarket, payFor, putOnList, createUniqueModel } from './market.ts'

const LIST = /\/api\/myPurchaseList/
/** Matches the URL of the message list, but not of the unread count. */
const MESSAGES = /\/api\/messages(\?|$)/

test('a buyer’s menu contains their lists and ends with a link to the home page', async ({
  page,
  baseURL,
}) => {
  const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  await useToken(page.context(), buyer.token)
  await page.goto('/dashboard')
  expect(await readSideMenu(page)).toEqual({
    Today: ['Dashboard', 'Notifications'],
    Buy: ['My PurchaseList', 'Saved searches', 'My Reported Items'],
    Account: ['Account'],
    'the foot': ['Back to home'],
  })

  await test.step('empty lists explain their purpose', async () => {
    await expect(page.getByText('Your purchase list is empty')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Browse cars' })).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await menu.getByRole('link', { name: 'My Reported Items' }).click()
    await expect(page.getByText('No reports yet')).toBeVisible()
    await menu.getByRole('link', { name: 'Notifications' }).click()
    await expect(page.getByText('No notifications yet')).toBeVisible()
    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByText('You’re all caught up')).toBeVisible()
    await menu.getByRole('link', { name: 'Back to home' }).click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('the purchase list', () => {
  test(
    'shows the previous price, as the card and the payment page do',
    { tag: '@full' },
    async ({ page, baseURL }) => {
      const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
      const modelName = createUniqueModel('Cheaper')
      const car = await listCar(baseURL!, seller.token, { modelName, resellPrice: '24,900' })
      const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
      const { _id } = await putOnList(baseURL!, buyer.token, car._id)
      const setPrice = (resellPrice: string) =>
        apiCall(baseURL!, 'PATCH', '/cars', seller.token, { ids: [car._id], change: { resellPrice } })
      await setPrice('22,900')
      await useToken(page.context(), buyer.token)
      const was = new RegExp(`\\$22,900\\s*was \\$24,900 until ${formatMonthAndDay(Date.now())}`)

      await page.goto('/dashboard')
      await expect(findTableRow(page, modelName)).toContainText(was)
      await page.goto(`/search?q=${encodeURIComponent(modelName)}`)
      await expect(page.getByRole('article', { name: new RegExp(modelName) })).toContainText(was)
      await page.goto(`/car/${car._id}`)
      await expect(page.locator('main')).toContainText(was)

      await test.step('shows no previous price once the original price is restored', async () => {
        await setPrice('24,900')
        await page.goto('/dashboard')
        await expect(findTableRow(page, modelName)).toContainText('$24,900')
        await expect(findTableRow(page, modelName)).not.toContainText('until')
        await setPrice('22,900')
        await expect(findTableRow(page, modelName)).toContainText(was)
      })

      await test.step('a price that the seller removes is not shown on the list', async () => {
        await setPrice('ask me')
        await page.goto('/dashboard')
        await expect(findTableRow(page, modelName)).toContainText('Price on request')
        await expect(findTableRow(page, modelName)).not.toContainText('$22,900')
        await setPrice('22,900')
        await expect(findTableRow(page, modelName)).toContainText(was)
      })

      await page.goto(`/dashboard/payment/${_id}`)
      await page.getByRole('button', { name: /^Accept/ }).click()
      await expect(page.locator('main')).toContainText(was)
    },
  )

  test(
    'shows the buyer, car, and price, and restores a deleted row',
    { tag: '@full' },
    async ({ page, baseURL }) => {
      const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
      const [paidCar, openCar] = [
        await listCar(baseURL!, seller.token),
        await listCar(baseURL!, seller.token),
      ]
      const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
      await payFor(baseURL!, buyer.token, await putOnList(baseURL!, buyer.token, paidCar._id))
      const openPurchase = await putOnList(baseURL!, buyer.token, openCar._id)
      await useToken(page.context(), buyer.token)
      await page.goto('/dashboard')

      await test.step('shows the columns of the specification', async () => {
        await expect(findTableRow(page, openCar.modelName)).toContainText('$24,900')
        expect(await readColumnHeaders(page)).toEqual([
          'Model Name',
          'Price',
          'Payment Status',
          'Name',
          'Email',
          'Actions',
        ])
        await expect(findTableRow(page, openCar.modelName)).toContainText(`Bea Buyer${buyer.email}`)
        const payNow = findTableRow(page, openCar.modelName).getByRole('link', { name: /^Pay now/ })
        await expect(payNow).toHaveAttribute('href', `/dashboard/payment/${openPurchase._id}`)
        const paid = findTableRow(page, paidCar.modelName)
        await expect(paid.getByRole('button', { name: 'paid', exact: true })).toBeDisabled()
        await expect(paid.getByRole('link', { name: /^Pay now/ })).toHaveCount(0)
      })

      await test.step('leaves a car’s name enough space next to all buttons of a row', async () => {
        const name = findTableRow(page, paidCar.modelName).getByRole('link', {
          name: paidCar.carName,
          exact: true,
        })
        await expect(findTableRow(page, paidCar.modelName).locator('.icon-button')).toHaveCount(5)
        for (const width of [1140, 1280, 1440]) {
          await page.setViewportSize({ width, height: 720 })
          const space = await name.evaluate((link) => link.parentElement!.clientWidth)
          expect(space, `at ${width}`).toBeGreaterThanOrEqual(96)
          expect(await measureTableOverflow(page), `at ${width}`).toBe(0)
        }
      })

      await test.step('a row that the server cannot delete disappears immediately and returns', () =>
        failDeleting(page, findTableRow(page, openCar.modelName), LIST, () =>
          page.getByRole('button', { name: `Delete ${openCar.carName}` }).click(),
        ))

      await test.step('a double click deletes one row, and not the row that moves up', async () => {
        const calls = recordRequestPaths(page, 'DELETE', LIST)
        await page
          .getByRole('button', { name: /^Delete / })
          .first()
          .dblclick()
        await expect(page.getByText('deletion successfull')).toBeVisible()
        await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(1)
        expect(calls).toHaveLength(1)
      })

      await test.step('Undo restores the row', async () => {
        await expect(page.getByText(`${openCar.modelName} deletion successfull`)).toBeVisible()
        await undo(page, 'deletion successfull')
        await expect(page.getByText('Restored')).toBeVisible()
        await expect(
          findTableRow(page, openCar.modelName).getByRole('link', { name: /^Pay now/ }),
        ).toBeVisible()
      })

      await test.step('the receipt can be printed', async () => {
        await page.getByRole('link', { name: `Receipt for ${paidCar.carName}` }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
        await expect(page.getByText(/^pi_/)).toBeVisible()
        const receipt = page.getByRole('main')
        await expect(receipt.locator('time')).toContainText(formatDay(new Date()))
        await expect(receipt).toContainText('Total paid$24,900.00 USD')
        await expect(receipt).toContainText(`Sam Seller, ${seller.email}`)
        await expect(receipt.getByRole('link', { name: 'Call Sam Seller' })).toHaveAttribute(
          'href',
          'tel:5550100',
        )
        await page.evaluate(() => {
          window.print = () => document.body.setAttribute('data-printed', '')
        })
        await page.getByRole('button', { name: 'Print receipt' }).click()
        await expect(page.locator('body')).toHaveAttribute('data-printed', '')
        await page.emulateMedia({ media: 'print' })
        await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeHidden()
        await expect(page.getByRole('button', { name: 'Print receipt' })).toBeHidden()
        await expect(page.getByText(/^pi_/)).toBeVisible()
      })
    },
  )

  test('shows a load error with a retry, keeps its rows offline, and catches up afterward', async ({
    page,
    context,
    baseURL,
  }) => {
    const { car, buyer } = await newMarket(baseURL!)
    const { _id } = await putOnList(baseURL!, buyer.token, car._id)
    await useToken(context, buyer.token)
    await page.route(LIST, failInside)
    await blockNews(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('alert')).toContainText('This didn’t load')
    await expect(page.getByRole('table')).toHaveCount(0)
    await page.unroute(LIST)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(findTableRow(page, car.modelName)).toBeVisible()
    await page.unroute(NEWS)

    // The component that shows messages has loaded.
    await page.getByRole('region', { name: 'Notifications', exact: true }).waitFor({ state: 'attached' })
    await context.setOffline(true)
    await expect(page.getByText('You’re offline')).toBeVisible()
    await expect(findTableRow(page, car.modelName)).toBeVisible()
    await page.getByRole('button', { name: `Delete ${car.carName}` }).click()
    await expect(page.getByText('We can’t reach Kerblight')).toBeVisible()
    await expect(findTableRow(page, car.modelName)).toBeVisible()
    // This simulates the same action on another device.
    await apiCall(baseURL!, 'DELETE', `/myPurchaseList/${_id}/${car._id}?email=${buyer.email}`, buyer.token)
    await goOnline(page)
    await expect(page.getByText('You’re offline')).toBeHidden()
    await expect(page.getByText('Your purchase list is empty')).toBeVisible()
  })
})

test.describe('My Reported Items', () => {
  test('shows the admin’s answer, links Pay now to the buyer’s unpaid item, and restores a row', async ({
    page,
    baseURL,
  }) => {
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    const admin = await newAdmin(baseURL!)
    const [listedCar, seenCar, deletedCar, soldCar] = [
      await listCar(baseURL!, seller.token),
      await listCar(baseURL!, seller.token),
      await listCar(baseURL!, seller.token),
      await listCar(baseURL!, seller.token),
    ]
    const item = await putOnList(baseURL!, buyer.token, listedCar._id)
    await putOnList(baseURL!, buyer.token, deletedCar._id)
    const reportIds: string[] = []
    for (const { _id } of [listedCar, seenCar, deletedCar, soldCar]) {
      const report = { reportedItemInfo: { _id }, reason: 'wrong price', note: 'It says less outside.' }
      const { insertedId } = await apiCall<{ insertedId: string }>(
        baseURL!,
        'POST',
        '/report',
        buyer.token,
        report,
      )
      reportIds.push(insertedId)
    }
    const otherBuyer = await newAccount(baseURL!, 'buyer', 'Otto Other')
    await payFor(baseURL!, otherBuyer.token, await putOnList(baseURL!, otherBuyer.token, soldCar._id))
    await apiCall(baseURL!, 'DELETE', `/myCars/${deletedCar._id}`, seller.token)
    await apiCall(baseURL!, 'PUT', `/reports/${reportIds[1]}`, admin.token, {
      state: 'upheld',
      note: 'Corrected.',
    })
    await useToken(page.context(), buyer.token)
    await page.goto('/dashboard/myreports')

    await expect(findTableRow(page, listedCar.modelName)).toContainText('Open')
    await expect(findTableRow(page, seenCar.modelName)).toContainText('not paid')
    await expect(findTableRow(page, seenCar.modelName)).toContainText('UpheldCorrected.')
    await expect(findTableRow(page, soldCar.modelName).getByText('paid', { exact: true })).toBeVisible()
    // The car is still on the list but no longer for sale, so there is no payment link.
    await expect(findTableRow(page, deletedCar.modelName)).toContainText('not paid')
    for (const { modelName } of [seenCar, deletedCar, soldCar])
      await expect(findTableRow(page, modelName).getByRole('link', { name: /^Pay now/ })).toHaveCount(0)

    const row = findTableRow(page, seenCar.modelName)
    const remove = () => page.getByRole('button', { name: `Delete report of ${seenCar.carName}` }).click()
    await failDeleting(page, row, LIST, remove)
    await remove()
    await expect(page.getByText('deletion successfull')).toBeVisible()
    await expect(row).toHaveCount(0)
    await undo(page, 'deletion successfull')
    await expect(row).toBeVisible()

    await findTableRow(page, listedCar.modelName)
      .getByRole('link', { name: /^Pay now/ })
      .click()
    await expect(page).toHaveURL(`/dashboard/payment/${item._id}`)
  })
})

test.describe('the payment page', () => {
  test('shows the car, price, buyer, and UTC date, regardless of the local clock', async ({
    page,
    baseURL,
  }) => {
    const { car, buyer } = await newMarket(baseURL!)
    const item = await putOnList(baseURL!, buyer.token, car._id)
    await useToken(page.context(), buyer.token)
    await page.clock.setFixedTime(Date.now() + 40 * 24 * 3600 * 1000)
    const before = formatDayMonthYear(new Date())
    await page.goto(`/dashboard/payment/${item._id}`)
    const title = `Payment for ${car.modelName} charge: $24,900`
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(new RegExp(title.replaceAll('$', '\\$')))
    const main = page.getByRole('main')
    await expect(main).toContainText(buyer.email)
    await expect(main).toContainText('555-0111')
    // The test may run past midnight.
    await expect(main).toContainText(new RegExp(`Date(${before}|${formatDayMonthYear(new Date())})`))
    await expect(page.getByRole('timer')).toHaveText(/\(1[45]:\d\d left\)/)
    await expect(page.getByRole('button', { name: 'Pay $24,900' })).toBeEnabled()
  })

  test('a car sold in another window cannot be paid for, and the page explains this', async ({
    page,
    baseURL,
  }) => {
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const car = await listCar(baseURL!, seller.token)
    const [buyer, quicker] = [
      await newAccount(baseURL!, 'buyer', 'Bea Buyer'),
      await newAccount(baseURL!, 'buyer', 'Otto Quicker'),
    ]
    await putOnList(baseURL!, buyer.token, car._id)
    await useToken(page.context(), buyer.token)
    await blockNews(page)
    await page.goto('/dashboard')
    const payNow = findTableRow(page, car.modelName).getByRole('link', { name: /^Pay now/ })
    await payNow.waitFor()
    await payFor(baseURL!, quicker.token, await putOnList(baseURL!, quicker.token, car._id))
    await payNow.click()
    await expect(page.getByRole('alert')).toContainText('This car is no longer available')
    await expect(page.getByRole('button', { name: /^Pay \$/ })).toHaveCount(0)
    await page.getByRole('link', { name: 'Back to your list' }).click()
    await expect(findTableRow(page, car.modelName)).toContainText('no longer available')
  })

  test('an item that is not on the buyer’s list shows a not-found message', async ({ page, baseURL }) => {
    const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    await useToken(page.context(), buyer.token)
    await page.goto('/dashboard/payment/AAAAAAAAAAAAAAAAAAAAAA')
    await expect(
      page.getByRole('heading', { level: 1, name: 'This isn’t on your purchase list' }),
    ).toBeVisible()
    await navigateInApp(page, '/dashboard/purchases/AAAAAAAAAAAAAAAAAAAAAA')
    await expect(
      page.getByRole('heading', { level: 1, name: 'We couldn’t find that purchase' }),
    ).toBeVisible()
  })
})

test('the overview links to rows and pending tasks, and makes no claims about unloaded data', async ({
  page,
  baseURL,
}) => {
  const { car, buyer } = await newMarket(baseURL!)
  const item = await putOnList(baseURL!, buyer.token, car._id)
  await useToken(page.context(), buyer.token)
  await page.route(LIST, failInside)
  await blockNews(page)
  await breakCalls(page, MESSAGES, 'GET')
  await page.goto('/dashboard/overview')
  const toDo = page.getByRole('region', { name: 'Needs your attention' })
  await expect(toDo.getByRole('alert')).toContainText('Some of this didn’t load')
  await expect(page.getByText('You’re all caught up')).toHaveCount(0)
  const main = page.getByRole('main')
  // The count includes notifications that have not loaded.
  await expect(main.getByRole('link', { name: 'New notifications 0' })).toBeVisible()
  await page.unroute(LIST)
  await page.unroute(MESSAGES)
  await toDo.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('link', { name: 'On your purchase list 1' })).toHaveAttribute(
    'href',
    '/dashboard',
  )
  await expect(main.getByRole('link', { name: 'Awaiting payment 1' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'My reports 0' })).toBeVisible()
  const newest = main.getByRole('region', { name: 'Recently added' })
  await expect(newest.getByRole('row').last()).toContainText('$24,900')
  await expect(newest.getByRole('row').last()).toContainText('not paid')
  await expect(newest.getByRole('link', { name: 'View my purchase list' })).toHaveAttribute(
    'href',
    '/dashboard',
  )
  await main.getByRole('link', { name: 'Pay $24,900' }).click()
  await expect(page).toHaveURL(`/dashboard/payment/${item._id}`)
})

test('the bell counts unread notifications, links each to its subject, and marks all as read', async ({
  page,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const cars = [await listCar(baseURL!, seller.token), await listCar(baseURL!, seller.token)]
  const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  await useToken(page.context(), seller.token)
  await page.goto('/dashboard/messages')
  await expect(page.getByText('No notifications yet')).toBeVisible()
  const bell = page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications')

  const items = [
    await putOnList(baseURL!, buyer.token, cars[0]!._id),
    await putOnList(baseURL!, buyer.token, cars[1]!._id),
  ]
  for (const item of items) await payFor(baseURL!, buyer.token, item)
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread', { timeout: 20_000 })
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(menu.getByRole('link', { name: 'Notifications' })).toHaveAccessibleDescription('2 unread')

  await test.step('a notification is marked as read once the server accepts it', async () => {
    const message = page.getByRole('listitem').filter({ hasText: cars[0]!.modelName })
    const readButton = message.getByRole('button', { name: /^Mark as read/ })
    await breakCalls(page, /\/api\/messages/, 'PUT')
    await readButton.click()
    await expect(page.getByText('Something went wrong on our end')).toBeVisible()
    await expect(message.getByRole('heading', { name: /^Unread: / })).toBeVisible()
    await page.unroute(/\/api\/messages/)
    await message.getByRole('link', { name: /^Open/ }).click()
    await expect(page).toHaveURL(`/dashboard/deals/${items[0]!._id}`)
    await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  })

  await test.step('all notifications are marked as read', async () => {
    await bell.click()
    const readAll = page.getByRole('button', { name: 'Mark all as read' })
    await readAll.click()
    await expect(readAll).toHaveCount(0)
    await expect(bell).toHaveAccessibleName('Notifications')
    await expect(page.getByRole('heading', { name: /^Unread/ })).toHaveCount(0)
  })
})

test(
  'on a phone, the page’s name opens the menu by touch and by keyboard',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    await useToken(page.context(), seller.token)
    await page.goto('/dashboard/overview')
    const opener = (name: string) => page.getByRole('button', { name: `${name}, dashboard menu` })
    const sheet = page.getByRole('dialog', { name: 'Dashboard' })
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toHaveCount(0)
    await opener('Dashboard').click()
    await expect(sheet.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
    await sheet.getByRole('link', { name: 'My Cars' }).click()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL('/dashboard/mycars')

    await opener('My Cars').press('Enter')
    await expect(sheet).toBeVisible()
    await pressPopupKey(sheet, 'Escape')
    await expect(sheet).toBeHidden()
    await expect(opener('My Cars')).toBeFocused()
  },
)

test('the longest names fit on the smallest screen', { tag: '@full' }, async ({ page, baseURL }) => {
  test.slow()
  const seller = await newAccount(baseURL!, 'seller', 'S'.repeat(100))
  const car = await listCar(baseURL!, seller.token, {
    modelName: createUniqueModel('W'.repeat(100)),
    selllerContact: '5'.repeat(40),
  })
  const buyer = await newAccount(baseURL!, 'buyer', 'B'.repeat(100))
  const item = await putOnList(baseURL!, buyer.token, car._id)
  await apiCall(baseURL!, 'POST', '/report', buyer.token, {
    reportedItemInfo: { _id: car._id },
    note: 'N'.repeat(500),
  })
  await payFor(baseURL!, buyer.token, item)
  await useToken(page.context(), buyer.token)
  await expectToFit(page, '/dashboard')
  await page.getByRole('button', { name: /^Delete Audi W/ }).click()
  await expect(page.getByText('deletion successfull')).toBeVisible()
  await undo(page, 'deletion successfull')
  await expect(page.getByText('Restored')).toBeVisible()
  await expectToFit(page, '/dashboard/myreports')
  await expectToFit(page, '/dashboard/overview')
  await expectToFit(page, '/dashboard/messages')
  await expectToFit(page, `/dashboard/purchases/${item._id}`)
  await expectToFit(page, `/dashboard/payment/${item._id}`)
})
