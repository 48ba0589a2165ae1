import type { Page } from '@playwright/test'
import { apiCall, newAccount } from '../support/e2e.ts'
import {
  listCar,
  newAdmin,
  newMarket,
  payFor,
  putOnList,
  createUniqueModel,
  uploadPhoto,
} from '../e2e/market.ts'
import { expect, test } from './desktop-test.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

/** Searches the list and opens the only matching row in the side panel. */
async function openRow(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Find in this list' }).fill(text)
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(2)
  await rows.nth(1).focus()
  await page.keyboard.press('Enter')
  return page.getByRole('complementary', { name: 'Details' })
}

test(
  'a seller’s panel shows their cars, sales, and reports, and can verify the seller',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const { seller, car, buyer } = await newMarket(baseURL!)
    await listCar(baseURL!, seller.token)
    const reported = { reportedItemInfo: { _id: car._id }, reason: 'wrong price' }
    await apiCall(baseURL!, 'POST', '/report', buyer.token, reported)
    await payFor(baseURL!, buyer.token, await putOnList(baseURL!, buyer.token, car._id))
    const { app, page } = await start({ keychain: 'none' })
    await signInAs(page, (await newAdmin(baseURL!)).email)
    await chooseCommand(app, 'allSellers')
    const panel = await openRow(page, seller.email)
    const fact = (name: string) =>
      panel.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')
    await expect(fact('Cars on the market')).toHaveText('1')
    await expect(fact('Sold on Kerblight')).toHaveText('1')
    await expect(fact('Sold elsewhere')).toHaveText('0')
    await expect(fact('Reports on their cars')).toHaveText('1')
    await expect(fact('Still open')).toHaveText('1')
    await expect(fact('Account since')).toContainText('(today)')
    await panel.getByRole('button', { name: 'Make Verified' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make Verified' }).click()
    await expect(panel.getByText('Verified', { exact: true })).toBeVisible()
  },
)

test(
  'a report’s panel shows the car, its photos, and other reports, and opens the decision',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const images = [await uploadPhoto(baseURL!, seller.token), await uploadPhoto(baseURL!, seller.token)]
    const modelName = createUniqueModel('Reported')
    const car = await listCar(baseURL!, seller.token, { modelName, images })
    const second = await listCar(baseURL!, seller.token)
    for (const [_id, reason] of [
      [car._id, 'wrong price'],
      [second._id, 'scam'],
    ] as const) {
      const { token } = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
      await apiCall(baseURL!, 'POST', '/report', token, {
        reportedItemInfo: { _id },
        reason,
        note: 'Look at it',
      })
    }
    const { app, page } = await start({ keychain: 'none' })
    await signInAs(page, (await newAdmin(baseURL!)).email)
    await chooseCommand(app, 'reports')
    const panel = await openRow(page, modelName)
    await expect(panel.getByRole('region', { name: 'The report' })).toContainText('Look at it')
    await expect(panel.getByRole('link', { name: car.carName })).toBeVisible()
    await expect(panel.getByRole('list', { name: 'More photos' }).getByRole('img')).toHaveCount(1)
    await expect(panel.getByRole('region', { name: 'Other reports on this seller' })).toContainText(
      '1 other report',
    )
    await panel.getByRole('button', { name: 'Review' }).click()
    const dialog = page.getByRole('dialog', { name: `Review report: ${car.carName}` })
    await expect(dialog.getByRole('radio', { name: /^Dismiss/ })).toBeFocused()
  },
)

test('a payment’s panel shows its numbers, its parties, and its car, and can refund it', async ({
  start,
  baseURL,
}) => {
  const { seller, car, buyer } = await newMarket(baseURL!)
  const bought = await putOnList(baseURL!, buyer.token, car._id)
  const transaction = await payFor(baseURL!, buyer.token, bought)
  const { app, page } = await start({ keychain: 'none' })
  await signInAs(page, (await newAdmin(baseURL!)).email)
  await chooseCommand(app, 'payments')
  const panel = await openRow(page, transaction)
  for (const text of [transaction, bought._id, buyer.email, seller.email, '$24,900'])
    await expect(panel.getByText(text, { exact: true }).first()).toBeVisible()
  await expect(panel.getByRole('link', { name: car.carName, exact: true })).toBeVisible()
  await expect(panel.getByRole('link', { name: `View deal: ${car.carName}` })).toHaveAttribute(
    'href',
    `/dashboard/deals/${bought._id}`,
  )
  await panel.getByRole('button', { name: `Refund: ${car.carName}` }).click()
  await expect(page.getByRole('dialog', { name: /^Refund/ })).toBeVisible()
})
