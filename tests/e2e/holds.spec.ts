import type { Page } from '@playwright/test'
import { findBarriers } from '../support/axe.ts'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { buildCars, buildEmptyHold, buildPerson, buildPurchase } from '../support/factories.ts'
import { delayCalls } from '../support/delayed-calls.ts'
import { test as ownServer } from '../support/own-server.ts'
import {
  breakCalls,
  recordRequestPaths,
  readColumnHeaders,
  expectToFit,
  failInside,
  findTableRow,
  blockNews,
} from './dashboard-steps.ts'
import { listCar, newAdmin, putOnList, createUniqueModel } from './market.ts'
import { openPayment } from './steps.ts'

const HOLDS = /\/api\/holds/

async function enterAsAdmin(page: Page, baseURL: string) {
  await useToken(page.context(), (await newAdmin(baseURL)).token)
}

/** Creates a buyer whose purchase list contains a car. */
async function newBuyer(baseURL: string, names: { buyer?: string; mailbox?: string; car?: string } = {}) {
  const seller = await newAccount(baseURL, 'seller', 'Sam Seller')
  const car = await listCar(baseURL, seller.token, { modelName: createUniqueModel(names.car) })
  const { buyer: name = 'Bea Buyer', mailbox = 'buyer' } = names
  const buyer = await newAccount(baseURL, 'buyer', name, { mailbox })
  return { car, buyer, item: await putOnList(baseURL, buyer.token, car._id) }
}

/** Holds a car, like the payment page does. */
async function hold(baseURL: string, names?: Parameters<typeof newBuyer>[1]) {
  const { car, buyer, item } = await newBuyer(baseURL, names)
  const body = { purchasedItemID: item._id, sellingPrice: item.sellingPrice }
  await apiCall(baseURL, 'POST', '/create-payment-intent', buyer.token, body)
  return { car, buyer }
}

test('an admin sees a hold begin and ends it, and both pages show this', async ({
  page,
  baseURL,
  secondContext,
}) => {
  test.slow()
  const { car, buyer } = await newBuyer(baseURL!)
  await enterAsAdmin(page, baseURL!)
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Holds' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Holds' })).toBeVisible()
  const row = findTableRow(page, car.modelName)
  await expect(row).toHaveCount(0)

  const buyers = await secondContext()
  await useToken(buyers, buyer.token)
  const payment = await buyers.newPage()
  await openPayment(payment, car.modelName)
  await expect(row).toContainText('Held')
  await expect(row).toContainText(buyer.email)
  await expect(row).toContainText(/Email (un)?confirmed/)
  await expect(row).toContainText('$24,900')
  expect(await readColumnHeaders(page)).toEqual([
    'Model Name',
    'Buyer',
    'Since',
    'Until',
    'Status',
    'Actions',
  ])

  const endButton = row.getByRole('button', { name: `End hold: ${car.carName}` })
  const question = page.getByRole('alertdialog', { name: `End the hold on ${car.carName}?` })
  const calls = recordRequestPaths(page, 'DELETE', HOLDS)
  await test.step('ending a hold requires confirmation, and No changes nothing', async () => {
    await endButton.click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(row).toContainText('Held')
    expect(calls).toEqual([])
  })

  await test.step('the row waits for the response', async () => {
    const response = await delayCalls(page, HOLDS, 'DELETE')
    await endButton.click()
    await question.getByRole('button', { name: 'End hold' }).dblclick()
    await expect(endButton).toHaveAttribute('aria-busy', 'true')
    await expect(row).toContainText('Held')
    response()
    await expect(page.getByText(`Hold ended: ${car.carName}`)).toBeVisible()
    await expect(row).toHaveCount(0)
    expect(calls).toHaveLength(1)
  })

  await expect(payment.getByText('The car is no longer held for you')).toBeVisible()
  await payment.goto('/dashboard/messages')
  await expect(payment.getByText(`Your hold on the ${car.carName} has ended`).first()).toBeVisible()
  await page.goto('/dashboard/audit')
  await expect(findTableRow(page, buyer.email)).toContainText('Ended hold')
})

test(
  'a hold remains with an error message if it cannot be ended',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { car } = await hold(baseURL!)
    await enterAsAdmin(page, baseURL!)
    await page.goto('/dashboard/holds')
    await breakCalls(page, HOLDS, 'DELETE')
    const row = findTableRow(page, car.modelName)
    await row.getByRole('button', { name: /^End hold/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End hold' }).click()
    await expect(page.getByText('Something went wrong on our end.')).toBeVisible()
    await expect(row).toContainText('Held')
  },
)

test('a list of holds that does not load can be retried', { tag: '@full' }, async ({ page, baseURL }) => {
  const { car } = await hold(baseURL!)
  await enterAsAdmin(page, baseURL!)
  await page.route(HOLDS, failInside)
  await blockNews(page)
  await page.goto('/dashboard/holds')
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await page.unroute(HOLDS)
  await retry.click()
  await expect(findTableRow(page, car.modelName)).toContainText('Held')
})

test(
  'the list fits the longest names and addresses on the smallest screen',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    await hold(baseURL!, { buyer: 'B'.repeat(100), mailbox: 'm'.repeat(50), car: 'W'.repeat(100) })
    await enterAsAdmin(page, baseURL!)
    await expectToFit(page, '/dashboard/holds')
    expect(await findBarriers(page)).toEqual([])
  },
)

test('a non-admin sees no holds in the menu, and the API rejects them', async ({ page, baseURL }) => {
  for (const account of ['buyer', 'seller'] as const) {
    const { token } = await newAccount(baseURL!, account, 'Robin Vale')
    const rejected = await fetch(`${baseURL}/api/holds`, { headers: { authorization: `Bearer ${token}` } })
    expect(rejected.status).toBe(403)
    await useToken(page.context(), token)
    await page.goto('/dashboard')
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await expect(menu.getByRole('link', { name: 'Notifications' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Holds' })).toHaveCount(0)
  }
})

ownServer(
  'a first-time buyer reads when a car that others held without paying is free',
  async ({ page, server }) => {
    const { ctx } = server
    const buyer = await buildPerson(ctx)
    const { ids } = await buildCars(ctx, 1)
    for (let count = 0; count < 2; count++) await buildEmptyHold(ctx, ids[0]!)
    const item = await buildPurchase(ctx, buyer.id, ids[0]!)
    await useToken(page.context(), buyer.token)
    await page.goto(`/dashboard/payment/${item}`)
    const notice = page
      .getByRole('alert')
      .filter({ hasText: 'First-time buyers can’t hold this car right now' })
    await expect(notice).toContainText(/You can try again at .*\d{1,2}:\d\d/)
    await expect(notice.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
)

ownServer('nothing held says when something will be', async ({ page, server }) => {
  const admin = await buildPerson(server.ctx, { role: 'admin' })
  await useToken(page.context(), admin.token)
  await page.goto('/dashboard/holds')
  await expect(page.getByText('No holds right now')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
})
