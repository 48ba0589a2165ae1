import type { Page } from '@playwright/test'
import { newAccount, apiCall } from '../support/e2e.ts'
import { findBarriers } from '../support/axe.ts'
import { listCar, newAdmin, createUniqueModel, type Listed } from '../e2e/market.ts'
import { expect, test } from './desktop-test.ts'
import { clickNotice, readShownNotices, watchNotices } from './shown-notices.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

/** Creates a dealer with cars of these names. The last car is the newest, so it comes first in the list. */
async function dealerWith(baseURL: string, names: string[]) {
  const dealer = await newAccount(baseURL, 'seller', 'Lena Lot')
  const cars: Listed[] = []
  for (const modelName of names) cars.push(await listCar(baseURL, dealer.token, { modelName }))
  return { ...dealer, cars }
}

function row(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name })
}

test('rows are navigated by keyboard, opened next to their list, deleted, and restored', async ({
  start,
  baseURL,
}) => {
  const dealer = await dealerWith(baseURL!, ['Third', 'Second', 'First'])
  const { app, page } = await start({ keychain: 'none' })
  await signInAs(page, dealer.email)
  await chooseCommand(app, 'myCars')
  const grid = page.getByRole('grid', { name: 'My cars' })
  await expect(grid.getByRole('row')).toHaveCount(4)

  await row(page, 'First').focus()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'Second')).toBeFocused()
  await page.keyboard.press('End')
  await expect(row(page, 'Third')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(row(page, 'First')).toBeFocused()

  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Details' })
  await expect(panel.getByRole('heading', { name: 'First' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(panel.getByRole('heading', { name: 'Second' })).toBeVisible()
  await expect(row(page, 'Second')).toBeFocused()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await page.keyboard.press('Delete')
  await expect(page.getByText('Second deletion successfull')).toBeVisible()
  await expect(grid.getByRole('row')).toHaveCount(3)
  await expect(row(page, 'Third')).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(row(page, 'Second')).toBeVisible()
})

test('a range is selected, its prices changed by percent, all or none, and changed back', async ({
  start,
  baseURL,
}) => {
  const dealer = await dealerWith(baseURL!, ['Third', 'Second', 'First'])
  const { app, page } = await start({ keychain: 'none' })
  await signInAs(page, dealer.email)
  await chooseCommand(app, 'myCars')

  await row(page, 'First').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('status').filter({ hasText: '2 of 3 selected' })).toBeVisible()
  await expect(row(page, 'Second')).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, 'Third')).toHaveAttribute('aria-selected', 'false')
  await page.keyboard.press('Control+a')
  await expect(row(page, 'Third')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Selected cars' })).toBeHidden()

  await row(page, 'First').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('button', { name: 'Change price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change resell price' })
  await dialog.getByLabel('Change', { exact: true }).selectOption('By percent')
  await dialog.getByLabel('Percent').fill('-10')
  await expect(dialog.getByText('First: $24,900 becomes $22,410')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change 2 cars' }).click()
  await expect(dialog).toBeHidden()

  // Another client changes one car before the undo. The undo must leave that car unchanged.
  const ids = [dealer.cars[1]!._id]
  await apiCall(baseURL!, 'PATCH', '/cars', dealer.token, { ids, change: { location: 'Salem' } })
  await expect(row(page, 'First')).toContainText('$22,410')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 of 2 cars changed back; the others have been changed')).toBeVisible()
  await expect(row(page, 'First')).toContainText('$24,900')
  await expect(row(page, 'Second')).toContainText('$22,410')
  await expect(row(page, 'Third')).toContainText('$24,900')
})

test(
  'a list restores its columns, order, and filter after a restart, and finds existing rows',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const dealer = await dealerWith(baseURL!, ['Third', 'Second', 'First'])
    const first = await start()
    await signInAs(first.page, dealer.email)
    await chooseCommand(first.app, 'myCars')
    await first.page.getByRole('button', { name: 'Columns' }).click()
    await first.page.getByRole('menuitemcheckbox', { name: 'Mileage' }).click()
    await first.page.keyboard.press('Escape')
    await first.page.getByRole('button', { name: 'Model Name' }).click()
    await first.page.getByRole('button', { name: 'In stock 3' }).click()
    await expect(first.page.getByRole('columnheader', { name: 'Model Name' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await first.app.close()

    const { app, page } = await start()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await chooseCommand(app, 'myCars')
    const grid = page.getByRole('grid', { name: 'My cars' })
    await expect(grid.getByRole('row')).toContainText([/Model/, /First/, /Second/, /Third/])
    await expect(page.getByRole('columnheader', { name: 'Mileage' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'In stock 3' })).toHaveAttribute('aria-pressed', 'true')

    await chooseCommand(app, 'findInList')
    await expect(page.getByRole('textbox', { name: 'Find in this list' })).toBeFocused()
    await page.keyboard.type('sec')
    await expect(grid.getByRole('row')).toContainText([/Model/, /Second/])
  },
)

test(
  'a long list renders only visible rows, fits long names next to badges, and prints completely',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const names = Array.from({ length: 79 }, (_, number) => `Model ${number}`)
    const dealer = await dealerWith(baseURL!, [...names, 'A6 Allroad 45 TFSI quattro Premium Plus'])
    const { token } = await newAdmin(baseURL!)
    await apiCall(baseURL!, 'PUT', `/cars/${dealer.cars.at(-1)!._id}/featured`, token)
    const { app, page } = await start({ keychain: 'none' })
    await signInAs(page, dealer.email)
    await chooseCommand(app, 'myCars')
    const rows = page.getByRole('grid', { name: 'My cars' }).getByRole('row')
    await expect(rows.nth(5)).toBeVisible()
    expect(await rows.count()).toBeLessThan(60)
    const badge = await row(page, 'A6 Allroad').getByRole('img', { name: 'Advertised' }).boundingBox()
    const cell = await row(page, 'A6 Allroad').getByRole('gridcell').nth(1).boundingBox()
    expect(badge!.x + badge!.width).toBeLessThanOrEqual(cell!.x + cell!.width)
    const name = await row(page, 'A6 Allroad').getByRole('link').boundingBox()
    expect(name!.width).toBeGreaterThan(5 * badge!.width)
    await rows.nth(1).focus()
    await page.keyboard.press('End')
    await expect(row(page, 'Model 0')).toBeFocused()
    await expect(row(page, 'Model 0')).toBeInViewport()
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expect(rows).toHaveCount(81)
  },
)

test(
  'an admin is notified of a report, opens it, decides, and undoes the decision',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const name = createUniqueModel('Reported')
    const dealer = await dealerWith(baseURL!, [name])
    const { app, page } = await start({ keychain: 'none' })
    await signInAs(page, (await newAdmin(baseURL!)).email)
    await expect(page.getByText(/^Synced/)).toBeVisible()
    await watchNotices(app)
    const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    await apiCall(baseURL!, 'POST', '/report', buyer.token, {
      reportedItemInfo: { _id: dealer.cars[0]!._id },
      reason: 'wrong price',
    })
    await expect.poll(() => readShownNotices(app)).toContain(`Car reported: Audi ${name}: wrong price`)
    await clickNotice(app, name)

    const panel = page.getByRole('complementary', { name: 'Details' })
    await expect(panel.getByRole('heading', { name })).toBeVisible()
    const reported = row(page, name)
    await reported.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Review 1 report' }).click()
    const dialog = page.getByRole('dialog', { name: /^Review report/ })
    await expect(dialog.getByRole('radio', { name: /^Dismiss/ })).toBeFocused()
    await expect(dialog.getByText('Choose Uphold or Dismiss.')).toHaveCount(0)
    await page.keyboard.press('Space')
    await expect(dialog.getByRole('radio', { name: /^Dismiss/ })).toBeChecked()
    await dialog.getByRole('button', { name: 'Save decision' }).click()
    await expect(reported).toContainText('Dismissed')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(reported).toContainText('Open')
  },
)
