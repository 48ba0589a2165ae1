import { measureSidewaysScroll } from '../support/axe.ts'
import { buildCar, buildCars } from '../support/factories.ts'
import { holdCalls } from '../support/delayed-calls.ts'
import { expect, test, useToken } from '../support/own-server.ts'
import type { TestServer } from '../support/server.ts'
import { blockNews } from './dashboard-steps.ts'

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })

/** Lists Teslas. Every third one runs on gas, and every second one is an SUV. */
function listCars({ ctx }: TestServer, count: number) {
  return buildCars(ctx, count, (number) => ({
    category_name: 'Tesla',
    fuel: number % 3 === 0 ? 'Petrol' : 'Electric',
    body: number % 2 === 0 ? 'suv' : 'sedan',
  }))
}

test('a filter matches its count, updates the URL, and is removed by chip or Back', async ({
  page,
  server,
}) => {
  const { seller } = await listCars(server, 20)
  const word = 'roadster'
  for (const [fuel, resell_price] of [
    ['Petrol', '24,900'],
    ['Petrol', '29,900'],
    ['Petrol', '31,000'],
    ['Diesel', '30,000'],
    ['Diesel', '45,000'],
    ['Electric', '19,000'],
  ] as const)
    await buildCar(server.ctx, seller.id, { model_name: word, fuel, resell_price })
  await page.goto(`/search?q=${word}`)
  const resultCount = page.locator('main [role=status]').filter({ hasText: 'found' })
  await expect(resultCount).toHaveText('6 cars found')

  const filters = page.getByRole('region', { name: 'Filters' })
  await filters.getByRole('checkbox', { name: 'Gas, 3 cars' }).check()
  await expect(page).toHaveURL(`/search?q=${word}&fuel=Petrol`)
  await expect(resultCount).toHaveText('3 cars found')
  const cards = page.getByRole('region', { name: 'Cars' }).getByRole('article')
  await expect(cards).toHaveCount(3)
  for (const card of await cards.all()) await expect(card).toContainText('Gas')

  // Values of one filter are combined with OR, so a second fuel adds its cars. A price filters the cars while
  // the user types.
  await filters.getByRole('checkbox', { name: 'Diesel, 2 cars' }).check()
  await expect(resultCount).toHaveText('5 cars found')
  const most = filters.getByRole('group', { name: 'Price' }).getByRole('textbox', { name: 'Max' })
  await most.pressSequentially('30,000')
  await expect(resultCount).toHaveText('3 cars found')
  await expect(most).toHaveValue('30,000')
  await expect(most).toBeFocused()
  await most.press('Enter')
  await expect(page).toHaveURL(`/search?q=${word}&fuel=Petrol%2CDiesel&priceMax=30000`)
  await expect(most).toHaveValue('$30,000')

  const chips = page.getByRole('list', { name: 'Chosen filters' })
  await expect(chips.getByRole('button')).toHaveText([
    `“${word}”`,
    'Under $30,000',
    'Gas',
    'Diesel',
    'Clear all',
  ])
  await chips.getByRole('button', { name: 'Remove Diesel' }).click()
  await expect(page).toHaveURL(`/search?q=${word}&fuel=Petrol&priceMax=30000`)
  await expect(resultCount).toHaveText('2 cars found')
  await page.goBack()
  await page.goBack()
  await expect(resultCount).toHaveText('5 cars found')
  await expect(most).toHaveValue('')
  await chips.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/search')
  await expect(cards).toHaveCount(24)
  await expect(chips).toBeHidden()
})

test('typing searches in its pauses and adds one step to the history, and the header opens the field', async ({
  page,
  server,
}) => {
  await listCars(server, 3)
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

test(
  'filter words become chips once they are entered, and a misspelled word is corrected',
  { tag: '@full' },
  async ({ page, server }) => {
    const { seller } = await listCars(server, 6)
    for (const [color, body, price, location] of [
      ['Blue', 'wagon', 1_000_000, 'Salem, OR'],
      ['Blue', 'wagon', 4_000_000, 'Salem, OR'],
      ['Red', 'wagon', 1_000_000, 'Boise, ID'],
    ] as const)
      await buildCar(server.ctx, seller.id, {
        category_name: 'Audi',
        model_name: 'A4',
        color,
        body,
        location,
        resell_price: String(price / 100),
        price_minor: price,
      })
    await page.goto('/search')
    const field = page.getByRole('textbox', { name: 'Search cars' })
    const resultCount = page.locator('main [role=status]').filter({ hasText: 'found' })
    const chips = page.getByRole('list', { name: 'Chosen filters' })
    const enter = async (text: string) => {
      await field.fill(text)
      await field.press('Enter')
    }

    await enter('blue wagon under 20k')
    await expect(page).toHaveURL('/search?body=wagon&color=Blue&priceMax=20000')
    await expect(resultCount).toHaveText('1 car found')
    await expect(field).toHaveValue('')
    await chips.getByRole('button', { name: 'Remove Blue' }).click()
    await expect(resultCount).toHaveText('2 cars found')
    await page.goBack()
    await expect(resultCount).toHaveText('1 car found')
    await page.goBack()
    await expect(page).toHaveURL('/search')

    await test.step('a city sets the place, and unknown words remain search words', async () => {
      await enter('salem')
      await expect(page).toHaveURL('/search?place=salem')
      await expect(resultCount).toHaveText('2 cars found')
      await chips.getByRole('button', { name: 'Clear all' }).click()
      await enter('tesla roof rack')
      await expect(page).toHaveURL('/search?q=roof+rack&brand=Tesla')
      await chips.getByRole('button', { name: 'Clear all' }).click()
    })

    await test.step('a correction is displayed and can be reverted', async () => {
      await enter('Tezla')
      await expect(page).toHaveURL('/search?brand=Tesla')
      await expect(page.getByText('Showing results for “Tesla”.')).toBeVisible()
      await page.getByRole('button', { name: 'Search for “Tezla” instead' }).click()
      await expect(page).toHaveURL('/search?q=Tezla')
      await expect(page.getByText('No exact matches')).toBeVisible()
      await expect(page.getByText('Showing results for')).toBeHidden()
      await buildCar(server.ctx, seller.id, { category_name: 'Tesla', model_name: 'Model 3' })
      await enter('modle 3')
      await expect(page.getByText('Showing results for “Model 3”.')).toBeVisible()
    })

    await test.step('a search from the home page also sets filters', async () => {
      await page.goto('/')
      await page.getByLabel('Model or city').fill('audi wagon')
      await page.getByLabel('Model or city').press('Enter')
      await expect(page).toHaveURL('/search?brand=Audi&body=wagon')
    })
  },
)

test('an empty list names the excluding filter and can remove it', async ({ page, server }) => {
  await listCars(server, 3)
  await page.goto('/search?q=zeppelin&brand=Tesla')
  await expect(page.getByRole('heading', { name: 'No exact matches' })).toBeVisible()
  await page.getByRole('button', { name: /^Remove “zeppelin” \(\d+ cars?\)$/ }).click()
  await expect(page).toHaveURL('/search?brand=Tesla')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tesla cars')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test(
  'an endless search word does not make the page wider than a phone',
  { tag: '@full' },
  async ({ page, server }) => {
    await listCars(server, 3)
    await page.setViewportSize({ width: 320, height: 720 })
    await page.goto(`/search?q=${'W'.repeat(200)}&brand=Tesla`)
    await expect(page.getByRole('button', { name: /^Remove “W+” \(\d+ cars?\)$/ })).toBeVisible()
    await expect.poll(() => measureSidewaysScroll(page)).toBe(0)
  },
)

test('a category shows its car count, fixes the make, and hides the make filter', async ({
  page,
  server,
}) => {
  const { seller } = await listCars(server, 9)
  await buildCar(server.ctx, seller.id, { category_name: 'Audi' })
  await useToken(page.context(), seller.token)
  await page.goto('/cars/Tesla')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tesla')
  await expect(page.getByText('9 cars found')).toBeVisible()
  const filters = page.getByRole('region', { name: 'Filters' })
  await expect(filters.getByRole('group', { name: 'Fuel' })).toBeVisible()
  await expect(filters.getByRole('group', { name: 'Make' })).toBeHidden()
  await filters.getByRole('checkbox', { name: 'Gas, 3 cars' }).check()
  await expect(page).toHaveURL('/cars/Tesla?fuel=Petrol')
  await expect(page.getByText('3 cars found')).toBeVisible()
})

test('Back from a car restores the loaded pages and the scroll position', async ({ page, server }) => {
  await listCars(server, 60)
  await page.goto('/search')
  const cards = page.getByRole('region', { name: 'Cars' }).getByRole('article')
  await expect(cards).toHaveCount(24)
  await page.getByRole('button', { name: 'Show 24 more' }).click()
  await expect(cards).toHaveCount(48)
  const far = cards.nth(40).getByRole('heading').getByRole('link')
  await far.scrollIntoViewIfNeeded()
  const scrollPosition = await page.evaluate(() => scrollY)
  expect(scrollPosition).toBeGreaterThan(1000)
  await far.click()
  await expect(page).toHaveURL(/\/car\//)
  await page.goBack()
  await expect(cards).toHaveCount(48)
  await expect.poll(() => page.evaluate((y) => Math.abs(scrollY - y), scrollPosition)).toBeLessThan(5)
})

test(
  'on a phone, the filters open in a sheet that shows how many cars match',
  { tag: '@full' },
  async ({ page, server }) => {
    const { seller } = await listCars(server, 11)
    await buildCar(server.ctx, seller.id, { resell_price: '31,000', fuel: 'Petrol' })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/search?fuel=Electric')
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('checkbox', { name: /^SUV/ }).check()
    await expect(page).toHaveURL('/search?fuel=Electric&body=suv')
    await sheet.getByRole('button', { name: 'Show 4 cars' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.locator('main [role=status]').filter({ hasText: 'found' })).toHaveText('4 cars found')

    // The filters, the sort menu, and the count remain visible while the user scrolls.
    await page.getByRole('article').last().scrollIntoViewIfNeeded()
    await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport()
    await expect(page.getByLabel('Sort')).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('4 cars', { exact: true })).toBeInViewport({ ratio: 1 })
    for (const width of [320, 360, 390, 430]) {
      await page.setViewportSize({ width, height: 740 })
      expect(await page.getByLabel('Sort').evaluate(findCutOptions), `cut at ${width}`).toEqual([])
    }
    await page.getByRole('button', { name: 'Filters (2)' }).click()
    await sheet.getByRole('button', { name: 'Clear all' }).click()
    await expect(sheet.getByRole('button', { name: 'Show 12 cars' })).toBeVisible()
    // A slider change takes effect even if the sheet is closed immediately after it.
    await sheet.getByRole('slider', { name: 'Minimum price' }).press('End')
    await sheet.getByRole('button', { name: /^Show \d/ }).click()
    await expect(page).toHaveURL(/\?priceMin=\d+$/)
    await expect(page.getByRole('article').first()).toBeInViewport()
  },
)

/** Runs in the page. Returns the options that are too long for the field. */
function findCutOptions(field: HTMLElement): string[] {
  const { font, paddingLeft, paddingRight } = getComputedStyle(field)
  const pen = document.createElement('canvas').getContext('2d')!
  pen.font = font
  const availableWidth = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
  return [...(field as HTMLSelectElement).options]
    .map(({ text }) => text)
    .filter((text) => pen.measureText(text).width > availableWidth)
}

test('the keyboard moves a price thumb by bars, collapses a group, and skips to results', async ({
  page,
  server,
}) => {
  const { seller } = await listCars(server, 2)
  for (const resell_price of ['12,000', '18,500', '31,000'])
    await buildCar(server.ctx, seller.id, { resell_price })
  await page.goto('/search')
  const resultCount = page.locator('main [role=status]').filter({ hasText: 'found' })
  await expect(resultCount).toHaveText('5 cars found')
  const filters = page.getByRole('region', { name: 'Filters' })
  const price = filters.getByRole('group', { name: 'Price' })
  const most = price.getByRole('slider', { name: 'Maximum price' })
  await expect(most).toHaveAttribute('aria-valuetext', 'No maximum')

  // This excludes the most expensive bar of the histogram and its cars. Each slider change is a separate
  // history entry.
  await most.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/\?priceMax=\d+$/)
  await expect(resultCount).toHaveText('4 cars found')
  await expect(price.getByRole('textbox', { name: 'Max' })).toHaveValue(/^\$\d\d,\d00$/)
  await expect(most).toHaveAttribute('aria-valuetext', /^\$\d\d,\d00$/)
  const least = price.getByRole('slider', { name: 'Minimum price' })
  await least.focus()
  await page.keyboard.press('End')
  await expect(page).toHaveURL(/\?priceMin=\d+&priceMax=\d+$/)
  await expect(resultCount).toHaveText(/^[01] cars? found$/)
  await page.goBack()
  await expect(resultCount).toHaveText('4 cars found')
  await expect(least).toHaveAttribute('aria-valuetext', 'No minimum')

  const make = filters.getByRole('button', { name: 'Make' })
  await expect(filters.getByRole('checkbox', { name: /^Audi/ })).toBeVisible()
  await make.focus()
  await page.keyboard.press('Enter')
  await expect(make).toHaveAttribute('aria-expanded', 'false')
  await expect(filters.getByRole('checkbox', { name: /^Audi/ })).toBeHidden()

  const skip = page.getByRole('link', { name: 'Skip to results' })
  await skip.focus()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('article').first().getByRole('link', { name: /Audi/ })).toBeFocused()
})

test(
  'if the first search fails, the filters remain, and a new search can succeed',
  { tag: '@full' },
  async ({ page, server }) => {
    const { seller } = await listCars(server, 2)
    await buildCar(server.ctx, seller.id, { resell_price: '31,000' })
    await blockNews(page)
    await page.goto('/terms')
    await page.route(/\/api\/cars/, (route) => route.fulfill({ status: 500 }))
    await page.getByRole('banner').getByRole('link', { name: 'Search cars' }).click()
    const results = page.getByRole('region', { name: 'Cars' })
    await expect(results.getByRole('alert')).toContainText('Something went wrong')
    const price = page.getByRole('region', { name: 'Filters' }).getByRole('group', { name: 'Price' })
    await price.getByRole('textbox', { name: 'Max' }).fill('50,000')
    await page.unroute(/\/api\/cars/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search?priceMax=50000')
    await expect(results.getByRole('article')).toHaveCount(3)
    await expect(price.getByRole('slider', { name: 'Maximum price' })).toBeVisible()
  },
)

test(
  'previous results stay while the next results load, and a failed search is retried',
  { tag: '@full' },
  async ({ page, server }) => {
    await listCars(server, 30)
    await blockNews(page)
    await page.goto('/search')
    const results = page.getByRole('region', { name: 'Cars' })
    const resultCount = page.locator('main [role=status]').filter({ hasText: 'found' })
    await expect(results.getByRole('article')).toHaveCount(24)
    const total = await resultCount.textContent()

    const nextCall = await holdCalls(page, /\/api\/cars\?.*fuel=Petrol/)
    const filters = page.getByRole('region', { name: 'Filters' })
    const gas = filters.getByRole('checkbox', { name: /^Gas/ })
    await gas.check()
    await expect(results).toHaveAttribute('aria-busy', 'true')
    await expect(results.getByRole('article')).toHaveCount(24)
    await (await nextCall()).abort()
    await expect(results.getByRole('alert')).toContainText('No connection')
    await expect(resultCount).toBeHidden()
    await expect(gas).toBeChecked()
    await expect(page.getByRole('button', { name: 'Remove Gas' })).toBeVisible()

    await results.getByRole('button', { name: 'Try again' }).click()
    await expect(results).toHaveAttribute('aria-busy', 'true')
    await (await nextCall()).abort()
    await expect(results.getByRole('alert')).toContainText('No connection')

    // The user can return to the previous results. The app requests the failed results again automatically.
    await page.goBack()
    await expect(results.getByRole('article')).toHaveCount(24)
    await expect(resultCount).toHaveText(total!)
    await page.goForward()
    await expect(results).toHaveAttribute('aria-busy', 'true')
    await (await nextCall()).continue()
    await expect(results.getByRole('article').first()).toContainText('Gas')
    await expect(resultCount).not.toHaveText(total!)
  },
)

test('a next page that fails to load keeps the list, shows an error, and can retry', async ({
  page,
  server,
}) => {
  await listCars(server, 60)
  await blockNews(page)
  await page.goto('/search')
  const cards = page.getByRole('region', { name: 'Cars' }).getByRole('article')
  const resultCount = page.locator('main [role=status]').filter({ hasText: 'found' })
  await expect(cards).toHaveCount(24)
  const total = await resultCount.textContent()
  await page.route(/\/api\/cars\?.*cursor=/, (route) => route.fulfill({ status: 503 }), { times: 1 })
  const moreButton = page.getByRole('button', { name: /^Show \d+ more$/ })
  await moreButton.click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Something went wrong on our end')
  await expect(cards).toHaveCount(24)
  await expect(resultCount).toHaveText(total!)
  await moreButton.click()
  await expect(cards).toHaveCount(48)
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})

test('an unknown filter is explained, and can be removed individually or with all others', async ({
  page,
  server,
}) => {
  await listCars(server, 6)
  await page.goto('/search?fuel=Petrol%2CSteam&body=suv')
  await expect(page.getByRole('heading', { name: 'We don’t recognize one of these filters' })).toBeVisible()
  await expect(page.getByText(/^Fuel: Choose Gas, Diesel, .*, or Hydrogen\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove “Steam”' }).click()
  await expect(page).toHaveURL('/search?fuel=Petrol&body=suv')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL('/search')
  await expect(page.getByRole('article').first()).toBeVisible()

  // With only one filter, the two buttons would do the same, so only one is shown.
  await page.goto('/search?fuel=Steam')
  await expect(page.getByRole('button', { name: 'Clear all filters' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Remove “Steam”' })).toHaveCount(0)
})
