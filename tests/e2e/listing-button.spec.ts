import type { Page } from '@playwright/test'
import { expect, newAccount, test, useToken } from '../support/e2e.ts'
import { undo } from './dashboard-steps.ts'
import { listCar, newAdmin, newMarket } from './market.ts'

const listingButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: /^(Unlist|List again|Publish|Bring back)$/ })
const state = (page: Page, word: string) => page.getByRole('main').getByText(word, { exact: true }).first()

test('a seller unlists a car on its own page, undoes that, and lists it again', async ({ page, baseURL }) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const car = await listCar(baseURL!, seller.token)
  await useToken(page.context(), seller.token)
  await page.goto(`/car/${car._id}`)

  await page.getByRole('button', { name: 'Unlist', exact: true }).click()
  await expect(state(page, 'Unlisted')).toBeVisible()
  await expect(page.getByRole('button', { name: 'List again', exact: true })).toBeVisible()
  await undo(page, `${car.carName} is no longer listed`)
  await expect(state(page, 'In stock')).toBeVisible()

  await page.getByRole('button', { name: 'Unlist', exact: true }).click()
  await page.getByRole('button', { name: 'List again', exact: true }).click()
  await expect(state(page, 'In stock')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
})

test(
  'an admin can buy, unlist, and relist any car; buyers and visitors can only buy',
  { tag: '@full' },
  async ({ page, baseURL, secondContext }) => {
    const { car, buyer } = await newMarket(baseURL!)
    const admin = await newAdmin(baseURL!)
    await useToken(page.context(), admin.token)
    await page.goto(`/car/${car._id}`)
    await expect(page.getByRole('button', { name: /^Buy this car/ })).toBeVisible()
    await page.getByRole('button', { name: 'Unlist', exact: true }).click()
    await expect(state(page, 'Unlisted')).toBeVisible()
    await undo(page, `${car.carName} is no longer listed`)
    await expect(state(page, 'In stock')).toBeVisible()

    for (const token of [buyer.token, null]) {
      const context = await secondContext()
      if (token) await useToken(context, token)
      const otherPage = await context.newPage()
      await otherPage.goto(`/car/${car._id}`)
      await expect(otherPage.getByRole('button', { name: /^Buy this car/ })).toBeVisible()
      await expect(otherPage.getByRole('main').getByRole('link', { name: 'Edit', exact: true })).toHaveCount(
        0,
      )
      await expect(listingButton(otherPage)).toHaveCount(0)
    }
  },
)
