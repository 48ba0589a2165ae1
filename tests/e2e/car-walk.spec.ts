import type { Page } from '@playwright/test'
import { apiPath } from '../../contract/api/paths.ts'
import { expect, newAccount, test, useToken } from '../support/e2e.ts'
import { photo } from '../support/photo.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { newVin } from '../support/new-vin.ts'
import { choose, holdMessage, findTableRow, undo } from './dashboard-steps.ts'
import { createUniqueModel } from './market.ts'

test.slow()
test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })

const listens = (page: Page, stream: 'streamEvents' | 'streamMarket') =>
  page.waitForResponse((response) => new URL(response.url()).pathname === apiPath(stream))

test(
  'dealer, buyer, and stranger see a car correctly from its VIN to its sale and back',
  { tag: '@full' },
  async ({ page, baseURL, secondContext }) => {
    const dealer = await newAccount(baseURL!, 'seller', 'Dana Dealer')
    await useToken(page.context(), dealer.token)
    const model = createUniqueModel('C-Max')
    const name = `2013 Ford ${model}`
    const row = findTableRow(page, model)
    const shop = await (await secondContext()).newPage()
    const matchingCard = shop.getByRole('article', { name })
    const buyers = await secondContext()
    await useToken(buyers, (await newAccount(baseURL!, 'buyer', 'Bea Buyer')).token)
    const list = await buyers.newPage()
    const card = list.getByRole('article', { name })
    const car = await buyers.newPage()

    await test.step('the dealer types a VIN, which fills in most of the form, and lists the car', async () => {
      await page.goto('/dashboard/addcars')
      const vin = page.getByRole('textbox', { name: 'VIN (optional)', exact: true })
      await vin.pressSequentially(newVin())
      await vin.press('Enter')
      await expect(page.getByLabel('Make')).toHaveValue('Ford')
      await expect(page.getByLabel('Year')).toHaveValue('2013')
      await expect(page.getByLabel('Model name')).toHaveValue('C-Max')
      await page.getByLabel('Model name').fill(model)
      await page.getByRole('combobox', { name: /^Color/ }).selectOption('Green')
      await page.getByLabel('Usage time').fill('13 years')
      await page.getByLabel('Original price').fill('28,000')
      await page.getByLabel('Resell price').fill('9,900')
      await page.getByLabel('Phone').fill('555-0100')
      await page.getByRole('button', { name: 'Add the mileage' }).click()
      await page.keyboard.type('61000')
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles(await photo('car.jpg'))
      await page.getByRole('button', { name: 'Add car', exact: true }).click()
      await expect(row).toContainText('In stock')
    })

    await test.step('a stranger finds it by its color', async () => {
      await shop.setViewportSize({ width: 1440, height: 900 })
      const listening = listens(shop, 'streamMarket')
      await shop.goto(`/search?q=${encodeURIComponent(model)}`)
      await listening
      await shop.getByRole('button', { name: 'Color' }).click()
      await shop.getByRole('checkbox', { name: 'Green, 1 car' }).check()
      await expect(shop).toHaveURL(/color=Green/)
      await expect(matchingCard).toContainText('$9,900')
    })

    await test.step('the dealer cuts the price, and a buyer sees the price history', async () => {
      const listening = listens(list, 'streamEvents')
      await list.goto(new URL(shop.url()).pathname + new URL(shop.url()).search)
      await expect(card).toContainText('$9,900')
      await listening
      await choose(page, row, 'Edit')
      await page.getByLabel('Resell price').fill('8,900')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(row).toContainText('$8,900')
      await expect(card).toContainText('$8,900')
      await car.goto((await card.getByRole('link', { name }).first().getAttribute('href'))!)
      const prices = car.getByRole('region', { name: 'Price history' })
      await expect(prices.getByRole('listitem')).toHaveText([
        /Price cut to \$8,900.*\$1,000 less/,
        /Listed at \$9,900/,
      ])
    })

    await test.step('it is sold on the lot and disappears from every open page', async () => {
      await choose(page, row, 'Sold elsewhere…')
      const dialog = page.getByRole('dialog', { name: `Sold elsewhere: ${name}` })
      await dialog.getByLabel('Price it sold for').fill('8,500')
      await dialog.getByRole('button', { name: 'Mark as sold' }).click()
      await expect(dialog).toBeHidden()
      await holdMessage(page, 'is marked as sold elsewhere')
      await expect(row).toContainText('Sold for $8,500')
      await expect(card).toHaveCount(0)
      await expect(car.getByText('Sold', { exact: true }).first()).toBeVisible()
      await expect(car.getByText('8,500')).toHaveCount(0)
      await expect(matchingCard).toHaveCount(0)
      await expect(shop.getByRole('heading', { name: 'No exact matches' })).toBeVisible()
    })

    await test.step('the sale is undone, and the car returns to stock', async () => {
      await undo(page, 'is marked as sold elsewhere')
      await expect(row).toContainText('In stock')
      await expect(card).toContainText('$8,900')
    })

    await test.step('the car is sold again and later restored, and its history lists every step', async () => {
      await choose(page, row, 'Sold elsewhere…')
      await page.getByRole('button', { name: 'Mark as sold' }).click()
      await expect(card).toHaveCount(0)
      await choose(page, row, 'Bring back')
      await expect(card).toBeVisible()
      await navigateInApp(page, new URL(car.url()).pathname)
      const history = page.getByRole('region', { name: 'History', exact: true })
      // The form saves a draft when typing pauses. The car may therefore have been added before it was
      // listed.
      const headings = history.getByRole('listitem').getByRole('heading')
      await expect(headings.filter({ hasNotText: 'Added by you' })).toHaveText([
        'Status changed by you',
        'Status changed by you',
        'Undone by you',
        'Status changed by you',
        'Edited by you',
        'Listed at $9,900',
      ])
    })

    await test.step('the price cut is reverted, and the buyer’s list shows the old price again', async () => {
      await page.getByRole('button', { name: 'Revert: Edited by you' }).press('Enter')
      await expect(page.getByRole('heading', { name: 'Reverted by you' })).toBeVisible()
      await expect(card).toContainText('$9,900')
    })
  },
)
