import { expect, newAccount, test, useToken } from '../support/e2e.ts'

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })

interface Facets {
  total: number
  fuel: { value: string; count: number }[]
}

test('a filter shows as many cars as it says, stands in the address and goes as a chip and by going back', async ({
  page,
  request,
}) => {
  const all = (await (await request.get('/api/cars/facets')).json()) as Facets
  const petrol = all.fuel.find(({ value }) => value === 'Petrol')!
  await page.goto('/search')
  const found = page.locator('main [role=status]').filter({ hasText: 'found' })
  await expect(found).toHaveText(`${all.total} cars found`)

  const filters = page.getByRole('region', { name: 'Filters' })
  await filters.getByRole('checkbox', { name: `Petrol, ${petrol.count} cars` }).check()
  await expect(page).toHaveURL('/search?fuel=Petrol')
  await expect(found).toHaveText(`${petrol.count} cars found`)
  const cards = page.getByRole('region', { name: 'Cars' }).getByRole('article')
  await expect(cards).toHaveCount(Math.min(24, petrol.count))
  for (const card of await cards.all()) await expect(card).toContainText('Petrol')

  // Any of a kind: a second fuel adds its cars. A price narrows them, once it is entered.
  const diesel = all.fuel.find(({ value }) => value === 'Diesel')!
  await filters.getByRole('checkbox', { name: /^Diesel/ }).check()
  await expect(found).toHaveText(`${petrol.count + diesel.count} cars found`)
  const most = filters.getByRole('group', { name: 'Price' }).getByRole('textbox', { name: 'To' })
  await most.fill('30,000')
  await expect(page).toHaveURL('/search?fuel=Petrol%2CDiesel')
  await most.press('Enter')
  await expect(page).toHaveURL('/search?fuel=Petrol%2CDiesel&priceMax=30000')
  await expect(most).toHaveValue('$30,000')

  const chips = page.getByRole('list', { name: 'Chosen filters' })
  await expect(chips.getByRole('button')).toHaveText(['Under $30,000', 'Petrol', 'Diesel', 'Clear all'])
  await chips.getByRole('button', { name: 'Remove Diesel' }).click()
  await expect(page).toHaveURL('/search?fuel=Petrol&priceMax=30000')
  await page.goBack()
  await page.goBack()
  await expect(found).toHaveText(`${petrol.count + diesel.count} cars found`)
  await expect(most).toHaveValue('')
  await chips.getByRole('button', { name: 'Clear all' }).click()
  await expect(found).toHaveText(`${all.total} cars found`)
  await expect(chips).toBeHidden()
})

test('typing searches in its pauses and is one step back, and the header leads to the field', async ({
  page,
}) => {
  await page.goto('/reviews')
  await page.getByRole('banner').getByRole('link', { name: 'Search cars' }).click()
  const field = page.getByRole('textbox', { name: 'Search cars' })
  await expect(field).toBeFocused()
  await field.pressSequentially('te')
  await expect(page).toHaveURL('/search?q=te')
  await field.pressSequentially('sla')
  await expect(page).toHaveURL('/search?q=tesla')
  await expect(page.getByLabel('Sort')).toHaveValue('relevance')
  await page.goBack()
  await expect(page).toHaveURL('/search')
  await expect(field).toHaveValue('')
  await expect(page.getByLabel('Sort')).toHaveValue('newest')
})

test('an empty list names the filter in the way and takes it away', async ({ page }) => {
  await page.goto('/search?q=zeppelin&brand=Tesla')
  await expect(page.getByRole('heading', { name: 'No car matches all of this' })).toBeVisible()
  await page.getByRole('button', { name: /^Remove “zeppelin” · \d+ cars?$/ }).click()
  await expect(page).toHaveURL('/search?brand=Tesla')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tesla cars')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a category has its brand settled and no way to choose another', async ({ page, baseURL, request }) => {
  const { token } = await newAccount(baseURL!, 'buyer', 'Robin Field')
  await useToken(page.context(), token)
  await page.goto('/cars/Audi')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audi')
  const filters = page.getByRole('region', { name: 'Filters' })
  await expect(filters.getByRole('group', { name: 'Fuel' })).toBeVisible()
  await expect(filters.getByRole('group', { name: 'Brand' })).toBeHidden()
  await filters.getByRole('checkbox', { name: /^Petrol/ }).check()
  await expect(page).toHaveURL('/cars/Audi?fuel=Petrol')
  const { total } = (await (
    await request.get('/api/cars/facets?category_name=Audi&fuel=Petrol')
  ).json()) as Facets
  await expect(page.getByText(`${total} cars found`)).toBeVisible()
})

test('coming back from a car finds the pages that were loaded, and the place in them', async ({ page }) => {
  await page.goto('/search')
  const cards = page.getByRole('region', { name: 'Cars' }).getByRole('article')
  await expect(cards).toHaveCount(24)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(cards).toHaveCount(48)
  const far = cards.nth(40).getByRole('heading').getByRole('link')
  await far.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(1000)
  await far.click()
  await expect(page).toHaveURL(/\/car\//)
  await page.goBack()
  await expect(cards).toHaveCount(48)
  await expect.poll(() => page.evaluate((y) => Math.abs(scrollY - y), place)).toBeLessThan(5)
})

test('on a phone the filters open in a sheet that says what it will show', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/search?fuel=Electric')
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('checkbox', { name: /^SUV/ }).check()
  await expect(page).toHaveURL('/search?fuel=Electric&body=suv')
  const show = sheet.getByRole('button', { name: /^Show \d+ cars?$/ })
  const count = /\d+ cars?/.exec((await show.textContent()) ?? '')![0]
  await show.click()
  await expect(sheet).toBeHidden()
  await expect(page.locator('main [role=status]').filter({ hasText: 'found' })).toHaveText(`${count} found`)
})
