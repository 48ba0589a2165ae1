import type { Page } from '@playwright/test'
import { expect, newAccount, test, useToken } from '../support/e2e.ts'
import { findTableRow } from './dashboard-steps.ts'
import { listCar, newAdmin, payFor, putOnList, createUniqueModel } from './market.ts'

test.describe('a seller’s list of cars on the web', () => {
  const [cheap, dear] = [createUniqueModel('Q2'), createUniqueModel('Q8')]
  test.beforeEach(async ({ page, baseURL }) => {
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    await listCar(baseURL!, seller.token, { modelName: cheap, resellPrice: '9,900' })
    await listCar(baseURL!, seller.token, { modelName: dear, resellPrice: '59,900' })
    await useToken(page.context(), seller.token)
    await page.goto('/dashboard/mycars')
    await expect(findTableRow(page, cheap)).toBeVisible()
  })

  test('is sorted by a column in ascending, descending, and original order, and by the menu', async ({
    page,
  }) => {
    expect(await modelsOf(page)).toEqual([dear, cheap])
    const head = page.getByRole('columnheader', { name: 'Resell Price' })
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => modelsOf(page)).toEqual([cheap, dear])
    await expect(page.getByLabel('Sort by')).toHaveValue('price')
    await page.getByRole('button', { name: 'Sort descending' }).click()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(() => modelsOf(page)).toEqual([dear, cheap])
    await page.getByLabel('Sort by').selectOption('Model Name')
    await expect.poll(() => modelsOf(page)).toEqual([cheap, dear])
    await page.getByLabel('Sort by').selectOption('Newest first')
    await expect(page).toHaveURL(/\/mycars$/)
    await expect.poll(() => modelsOf(page)).toEqual([dear, cheap])
  })

  test('can be searched; a reload and Back preserve the search terms', async ({ page }) => {
    const field = page.getByRole('searchbox', { name: 'Find in this list' })
    await field.fill(dear)
    await expect(findTableRow(page, cheap)).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: '1 found' })).toHaveCount(1)
    await page.reload()
    await expect(findTableRow(page, dear)).toBeVisible()
    await expect(field).toHaveValue(dear)
    await findTableRow(page, dear).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/car\//)
    await page.goBack()
    await expect(findTableRow(page, dear)).toBeVisible()
    await expect(findTableRow(page, cheap)).toHaveCount(0)
    await field.fill('no such car')
    await expect(page.getByText('Nothing in this list matches.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(findTableRow(page, cheap)).toBeVisible()
    await expect(field).toHaveValue('')
  })

  test('deselects rows that the search hides', { tag: '@full' }, async ({ page }) => {
    await page.getByRole('checkbox', { name: 'Select all 2 in stock' }).check()
    await expect(page.getByText('2 of 2 selected').first()).toBeVisible()
    await page.getByRole('searchbox', { name: 'Find in this list' }).fill(dear)
    await expect(page.getByText('1 of 1 selected').first()).toBeVisible()
    await page.getByRole('searchbox', { name: 'Find in this list' }).fill('')
    await expect(findTableRow(page, cheap)).toBeVisible()
    await expect(page.getByText('1 of 2 selected').first()).toBeVisible()
  })
})

test('an address with unknown filter or sort values shows the whole list', async ({ page, baseURL }) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { modelName } = await listCar(baseURL!, seller.token)
  await useToken(page.context(), seller.token)
  await page.goto('/dashboard/mycars?state=constructor&sort=-toString')
  await expect(findTableRow(page, modelName)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show all' })).toHaveCount(0)
})

test('admins search payments and users by words, and export the payments found', async ({
  page,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const [paidModel, otherModel] = [createUniqueModel('A3'), createUniqueModel('A7')]
  const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  for (const modelName of [paidModel, otherModel]) {
    const { _id } = await listCar(baseURL!, seller.token, { modelName })
    await payFor(baseURL!, buyer.token, await putOnList(baseURL!, buyer.token, _id))
  }
  const { token } = await newAdmin(baseURL!)
  await useToken(page.context(), token)
  const requestedTexts: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/payments') requestedTexts.push(searchParams.get('q'))
  })
  await page.goto(`/dashboard/payments?q=${buyer.email}&sort=model`)
  expect(await modelsOf(page)).toEqual([paidModel, otherModel])
  expect(new Set(requestedTexts)).toEqual(new Set([buyer.email]))
  await page.getByRole('searchbox').fill(`${buyer.email} ${otherModel}`)
  await expect.poll(() => modelsOf(page)).toEqual([otherModel])
  await page.getByRole('button', { name: 'Export this list' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await (await download).createReadStream()
  const text = (await file.toArray()).join('')
  expect(text).toContain(otherModel)
  expect(text).not.toContain(paidModel)

  await page.goto('/dashboard/allusers')
  await page.getByRole('searchbox').fill(buyer.email)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(findTableRow(page, buyer.email)).toBeVisible()
})

/** Returns the model names of the rows in order. */
async function modelsOf(page: Page): Promise<string[]> {
  const names = page.locator('td[data-main] a')
  await names.first().waitFor()
  return (await names.allTextContents()).map((name) => name.replace('Audi ', ''))
}
