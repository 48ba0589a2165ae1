import type { Page } from '@playwright/test'
import { buildCar, buildCars, buildPerson, buildReview } from '../support/factories.ts'
import { delayCalls, holdCalls } from '../support/delayed-calls.ts'
import { expect, test } from '../support/own-server.ts'

const CODE = /\/assets\/index-[^/]+\.js$/

test('a car is visible before the code has loaded, and the code starts without a layout shift', async ({
  page,
  server,
}) => {
  const [id] = (await buildCars(server.ctx, 1)).ids
  const arrive = await delayCalls(page, CODE)
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))

  await page.goto(`/car/${id}`, { waitUntil: 'commit' })
  const title = page.locator('h1', { hasText: 'Model 1' })
  await expect(title).toBeVisible()
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const before = await title.boundingBox()
  // The prerendered page is not interactive yet.
  await expect(page.getByRole('button')).toHaveCount(0)

  arrive()
  await expect(page.getByRole('heading', { level: 1, name: 'Model 1' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Buy/ })).toBeVisible()
  // The print sheet has a heading, too, which must not be measured.
  expect(await title.filter({ visible: true }).boundingBox()).toEqual(before)
  expect(calls).not.toContain(`/api/cars/${id}`)
})

test(
  'slide controls stay in place with reduced motion, which stops the slides',
  { tag: '@full' },
  async ({ page, server }) => {
    await buildCars(server.ctx, 1)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const nextCode = await holdCalls(page, CODE)
    const controls = page.locator('.hero .slide-controls')
    for (const width of [390, 412, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/', { waitUntil: 'commit' })
      await page.evaluate(() => document.fonts.ready)
      const code = await nextCode()
      await expect(controls).toContainText('Pause')
      const before = await controls.boundingBox()
      await code.continue()
      await expect(controls.getByRole('button', { name: 'Play' })).toBeVisible()
      expect(await controls.boundingBox(), `${width} px`).toEqual(before)
    }
  },
)

test('server-rendered content does not move when the client renders, on phones and desktops', async ({
  page,
  server,
}) => {
  const seller = await buildPerson(server.ctx, { full_name: 'Rita Reader' })
  await buildReview(server.ctx, seller.id, { text: 'Quick and honest.' })
  const [id] = (await buildCars(server.ctx, 3)).ids
  const nextCode = await holdCalls(page, CODE)
  const phone = { width: 390, height: 800 }
  const desk = { width: 1280, height: 800 }
  for (const [size, paths] of [
    [phone, ['/', '/search', `/car/${id}`, '/reviews', '/login']],
    [desk, ['/', '/search']],
  ] as const) {
    await page.setViewportSize(size)
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'commit' })
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      await page.evaluate(() => document.fonts.ready)
      // The page requests its code once it has loaded.
      const code = await nextCode()
      const before = await readLayout(page)
      expect(before.length, path).toBeGreaterThan(3)
      await code.continue()
      await expect(page.locator('.prerender')).toHaveCount(0)
      const after = await readLayout(page)
      const moved = before.filter((line) => !after.includes(line))
      expect(moved, path).toEqual([])
    }
  }
})

/** Returns the main part's visible words and images, each with its position and size. */
function readLayout(page: Page): Promise<string[]> {
  return page
    .locator('main')
    .locator('h1, h2, h3, p, label, img, svg, .avatar, .input, .stars')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          const text = element.matches('label, .input') ? 'field' : (element.textContent ?? '')
          return `${text} at ${[x, y, width, height].map(Math.round).join(' ')}`
        }),
    )
}

test('the code is requested after the first paint', async ({ page }) => {
  await page.addInitScript(() => {
    const { setTimeout } = window
    // This disables the two-second fallback for browsers that report no paint. On a busy machine, it might
    // fire before the first paint.
    const skipDelay = (then: () => void, delay: number) => (delay === 2000 ? 0 : setTimeout(then, delay))
    Object.assign(window, { setTimeout: skipDelay })
  })
  await page.goto('/')
  await expect(page.getByRole('banner')).toBeVisible()
  const [painted, requestedAt] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/assets\/.+\.js$/.test(name))
        .map(({ startTime }) => startTime),
    ),
  ])
  expect(requestedAt).toBeGreaterThan(painted)
})

test('a page opened in a background tab loads its code', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true })
    PerformanceObserver.prototype.observe = () => {}
    Object.assign(window, { setTimeout: () => 0 })
  })
  const code = page.waitForRequest(CODE)
  await page.goto('/', { waitUntil: 'commit' })
  await code
})

test('a browser that reports no paint still loads the code', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {}
  })
  await page.goto('/')
  await expect(page.getByRole('banner')).toBeVisible()
})

test('a link pressed before the code loads leads to its destination', async ({ page }) => {
  const arrive = await delayCalls(page, CODE)
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('.prerender a', { hasText: 'Blogs' }).first().click()
  await expect(page).toHaveURL('/blogs')
  arrive()
})

test('details that a visitor opens before the code loads stay open', async ({ page, server }) => {
  const seller = await buildPerson(server.ctx, { account: 'seller', verified: 1 })
  const id = await buildCar(server.ctx, seller.id)
  const arrive = await delayCalls(page, CODE)
  await page.goto(`/car/${id}`, { waitUntil: 'commit' })
  await page.locator('.prerender').getByText('What does this mean?').click()
  arrive()
  await expect(page.getByRole('button', { name: /^Buy/ })).toBeVisible()
  await expect(page.getByText('Our team has verified this seller.')).toBeVisible()
})

test('a prerendered button looks busy, and a press on it does not reach the link below', async ({
  page,
  server,
}) => {
  await buildCars(server.ctx, 1)
  const arrive = await delayCalls(page, CODE)
  await page.goto('/search', { waitUntil: 'commit' })
  const buy = page.locator('.prerender article [data-control]', { hasText: 'Buy' })
  await buy.click()
  await expect(buy).toHaveCSS('cursor', 'progress')
  await expect(page).toHaveURL('/search')
  arrive()
  await expect(page.getByRole('button', { name: /^Buy .*Model 1$/ })).toHaveCSS('cursor', 'pointer')
})

test('a failure to load the code is reported, with a link to reload', async ({ page }) => {
  await page.route(CODE, (route) => route.abort())
  await page.goto('/blogs', { waitUntil: 'commit' })
  await expect(page.getByRole('alert')).toHaveText('Part of this page didn’t load. Reload the page.')
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Reload the page' }).click()
  await expect(page.locator('.prerender')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test(
  'the page remains usable if the network fails before all of its code has loaded',
  { tag: '@full' },
  async ({ page }) => {
    await page.route(/\/assets\/ToastHost-/, async (route) => {
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
    })
    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/ToastHost-'))
    await page.goto('/blogs')
    await lost
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('You’re offline')).toBeVisible()
  },
)
