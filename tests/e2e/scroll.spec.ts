import { buildCars } from '../support/factories.ts'
import { delayCalls } from '../support/delayed-calls.ts'
import { expect, test } from '../support/own-server.ts'

const CODE = /\/assets\/index-[^/]+\.js$/

test.beforeEach(async ({ server }) => {
  await buildCars(server.ctx, 20)
})

test('a typed URL opens at its top, regardless of the previous page’s scroll position', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('banner')).toBeVisible()
  for (const address of ['/search', '/', '/']) {
    await expect.poll(() => page.evaluate(() => (scrollTo(0, 600), scrollY))).toBe(600)
    await page.goto(address)
    await expect(page.getByRole('banner')).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
})

test('Back to a typed URL restores its scroll position', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('banner')).toBeVisible()
  await page.evaluate(async () => {
    const scrolled = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }))
    scrollTo(0, 600)
    await scrolled
  })
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(600)
})

test('scroll position, selection, and focus survive when the code loads after the user has scrolled', async ({
  page,
}) => {
  const arrive = await delayCalls(page, CODE)
  // The page requests its code once it has loaded.
  const codeRequest = page.waitForRequest(CODE)
  await page.goto('/search', { waitUntil: 'commit' })
  await codeRequest
  await page.evaluate(() => document.fonts.ready)
  await expect.poll(() => page.evaluate(() => (scrollTo(0, 600), scrollY))).toBe(600)
  const link = page.getByRole('article').nth(4).getByRole('heading').getByRole('link')
  await link.evaluate((element) => {
    element.focus({ preventScroll: true })
    getSelection()!.selectAllChildren(element)
  })
  const selected = await link.innerText()
  arrive()
  await page.waitForLoadState()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(await page.evaluate(() => String(getSelection()))).toBe(selected)
  // A click on a prerendered control makes the page request its code.
  const press = () =>
    page.evaluate(() => {
      document.querySelector<HTMLElement>('.prerender article [data-control]')?.click()
      return document.querySelectorAll('.prerender').length
    })
  await expect.poll(press).toBe(0)
  await expect(link).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(600)
})

test('Back restores the scroll position, and Forward the next page', async ({ page }) => {
  await page.goto('/search')
  const cards = page.getByRole('article')
  await cards.nth(8).scrollIntoViewIfNeeded()
  const scrollPosition = await page.evaluate(() => scrollY)
  expect(scrollPosition).toBeGreaterThan(300)
  await cards.nth(8).getByRole('link', { name: 'Model 12' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Model 12' })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(cards.nth(8)).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(scrollPosition, -1)
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'Model 12' })).toBeVisible()
})

test('a reload preserves the scroll position', async ({ page }) => {
  await page.goto('/search')
  await page.getByRole('article').nth(8).scrollIntoViewIfNeeded()
  const scrollPosition = await page.evaluate(() => scrollY)
  await page.reload()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(scrollPosition, -1)
})
