import { pagePath } from '../../contract/pages.ts'
import { findBarriers, measureSidewaysScroll } from '../support/axe.ts'
import type { Updateable } from 'kysely'
import type { Tables } from '../../server/db/tables.ts'
import { createSearchMatcher } from '../../server/features/searches/match-searches.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson } from '../support/factories.ts'
import { expect, test, useToken } from '../support/own-server.ts'
import { logOut } from './steps.ts'
import type { Page } from '@playwright/test'

test.use({ viewport: { width: 1280, height: 900 } })

const bookmark = (page: Page, name: string) => page.getByRole('button', { name: `Add ${name} to The Kerb` })

const audi = {
  model_name: 'A4 Avant',
  resell_price: '24,900',
  mileage: 38_000,
  body: 'wagon',
  title: 'clean',
} as const
const tesla = {
  category_name: 'Tesla',
  model_name: 'Model 3',
  resell_price: '23,600',
  mileage: 49_200,
  year: 2023,
  body: 'sedan',
  fuel: 'Electric',
} as const

test('a visitor’s cars are compared by a shared link, and move to the account at sign-in', async ({
  page,
  server,
  browser,
}) => {
  const seller = await buildPerson(server.ctx, { account: 'seller' })
  await buildCar(server.ctx, seller.id, audi)
  const teslaId = await buildCar(server.ctx, seller.id, tesla)

  await page.goto('/search')
  await bookmark(page, '2021 Audi A4 Avant').click()
  await expect(bookmark(page, '2021 Audi A4 Avant')).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`/car/${teslaId}`)
  await bookmark(page, '2023 Tesla Model 3').first().focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'See The Kerb' }).click()
  await expect(page).toHaveURL('/shortlist')
  const rows = page.getByRole('list', { name: 'Cars on The Kerb' }).getByRole('article')
  await expect(rows).toHaveCount(2)

  await page.getByRole('button', { name: 'Remove 2021 Audi A4 Avant from The Kerb' }).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('A4 Avant')
  await expect(page.getByRole('heading', { name: 'Recently viewed' })).toBeVisible()

  await page.getByRole('checkbox', { name: 'Compare 2021 Audi A4 Avant' }).check()
  await page.getByRole('checkbox', { name: 'Compare 2023 Tesla Model 3' }).check()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Compare 2 cars' }).click()
  await expectComparison(page)
  await page.goBack()
  await expect(page.getByRole('checkbox', { name: 'Compare 2023 Tesla Model 3' })).toBeChecked()
  await page.goForward()
  await expectComparison(page)
  expect(await findBarriers(page)).toEqual([])

  const stranger = await browser.newContext({ viewport: { width: 320, height: 700 } })
  const shared = await stranger.newPage()
  await shared.goto(`${page.url()},unknown`)
  await expectComparison(shared)
  await expect(shared.getByText('1 car of this link can’t be shown')).toBeVisible()
  expect(await measureSidewaysScroll(shared)).toBe(0)
  expect(await findBarriers(shared)).toEqual([])
  await stranger.close()

  const buyer = await buildPerson(server.ctx)
  await useToken(page.context(), buyer.token)
  await page.goto('/blogs')
  await expect(page.getByText('2 cars added to The Kerb')).toBeVisible()
  await page.goto('/shortlist')
  await expect(rows).toHaveCount(2)
  expect(await page.evaluate(() => localStorage.getItem('kerblight.shortlist'))).toBeNull()
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await measureSidewaysScroll(page)).toBe(0)
  await page.getByRole('button', { name: 'Remove 2023 Tesla Model 3 from The Kerb' }).click()
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(rows).toHaveCount(1)
})

async function expectComparison(page: Page): Promise<void> {
  const table = page.getByRole('table')
  const cell = (row: string) => table.getByRole('row', { name: row }).locator('[data-best]')
  await expect(table.getByRole('columnheader').getByRole('link')).toHaveText([
    '2021 Audi A4 Avant',
    '2023 Tesla Model 3',
  ])
  await expect(cell('Price')).toContainText('Lowest price by $1,300')
  await expect(cell('Mileage')).toContainText('Lowest mileage by 11,200 mi')
  await expect(cell('Year')).toContainText('Newest by 2 years')
  const title = table.getByRole('row', { name: /^Title Clean/ })
  await expect(title).toContainText('Unknown')
  await expect(title.locator('[data-best]')).toHaveCount(0)
}

test('two tabs of a visitor show the same cars, and removed cars keep their names', async ({
  page,
  server,
}) => {
  const seller = await buildPerson(server.ctx, { account: 'seller' })
  const id = await buildCar(server.ctx, seller.id, { model_name: 'S6 Sedan' })
  await page.goto('/shortlist')
  await expect(page.getByRole('heading', { name: 'Pull up the cars you like' })).toBeVisible()
  const otherTab = await page.context().newPage()
  await otherTab.goto(`/car/${id}`)
  await bookmark(otherTab, '2021 Audi S6 Sedan').first().click()
  await expect(page.getByRole('article', { name: '2021 Audi S6 Sedan' }).first()).toBeVisible()

  await server.ctx.db.updateTable('cars').set({ state: 'withdrawn' }).where('id', '=', id).execute()
  await page.reload()
  const row = page.getByRole('list', { name: 'Cars on The Kerb' }).getByRole('article')
  await expect(row).toContainText('No longer listed')
  await page.getByRole('button', { name: 'Remove 2021 Audi S6 Sedan from The Kerb' }).click()
  await expect(row).toHaveCount(0)
})

test('a visitor hides a car from results, and shows it again', async ({ page, server }) => {
  const seller = await buildPerson(server.ctx, { account: 'seller' })
  await buildCar(server.ctx, seller.id, { model_name: 'RS3 Hidden' })
  await buildCar(server.ctx, seller.id, { model_name: 'RS3 Shown' })
  await page.goto('/search?q=RS3')
  const cards = page.getByRole('region', { name: 'Cars' }).getByRole('article')
  await expect(cards).toHaveCount(2)
  await page.getByRole('button', { name: 'More for 2021 Audi RS3 Hidden' }).click()
  await page.getByRole('menuitem', { name: 'Not interested' }).click()
  await expect(cards).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards).toHaveCount(2)
  await page.getByRole('button', { name: 'More for 2021 Audi RS3 Hidden' }).click()
  await page.getByRole('menuitem', { name: 'Not interested' }).click()
  await page.reload()
  await expect(cards).toHaveCount(1)
  await expect(page.getByText('1 hidden car')).toBeVisible()
  await expect(page.getByText('2 cars found, 1 hidden')).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(cards).toHaveCount(2)
})

test(
  'failed changes are reverted, and a signed-out browser shows no car of the account',
  { tag: '@full' },
  async ({ page, server }) => {
    const seller = await buildPerson(server.ctx, { account: 'seller' })
    for (const model_name of ['RS4 One', 'RS4 Two']) await buildCar(server.ctx, seller.id, { model_name })
    const one = bookmark(page, '2021 Audi RS4 One')
    const two = bookmark(page, '2021 Audi RS4 Two')
    await useToken(page.context(), (await buildPerson(server.ctx)).token)
    await page.goto('/search?q=RS4')
    await expect(one).toHaveAttribute('aria-pressed', 'false')

    const held: (() => Promise<void>)[] = []
    await page.route('**/api/shortlist/*', (route) => void held.push(() => route.abort()))
    await page.route('**/api/shortlist', (route) => route.abort())
    await one.click()
    await two.click()
    await expect(one).toHaveAttribute('aria-pressed', 'true')
    await expect(two).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => held.length).toBe(2)
    for (const fail of held) await fail()
    await expect(one).toHaveAttribute('aria-pressed', 'false')
    await expect(two).toHaveAttribute('aria-pressed', 'false')

    await page.unrouteAll()
    await one.click()
    await one.click()
    await two.click()
    await expect(one).toHaveAttribute('aria-pressed', 'false')
    await page.goto('/shortlist')
    const rows = page.getByRole('list', { name: 'Cars on The Kerb' }).getByRole('article')
    await expect(rows).toHaveText(/RS4 Two/)
    await logOut(page)
    await page.getByRole('link', { name: 'The Kerb' }).first().click()
    await expect(page.getByRole('heading', { name: 'Pull up the cars you like' })).toBeVisible()
  },
)

test('a user’s shortlist shows the changes since a car was added, and has a setting for emails', async ({
  page,
  server,
}) => {
  const { ctx, url } = server
  const seller = await buildPerson(ctx, { account: 'seller' })
  const user = await buildPerson(ctx)
  const cheaper = await buildCar(ctx, seller.id, audi)
  const returned = await buildCar(ctx, seller.id, tesla)
  const { token } = user
  for (const carID of [cheaper, returned]) await call(url, 'addToShortlist', { token, params: { carID } })
  const match = createSearchMatcher()
  const update = (id: string, change: Updateable<Tables['cars']>) =>
    ctx.db.updateTable('cars').set(change).where('id', '=', id).execute()
  await update(cheaper, { price_minor: 2_440_000, resell_price: '24,400' })
  await update(returned, { state: 'sold' })
  await match(ctx)
  await useToken(page.context(), token)
  await page.goto('/shortlist')
  const rows = page.getByRole('list', { name: 'Cars on The Kerb' }).getByRole('article')
  await expect(rows.filter({ hasText: 'A4 Avant' })).toContainText('Price dropped $500 since you saved it')
  await expect(rows.filter({ hasText: 'Tesla' })).toContainText('Sold')
  await update(returned, { state: 'instock' })
  await match(ctx)
  await expect(rows.filter({ hasText: 'Tesla' })).toContainText('For sale again')

  const setting = page.getByLabel('Emails about these cars')
  await expect(setting).toHaveValue('daily')
  await setting.selectOption('Weekly')
  await expect
    .poll(async () => (await call(url, 'getShortlistEmails', { token })).body)
    .toEqual({ every: 'weekly' })
  await page.route('**/api/shortlist/emails', (route) => route.abort())
  await setting.selectOption('Never')
  await expect(page.getByText('We can’t reach Kerblight')).toBeVisible()
  await expect(setting).toHaveValue('weekly')
  expect(await findBarriers(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await measureSidewaysScroll(page)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })

  await ctx.db.updateTable('users').set({ email_verified: 0 }).where('id', '=', user.id).execute()
  await page.reload()
  await expect(page.getByText('The email setting couldn’t be loaded.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Confirm your email address to get them.')).toBeVisible()

  const stored = await ctx.db
    .selectFrom('shortlist_emails')
    .select('token')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  await page.goto(pagePath('stopAlerts', stored))
  await page.getByRole('button', { name: 'Stop emails' }).click()
  await expect(page.getByText('Emails stopped')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'The Kerb' }).click()
  await expect(page).toHaveURL('/shortlist')
})

test('a sign-out removes the account’s cars from the browser, even if a removal is undone afterward', async ({
  page,
  server,
}) => {
  const seller = await buildPerson(server.ctx, { account: 'seller' })
  const { token } = await buildPerson(server.ctx)
  for (const car of [audi, tesla]) {
    const params = { carID: await buildCar(server.ctx, seller.id, car) }
    await call(server.url, 'addToShortlist', { token, params })
  }
  await useToken(page.context(), token)
  await page.goto('/shortlist')
  const rows = page.getByRole('list', { name: 'Cars on The Kerb' }).getByRole('article')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove 2021 Audi A4 Avant from The Kerb' }).click()
  await expect(rows).toHaveCount(1)
  await logOut(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'The Kerb' }).first().click()
  await expect(page.getByRole('heading', { name: 'Pull up the cars you like' })).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toContain('A4 Avant')
  expect(stored).not.toContain('Model 3')
})
