import { createPriceLabeler } from '../../server/features/cars/label-prices.ts'
import { measureSidewaysScroll } from '../support/axe.ts'
import { buildCar, buildPerson } from '../support/factories.ts'
import { expect, test, useToken } from '../support/own-server.ts'

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })

test('buyers see how a price compares, and filter by the result', async ({ page, server }) => {
  const { ctx } = server
  const seller = await buildPerson(ctx, { account: 'seller' })
  for (let index = 0; index < 9; index++)
    await buildCar(ctx, seller.id, {
      resell_price: String(25_000 - index * 200),
      mileage: 30_000 + index * 1_000,
    })
  const cheap = await buildCar(ctx, seller.id, {
    model_name: 'A4 bargain',
    resell_price: '15,000',
    mileage: 30_000,
  })
  const lonely = await buildCar(ctx, seller.id, { model_name: 'Q5', model: 'Q5' })
  await createPriceLabeler()(ctx)

  await page.goto(`/car/${cheap}`)
  await page.getByRole('link', { name: 'Below similar cars' }).click()
  const panel = page.getByRole('region', { name: 'Price compared' })
  await expect(panel.getByText('Below similar cars')).toBeInViewport()
  await expect(panel).toContainText(
    /Most of 9 similar cars cost \$2\d,\d{3} to \$2\d,\d{3}, and this one costs \$15,000\./,
  )
  await expect(panel).toContainText(/3,900 mi less\+\$\d{3}/)
  await expect(panel).not.toContainText('years newer')
  await expect(panel.getByRole('listitem')).toHaveCount(5)
  await page.setViewportSize({ width: 320, height: 900 })
  expect(await measureSidewaysScroll(page)).toBe(0)
  await panel.getByRole('listitem').first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2021 Audi A4 Avant 40 TFSI')

  await page.goto(`/car/${lonely}`)
  await expect(panel).toContainText('Not enough similar cars')
  await expect(panel).toContainText('No similar car is on the market')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/search')
  const filters = page.getByRole('region', { name: 'Filters' })
  await filters.getByRole('button', { name: 'Price compared' }).click()
  await filters.getByRole('checkbox', { name: 'Below similar cars, 1 car' }).check()
  await expect(page).toHaveURL('/search?label=below')
  await expect(page.getByRole('region', { name: 'Cars' }).getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove Below similar cars' }).click()
  await expect(page).toHaveURL('/search')
})

test('sellers set a price with a slider that names the result without a request', async ({
  page,
  server,
}) => {
  const { ctx } = server
  const seller = await buildPerson(ctx, { account: 'seller' })
  for (let index = 0; index < 9; index++)
    await buildCar(ctx, seller.id, { resell_price: String(25_000 - index * 200) })
  const car = await buildCar(ctx, seller.id, { resell_price: '24,000' })
  await useToken(page.context(), seller.token)
  await page.goto(`/dashboard/mycars/${car}/edit`)
  const slider = page.getByRole('slider', { name: 'Price compared with similar cars' })
  const price = page.getByRole('textbox', { name: /^Resell price/ })
  await expect(slider).toHaveAttribute('aria-valuetext', '$24,000, In line with similar cars')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await expect(price).toHaveValue('24,050')
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', /Below similar cars/)
  await price.fill('90,000')
  await expect(slider).toHaveAttribute('aria-valuetext', '$90,000, Above similar cars')
  expect(requests.filter((url) => url.includes('/price'))).toEqual([])
})

test('sellers see the results in their list, and before they change several prices', async ({
  page,
  server,
}) => {
  const { ctx } = server
  const seller = await buildPerson(ctx, { account: 'seller' })
  for (let index = 0; index < 10; index++)
    await buildCar(ctx, seller.id, {
      resell_price: String(25_000 - index * 200),
      model_name: `A4 number ${index}`,
    })
  await createPriceLabeler()(ctx)
  await useToken(page.context(), seller.token)
  await page.goto('/dashboard/mycars')
  const row = page.getByRole('row', { name: /A4 number 5/ })
  await expect(row).toContainText('In line with similar cars')
  await page.getByRole('checkbox', { name: /Select .*A4 number 5/ }).check()
  await page.getByRole('checkbox', { name: /Select .*A4 number 6/ }).check()
  await page.getByRole('button', { name: 'Change price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change resell price' })
  await dialog.getByLabel('Resell price').fill('9,000')
  await expect(dialog).toContainText('Below similar cars: 2')
  await dialog.getByLabel('Change', { exact: true }).selectOption('By percent')
  await dialog.getByLabel('Percent').fill('1')
  await expect(dialog).toContainText('In line with similar cars: 2')
  await dialog.getByLabel('Percent').fill('90')
  await expect(dialog).toContainText('Above similar cars: 2')
})
