import type { Page } from '@playwright/test'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { pressPopupKey } from '../support/popup-keys.ts'
import {
  recordRequestPaths,
  choose,
  readColumnHeaders,
  expectToFit,
  failDeleting,
  findTableRow,
  undo,
} from './dashboard-steps.ts'
import { listCar, newAdmin, payFor, putOnList, createUniqueModel } from './market.ts'

async function enterAsAdmin(page: Page, baseURL: string) {
  const admin = await newAdmin(baseURL)
  await useToken(page.context(), admin.token)
  return admin
}

test('all users: Make Admin asks first, once, and a deletion asks for the address', async ({
  page,
  baseURL,
}) => {
  await enterAsAdmin(page, baseURL!)
  const person = await newAccount(baseURL!, 'buyer', 'Robin Vale')
  await page.goto('/dashboard/allusers')
  const row = findTableRow(page, person.email)
  await expect(row).toContainText(`Robin Vale${person.email}Email confirmedbuyeruser`)
  expect(await readColumnHeaders(page)).toEqual(['Name', 'Email', 'Account', 'Role', 'Actions'])

  await test.step('Make Admin explains its effect, and a double-click sends one request', async () => {
    const calls = recordRequestPaths(page, 'PUT', /\/api\/users\/admin\//)
    const makeAdminButton = row.getByRole('button', { name: 'Make Admin: Robin Vale' })
    const question = page.getByRole('alertdialog', { name: 'Make Robin Vale an admin?' })
    await makeAdminButton.click()
    await expect(question).toContainText('They can refund payments, delete users, and make admins.')
    await pressPopupKey(question, 'Enter')
    await expect(question).toBeHidden()
    expect(calls).toHaveLength(0)
    await makeAdminButton.click()
    await question.getByRole('button', { name: 'Make Admin' }).dblclick()
    await expect(page.getByText('Created an admin', { exact: true })).toBeVisible()
    await expect(row).toContainText('admin')
    await expect(row.getByRole('button', { name: /^Make Admin/ })).toHaveCount(0)
    expect(calls).toHaveLength(1)
  })

  await test.step('Undo revokes the role', async () => {
    await undo(page, 'Created an admin')
    await expect(page.getByText('Robin Vale is no longer an admin')).toBeVisible()
    await expect(row.getByRole('button', { name: /^Make Admin/ })).toBeVisible()
  })

  await test.step('deleting requires the typed address, and sends one request', async () => {
    const calls = recordRequestPaths(page, 'DELETE', /\/api\/users\//)
    await choose(page, row, 'Delete')
    const question = page.getByRole('alertdialog', { name: 'Delete Robin Vale?' })
    const confirm = question.getByRole('button', { name: 'Delete user' })
    await expect(confirm).toBeDisabled()
    await question.getByRole('textbox').fill('Robin Vale')
    await expect(confirm).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(row).toBeVisible()
    await choose(page, row, 'Delete')
    await question.getByRole('textbox').fill(person.email)
    await confirm.dblclick()
    await expect(page.getByText('Successfully deleted Robin Vale')).toBeVisible()
    await expect(row).toHaveCount(0)
    expect(calls).toHaveLength(1)
  })

  await test.step('admins cannot delete themselves or remove their own role', async () => {
    const self = page.getByRole('row').filter({ hasText: 'You' })
    await expect(self).toHaveCount(1)
    await expect(self.getByRole('button')).toHaveCount(0)
  })
})

test(
  'all sellers and all buyers: an admin verifies with a badge and deletes by name',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    await enterAsAdmin(page, baseURL!)
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    await page.goto('/dashboard/allsellers')
    const row = findTableRow(page, seller.email)
    await expect(row).toContainText('Not verified')
    await expect(findTableRow(page, buyer.email)).toHaveCount(0)
    const question = page.getByRole('alertdialog')
    await choose(page, row, 'Make Verified')
    await expect(question).toContainText('Buyers see “Verified” on their cars')
    await expect(question).not.toContainText('isn’t confirmed')
    await question.getByRole('button', { name: 'Make Verified' }).click()
    await expect(page.getByText('Sam Seller is now a verified seller')).toBeVisible()
    await expect(row.getByText('Verified', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row).toContainText('Not verified')
    await choose(page, row, 'Make Verified')
    await question.getByRole('button', { name: 'Make Verified' }).click()
    await choose(page, row, 'Remove verification')
    await question.getByRole('button', { name: 'Remove verification' }).click()
    await expect(row).toContainText('Not verified')
    await choose(page, row, 'Delete')
    await question.getByRole('textbox').fill(seller.email)
    await question.getByRole('button', { name: 'Delete user' }).click()
    await expect(page.getByText('Successfully deleted Sam Seller')).toBeVisible()
    await expect(row).toHaveCount(0)

    await navigateInApp(page, '/dashboard/allbuyers')
    await expect(findTableRow(page, buyer.email)).toContainText('Bea Buyer')
    expect(await readColumnHeaders(page)).toEqual(['Name', 'Email', 'Actions'])
    // Every new account is a buyer account, including the account of the admin who is signed in.
    await expect(findTableRow(page, buyer.email).getByText('Admin', { exact: true })).toHaveCount(0)
    await expect(
      page.getByRole('row').filter({ hasText: 'You' }).getByText('Admin', { exact: true }),
    ).toBeVisible()
    await findTableRow(page, buyer.email).getByRole('button', { name: 'Delete Bea Buyer' }).click()
    await question.getByRole('textbox').fill(buyer.email)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Successfully deleted Bea Buyer')).toBeVisible()
    await expect(findTableRow(page, buyer.email)).toHaveCount(0)
  },
)

test('users without the admin role cannot access either list', async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  await useToken(page.context(), token)
  for (const name of ['allsellers', 'allbuyers']) {
    await navigateInApp(page, `/dashboard/${name}`)
    await expect(page.getByRole('alert')).toContainText('You don’t have access')
    await expect(page.getByRole('table')).toHaveCount(0)
    await expect(page.locator('.toast')).toHaveCount(0)
    await expect(page).toHaveURL(`/dashboard/${name}`)
  }
})

test('all cars: matches the specification’s table, advertises a car, deletes and restores it', async ({
  page,
  baseURL,
}) => {
  test.slow()
  await enterAsAdmin(page, baseURL!)
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const car = await listCar(baseURL!, seller.token)
  await page.goto('/dashboard/managecars')
  const row = findTableRow(page, car.modelName)
  // The price may have a label, depending on the cars of other tests.
  await expect(row).toContainText('In stock$24,900')
  await expect(row).toContainText(`today${seller.email}555-0100`)
  expect(await readColumnHeaders(page)).toEqual([
    'Model Name',
    'Availability',
    'Resell Price',
    'Listed',
    'Seller Email',
    'Seller Contact',
    'Actions',
  ])

  await choose(page, row, 'Advertise Now')
  await expect(page.getByText(`${car.modelName} is now advertised on the home page`)).toBeVisible()
  await expect(row).toContainText('Advertised')
  const home = await page.context().newPage()
  await home.goto('/')
  await home.getByRole('heading', { name: 'Advertised cars' }).scrollIntoViewIfNeeded()
  const card = home
    .getByRole('group', { name: 'Advertised cars' })
    .getByRole('article', { name: car.modelName })
  await expect(card).toBeAttached()
  await choose(page, row, 'Stop advertising')
  await expect(page.getByText(`${car.modelName} is no longer advertised`)).toBeVisible()
  await home.reload()
  await home.getByRole('heading', { name: 'Advertised cars' }).scrollIntoViewIfNeeded()
  await expect(home.getByRole('region', { name: 'Advertised cars' })).toBeVisible()
  await expect(card).toHaveCount(0)

  await failDeleting(page, row, /\/api\/allCars\//, () => choose(page, row, 'Delete'))
  await choose(page, row, 'Delete')
  await expect(page.getByText(`${car.modelName} deletion successfull`)).toBeVisible()
  await expect(row).toHaveCount(0)
  await undo(page, 'deletion successfull')
  await expect(row).toContainText('In stock')

  await test.step('a car without a seller email shows the specification’s text', async () => {
    await page.route('**/api/allCars*', async (route) => {
      const response = await route.fetch()
      const cars = ((await response.json()) as { sellerEmail?: string }[]).map(
        ({ sellerEmail: _left, ...otherFields }) => otherFields,
      )
      await route.fulfill({ response, json: cars })
    })
    await page.reload()
    await expect(row).toContainText('not privided')
  })
})

test(
  'a row’s menu stays in place while other updates move the list',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    await enterAsAdmin(page, baseURL!)
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const car = await listCar(baseURL!, seller.token)
    await page.goto('/dashboard/managecars')
    await findTableRow(page, car.modelName)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    const menu = page.getByRole('menu')
    const isAtRest = (menu: Element) =>
      !menu.hasAttribute('data-starting-style') && menu.getAnimations().length === 0
    await expect.poll(() => menu.evaluate(isAtRest)).toBe(true)
    const entry = page.getByRole('menuitem', { name: 'Advertise Now' })
    await entry.hover()
    const before = await entry.boundingBox()
    const newerCar = await listCar(baseURL!, seller.token)
    await expect(page.getByText(newerCar.modelName)).toBeVisible()
    expect(await entry.boundingBox()).toEqual(before)
    await entry.click()
    await expect(page.getByText(`${car.modelName} is now advertised on the home page`)).toBeVisible()
  },
)

test(
  'all reports: shows payment status, supports review, decision, deletion, and undo',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    test.slow()
    await enterAsAdmin(page, baseURL!)
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    const [car, sold] = [await listCar(baseURL!, seller.token), await listCar(baseURL!, seller.token)]
    for (const { _id } of [sold, car]) {
      const report = { reportedItemInfo: { _id }, reason: 'scam', note: 'Asks for cash.' }
      await apiCall(baseURL!, 'POST', '/report', buyer.token, report)
    }
    await payFor(baseURL!, buyer.token, await putOnList(baseURL!, buyer.token, sold._id))
    await page.goto('/dashboard/reports')
    const row = findTableRow(page, car.modelName)
    await expect(row).toContainText(`$24,900${seller.email}not paidScamAsks for cash.by Bea Buyer`)
    await expect(findTableRow(page, sold.modelName).getByText('paid', { exact: true })).toBeVisible()
    const [{ _id: reportId }, { _id: earlierId }] = await apiCall<[{ _id: string }, { _id: string }]>(
      baseURL!,
      'GET',
      `/reports/${buyer.email}`,
      buyer.token,
    )
    await test.step('a link to a report beyond the first page opens it', async () => {
      const isReportList = (url: URL) => url.pathname === '/api/reports'
      await page.route(isReportList, (route) => {
        const url = new URL(route.request().url())
        url.searchParams.set('limit', '1')
        return route.continue({ url: url.href })
      })
      const listRequests = recordRequestPaths(page, 'GET', /\/api\/reports$/)
      await page.goto(`/dashboard/reports?open=${earlierId}`)
      await expect(page.getByRole('dialog', { name: `Review report: ${sold.carName}` })).toBeVisible()
      expect(listRequests.length).toBeGreaterThan(1)
      await page.unroute(isReportList)
    })
    // Other tests report other sellers' cars at the same time.
    await page.route(
      (url) => url.pathname === '/api/reports',
      (route) => {
        const url = new URL(route.request().url())
        url.searchParams.set('seller', seller.email)
        return route.continue({ url: url.href })
      },
    )
    await test.step('a link to a report opens it only once', async () => {
      await page.goto(`/dashboard/reports?open=${reportId}`)
      await pressPopupKey(page.getByRole('dialog', { name: `Review report: ${car.carName}` }), 'Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page).toHaveURL('/dashboard/reports')
      await navigateInApp(page, '/dashboard/reports?open=gone')
      await expect(page.getByText('That item is no longer in this list')).toBeVisible()
    })

    const review = (name: string) => page.getByRole('dialog', { name: `Review report: ${name}` })
    const dialog = review(car.carName)

    await test.step('the review shows the claim, the listing, and the seller’s other reports', async () => {
      await choose(page, row, 'Review')
      await expect(dialog.getByRole('region', { name: 'The report' })).toContainText(
        `ScamOpenAsks for cash.Reported by Bea Buyer on `,
      )
      await expect(dialog.getByRole('link', { name: car.carName })).toHaveAttribute('href', `/car/${car._id}`)
      await expect(dialog).toContainText('In stock$24,900')
      const otherReports = dialog.getByRole('region', { name: 'Other reports on this seller' })
      await expect(otherReports).toContainText('1 other report')
      await expect(otherReports.getByRole('listitem')).toHaveText(`Scam: ${sold.carName}Open`)
      await expect(dialog.getByRole('radio').first()).toBeFocused()
      for (const size of [
        { width: 320, height: 568 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize(size)
        await expect(dialog.getByRole('heading').first()).toBeInViewport({ ratio: 1 })
        await expect(dialog.getByRole('button', { name: 'Save decision' })).toBeInViewport({ ratio: 1 })
      }
      await page.setViewportSize({ width: 1280, height: 720 })
      await dialog.getByLabel('Note').click()
      await expect(dialog.getByText('Choose Uphold or Dismiss.')).toHaveCount(0)
    })

    await test.step('J and K move between open reports without losing typed input', async () => {
      await dialog.getByLabel('Note').fill('jk: we spoke to them.')
      await dialog.getByRole('radio').first().focus()
      await page.keyboard.press('j')
      await expect(review(sold.carName)).toBeVisible()
      await expect(review(sold.carName).getByRole('radio').first()).toBeFocused()
      await page.keyboard.press('k')
      await expect(dialog.getByLabel('Note')).toHaveValue('jk: we spoke to them.')
    })

    await test.step('another admin’s decision is shown and remains until changed', async () => {
      const otherAdmin = await newAdmin(baseURL!)
      const decide = (body: object) =>
        apiCall(baseURL!, 'PUT', `/reports/${reportId}`, otherAdmin.token, body)
      await decide({ state: 'upheld', note: 'They told us.' })
      await expect(dialog.getByRole('region', { name: 'The report' })).toContainText('ScamUpheld')
      await expect(dialog.getByLabel('Note')).toHaveValue('jk: we spoke to them.')
      await page.keyboard.press('Escape')
      const typed = page.getByRole('alertdialog', { name: 'You have unsaved changes' })
      await typed.getByRole('button', { name: 'Leave' }).click()
      await choose(page, row, 'Change decision')
      await expect(dialog.getByLabel('Note')).toHaveValue('They told us.')
      await decide({ state: 'upheld', note: 'They told us twice.' })
      await expect(dialog.getByLabel('Note')).toHaveValue('They told us twice.')
      await pressPopupKey(dialog, 'Escape')
      await decide({ state: 'open', note: '' })
      await expect(row).toContainText('Open')
      await choose(page, row, 'Review')
      await expect(dialog.getByLabel('Note')).toHaveValue('jk: we spoke to them.')
    })

    await test.step('upholding with takedown is one request, notifies the reporter, and has one Undo', async () => {
      await dialog.getByRole('button', { name: 'Save decision' }).click()
      await expect(dialog.getByText('Choose Uphold or Dismiss.')).toBeVisible()
      await dialog.getByRole('radio', { name: 'Uphold and take the listing down' }).check()
      const calls = recordRequestPaths(page, 'PUT', /\/api\/reports\//)
      await dialog.getByRole('button', { name: 'Save decision' }).dblclick()
      await expect(page.getByText('Report upheld, 1 listing taken down')).toBeVisible()
      await expect(row).toContainText('Upheldjk: we spoke to them.')
      expect(calls).toHaveLength(1)
      const [notification] = await apiCall<{ body: string }[]>(baseURL!, 'GET', '/messages', buyer.token)
      expect(notification!.body).toContain('the listing was taken down.')
      const isListed = async () => (await fetch(`${baseURL}/api/cars/${car._id}`)).ok
      expect(await isListed()).toBe(false)
      await undo(page, 'taken down')
      await expect(page.getByText('The listing is back')).toBeVisible()
      await expect(row).toContainText('Open')
      expect(await isListed()).toBe(true)
    })

    await failDeleting(page, row, /\/api\/myPurchaseList\//, () => choose(page, row, 'Delete'))
    await choose(page, row, 'Delete')
    await expect(page.getByText('deletion successfull', { exact: true })).toBeVisible()
    await expect(row).toHaveCount(0)
    await undo(page, 'deletion successfull')
    await expect(row).toBeVisible()
  },
)

test('a refund requires a reason, is sent once, and shows in payments, audit log, list, and receipt', async ({
  page,
  baseURL,
  secondContext,
}) => {
  test.slow()
  const admin = await enterAsAdmin(page, baseURL!)
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  const car = await listCar(baseURL!, seller.token)
  const item = await putOnList(baseURL!, buyer.token, car._id)
  const transactionID = await payFor(baseURL!, buyer.token, item)
  await page.goto('/dashboard/payments')
  const row = findTableRow(page, transactionID)
  await expect(row).toContainText(car.modelName)
  await expect(row).toContainText(`$24,900${buyer.email}${seller.email}`)
  await row.getByRole('button', { name: `Refund: ${car.carName}` }).click()
  const dialog = page.getByRole('dialog', { name: `Refund ${car.carName}` })
  await dialog.getByLabel('Amount in dollars').fill('24,901')
  await dialog.getByRole('button', { name: 'Refund $24,901' }).click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await expect(dialog.getByText('Enter an amount from $0.01 to $24,900.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The spare wheel was missing.')
  await dialog.getByLabel('Amount in dollars').fill('400.50')
  await expect(dialog.getByText('A partial refund. The sale stands.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Refund $400.50' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('$400.50 refunded')

  await row.getByRole('button', { name: `Refund: ${car.carName}` }).click()
  await expect(dialog.getByText('The full remaining amount. This ends the sale.')).toBeVisible()
  const refund = dialog.getByRole('button', { name: 'Refund $24,499.50' })
  await dialog.getByLabel('Reason').fill('')
  await refund.click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The car was not there.')
  const calls = recordRequestPaths(page, 'POST', /\/refund$/)
  await refund.dblclick()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('refundedThe car was not there.', { timeout: 20_000 })
  await expect(row.getByRole('button')).toHaveCount(0)
  expect(calls).toHaveLength(1)

  await navigateInApp(page, '/dashboard/audit')
  await expect(findTableRow(page, admin.email).filter({ hasText: 'The car was not there.' })).toBeVisible()

  const userContext = await secondContext()
  await useToken(userContext, buyer.token)
  const buyerPage = await userContext.newPage()
  await buyerPage.goto('/dashboard')
  await expect(findTableRow(buyerPage, car.modelName)).toContainText('refunded')
  await buyerPage.getByRole('link', { name: `Receipt for ${car.carName}` }).click()
  await expect(buyerPage.getByRole('main')).toContainText(/Refunded.{1,2}24,900\.00/)

  await navigateInApp(page, '/dashboard/managecars')
  await choose(page, findTableRow(page, car.modelName), 'Relist after refund')
  await expect(findTableRow(page, car.modelName)).toContainText('In stock')
})

test(
  'an admin’s lists fit the longest names and addresses on the smallest screen',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    test.slow()
    await enterAsAdmin(page, baseURL!)
    const seller = await newAccount(baseURL!, 'seller', 'S'.repeat(100), {
      mailbox: 'l'.repeat(50),
    })
    const car = await listCar(baseURL!, seller.token, { modelName: createUniqueModel('W'.repeat(100)) })
    const buyer = await newAccount(baseURL!, 'buyer', 'B'.repeat(100), {
      mailbox: 'm'.repeat(50),
    })
    await apiCall(baseURL!, 'POST', '/report', buyer.token, {
      reportedItemInfo: { _id: car._id },
      note: 'N'.repeat(500),
    })
    await payFor(baseURL!, buyer.token, await putOnList(baseURL!, buyer.token, car._id))
    await page.route('**/api/allCars*', async (route) => {
      const response = await route.fetch()
      const cars = (await response.json()) as { postedAt: string }[]
      cars[0]!.postedAt = new Date(Date.now() - 330 * 86_400_000).toISOString()
      await route.fulfill({ response, json: cars })
    })
    for (const name of ['allsellers', 'allbuyers', 'managecars', 'reports', 'payments', 'audit', 'overview'])
      await expectToFit(page, `/dashboard/${name}`)
    await expectToFit(page, '/dashboard/allusers')
    await choose(page, findTableRow(page, buyer.email), 'Delete')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toBeVisible()
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  },
)
