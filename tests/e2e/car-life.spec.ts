import { expect, newAccount, test, useToken } from '../support/e2e.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { buildModelQuery, listCar } from './market.ts'
import { choose, holdMessage, findTableRow, undo } from './dashboard-steps.ts'

test.slow()

test('a car sold elsewhere leaves a buyer’s open page, and can be restored, unlisted, and relisted', async ({
  page,
  baseURL,
  secondContext,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const car = await listCar(baseURL!, seller.token)
  const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  const buyers = await secondContext()
  await useToken(buyers, buyer.token)
  const shop = await buyers.newPage()
  const isListening = shop.waitForResponse((response) => new URL(response.url()).pathname === '/api/events')
  await shop.goto(`/cars/Audi?${buildModelQuery(car.modelName)}`)
  const card = shop.getByRole('article', { name: car.modelName })
  await expect(card).toBeVisible()
  await isListening

  await useToken(page.context(), seller.token)
  await page.goto('/dashboard/mycars')
  const row = findTableRow(page, car.modelName)

  await test.step('an invalid sale price is reported at its field', async () => {
    await choose(page, row, 'Sold elsewhere…')
    const dialog = page.getByRole('dialog', { name: `Sold elsewhere: ${car.carName}` })
    await expect(dialog.getByLabel('Price it sold for')).toHaveValue('24,900')
    await dialog.getByLabel('Price it sold for').fill('cash')
    await dialog.getByRole('button', { name: 'Mark as sold' }).click()
    await expect(dialog.getByText('Enter a price, such as 24,900.')).toBeVisible()
    await dialog.getByLabel('Price it sold for').fill('23,500')
    await dialog.getByLabel('Note').fill('Cash, on the lot')
    await dialog.getByRole('button', { name: 'Mark as sold' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('the car disappears from the buyer’s open page', async () => {
    await expect(card).toHaveCount(0)
    await expect(row).toContainText('Sold elsewhere')
    await expect(row).toContainText('Sold for $23,500')
  })

  await test.step('the chart and its table separate the sale from cars paid for here', async () => {
    await navigateInApp(page, '/dashboard/overview')
    await expect(page.getByRole('heading', { name: /^One car sold in .* so far/ })).toBeVisible()
    await expect(page.getByText('Sold elsewhere', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Show as table' }).click()
    const figures = page.getByRole('table', { name: /^One car sold/ })
    await expect(figures.getByRole('row').last()).toHaveText(/0\$01\$23,500$/)
    await navigateInApp(page, '/dashboard/mycars')
  })

  await test.step('the seller restores, unlists, and finds it, and Undo lists it again', async () => {
    await choose(page, row, 'Bring back')
    await expect(row).toContainText('In stock')
    await expect(card).toBeVisible()
    await listCar(baseURL!, seller.token)
    await choose(page, row, 'Unlist')
    await holdMessage(page, 'is no longer listed')
    await expect(row).toContainText('Unlisted')
    await expect(card).toHaveCount(0)
    await page.getByRole('button', { name: 'Unlisted 1' }).press('Enter')
    await expect(page.getByRole('row')).toHaveCount(2)
    await undo(page, 'is no longer listed')
    await expect(card).toBeVisible()
    await expect(findTableRow(page, car.modelName)).toHaveCount(0)
    await page.getByRole('button', { name: 'Unlisted 0' }).click()
    await expect(row).toContainText('In stock')
  })
})

const CLOCKS = ['Pacific/Honolulu', 'Pacific/Kiritimati']

test(
  'a sale and its listing use the seller’s local date, even in extreme time zones',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    for (const timezoneId of CLOCKS) {
      const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
      const car = await listCar(baseURL!, seller.token)
      const context = await browser.newContext({ baseURL: baseURL!, timezoneId })
      await useToken(context, seller.token)
      const page = await context.newPage()
      await page.goto('/dashboard/mycars')
      const row = findTableRow(page, car.modelName)
      await expect(row).toContainText('today')
      await choose(page, row, 'Sold elsewhere…')
      const dialog = page.getByRole('dialog', { name: `Sold elsewhere: ${car.carName}` })
      const day = (dateStyle: 'short' | 'medium', locale: string) =>
        new Intl.DateTimeFormat(locale, { dateStyle, timeZone: timezoneId }).format(new Date())
      // The Swedish locale formats dates as form fields do (YYYY-MM-DD).
      await expect(dialog.getByLabel('Date')).toHaveValue(day('short', 'sv-SE'))
      await expect(dialog.getByLabel('Date')).toHaveAttribute('max', day('short', 'sv-SE'))
      await dialog.getByRole('button', { name: 'Mark as sold' }).click()
      await expect(row).toContainText(`Sold for $24,900 on ${day('medium', 'en-US')}`)
      await context.close()
    }
  },
)
