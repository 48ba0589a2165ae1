import type { Locator, Page } from '@playwright/test'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { pagePath } from '../../contract/pages.ts'
import { listCar } from './market.ts'

const SAYS = 'This profile function is under construction!'

function toastsOf(page: Page) {
  return page
    .getByRole('region', { name: 'Notifications', exact: true })
    .getByRole('group')
    .filter({ visible: true })
}

async function showToast(page: Page) {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Seller', exact: true }).click()
  await expect(toastsOf(page)).toHaveText(SAYS)
}

async function gapBetween(above: Locator, below: Locator): Promise<number> {
  const [upper, lower] = await Promise.all([above.boundingBox(), below.boundingBox()])
  return lower!.y - (upper!.y + upper!.height)
}

for (const viewport of [
  { width: 390, height: 640, tag: [] },
  { width: 1440, height: 700, tag: '@full' },
])
  test(
    `at ${viewport.width} px, a dialog and all its buttons stay clear of a toast`,
    { tag: viewport.tag },
    async ({ page, baseURL }) => {
      const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
      const { _id } = await listCar(baseURL!, token)
      const otherSeller = await newAccount(baseURL!, 'seller', 'Olga Other')
      await useToken(page.context(), otherSeller.token)
      await page.setViewportSize(viewport)
      await page.goto(pagePath('car', { id: _id }))
      await showToast(page)
      await page.getByRole('button', { name: /^Buy this car/ }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await toastsOf(page).hover()
      // A tall dialog scrolls inside its viewport.
      await expect
        .poll(() => gapBetween(page.locator('.dialog-viewport'), toastsOf(page)))
        .toBeGreaterThanOrEqual(8)
      await dialog.getByRole('button', { name: 'Add to purchase list' }).click({ trial: true })
    },
  )

test('only one toast shows at a time, and a new page closes it', async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  await useToken(page.context(), token)
  await page.goto('/reviews')
  await showToast(page)
  await showToast(page)
  await toastsOf(page).hover()
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
  await expect(page).toHaveURL('/blogs')
  await expect(toastsOf(page)).toHaveCount(0)
})

test('an undoable action stays undoable on the next page', { tag: '@full' }, async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { _id, carName } = await listCar(baseURL!, token)
  await useToken(page.context(), token)
  await page.goto('/dashboard/mycars')
  await page.getByRole('button', { name: `Actions for ${carName}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const toast = toastsOf(page)
  await expect(toast).toContainText('deletion successfull')
  await toast.hover()
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL('/')
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Restored')).toBeVisible()
  expect(await apiCall(baseURL!, 'GET', `/cars/${_id}`)).toMatchObject({ _id })
})

test(
  'the toast of a purchase on a car’s page leaves payment to the page',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const { _id } = await listCar(baseURL!, token)
    const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    await useToken(page.context(), buyer.token)
    await page.goto(pagePath('car', { id: _id }))
    await page.getByRole('button', { name: /^Buy this car/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Phone number').fill('555-0111')
    await dialog.getByLabel('Meeting place').fill('Station car park')
    await dialog.getByRole('button', { name: 'Add to purchase list' }).click()
    await expect(toastsOf(page).getByRole('button')).toHaveText(['View your list', ''])
    await expect(page.getByRole('link', { name: /^On your list/ })).toBeVisible()
  },
)
