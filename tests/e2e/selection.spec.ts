import type { Page } from '@playwright/test'
import { findBarriers, measureSidewaysScroll } from '../support/axe.ts'
import { apiCall } from '../support/e2e.ts'
import { buildCars } from '../support/factories.ts'
import { expect, test, useToken } from '../support/own-server.ts'
import type { TestServer } from '../support/server.ts'

async function openCars(page: Page, server: TestServer, count: number) {
  const { seller, ids } = await buildCars(server.ctx, count)
  await useToken(page.context(), seller.token)
  await page.goto('/dashboard/mycars')
  await expect(page.getByRole('row').filter({ hasText: `Model ${count}` })).toBeVisible()
  return { seller, ids }
}

const bar = (page: Page) => page.getByRole('region', { name: 'Selected cars' })
const selectionStatus = (page: Page) =>
  page.getByRole('main').getByRole('status').filter({ hasText: 'selected' })

test(
  'deleting several selected cars names them first, and Undo restores them all',
  { tag: '@full' },
  async ({ page, server }) => {
    await openCars(page, server, 12)
    await page.getByRole('checkbox', { name: 'Select 2021 Audi Model 12', exact: true }).check()
    await expect(selectionStatus(page)).toHaveText('1 of 12 selected.')
    await page.getByLabel('Select all 12 in stock').check()
    await expect(selectionStatus(page)).toHaveText('12 of 12 selected.')
    await expect(bar(page)).toContainText('12 of 12 cars selected.')
    expect(await findBarriers(page)).toEqual([])

    await bar(page).getByRole('button', { name: 'Delete 12 cars' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete 12 cars?' })
    const newestFirst = Array.from({ length: 12 }, (_, index) => `2021 Audi Model ${12 - index}`)
    await expect(question.getByRole('listitem')).toHaveText(newestFirst)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(bar(page)).toContainText('12 of 12 cars selected.')
    await bar(page).getByRole('button', { name: 'Delete 12 cars' }).click()
    await question.getByRole('button', { name: 'Delete 12 cars' }).click()
    await expect(page.getByRole('heading', { name: 'No cars yet' })).toBeVisible()
    await expect(bar(page)).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('row')).toHaveCount(13)
    await expect(bar(page)).toBeHidden()
  },
)

test(
  'a deleted car leaves the selection, and a single car is deleted without confirmation',
  { tag: '@full' },
  async ({ page, server }) => {
    const { seller, ids } = await openCars(page, server, 3)
    await page.getByLabel('Select all 3 in stock').check()
    await expect(selectionStatus(page)).toHaveText('3 of 3 selected.')
    for (const id of ids.slice(0, 2)) await apiCall(server.url, 'DELETE', `/myCars/${id}`, seller.token)
    await expect(selectionStatus(page)).toHaveText('1 of 1 selected.')
    await bar(page).getByRole('button', { name: 'Delete 1 car' }).click()
    await expect(page.getByText('Model 3 deletion successfull')).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  },
)

test('all loaded cars are selected, and the bar shows the total, even on a phone', async ({
  page,
  server,
}) => {
  await openCars(page, server, 203)
  await page.getByLabel('Select all 100 in stock').check()
  await expect(selectionStatus(page)).toHaveText('100 of 203 selected.')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('row')).toHaveCount(201)
  await page.getByLabel('Select all 200 in stock').check()
  await expect(selectionStatus(page)).toHaveText('200 of 203 selected.')
  await page.setViewportSize({ width: 320, height: 720 })
  await expect(bar(page)).toContainText('200 of 203 cars selected.')
  await expect(bar(page)).toBeInViewport()
  await expect.poll(() => measureSidewaysScroll(page)).toBe(0)

  await bar(page).getByRole('button', { name: 'Delete 200 cars' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete 200 cars?' })
  await expect(question.getByRole('listitem')).toHaveCount(200)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeInViewport()
  await question.getByText('2021 Audi Model 4', { exact: true }).scrollIntoViewIfNeeded()
  await expect(question.getByRole('button', { name: 'Delete 200 cars' })).toBeInViewport()
  await expect.poll(() => measureSidewaysScroll(page)).toBe(0)
  await question.getByRole('button', { name: 'Delete 200 cars' }).click()
  await expect(page.getByRole('row')).toHaveCount(4)
})
