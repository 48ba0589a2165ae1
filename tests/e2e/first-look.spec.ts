import { buildCars } from '../support/factories.ts'
import { expect, test } from '../support/own-server.ts'

const CODE = /\/assets\/index-[^/]+\.js$/

test('a car can be seen before the code is there, and the code takes over without a jump', async ({
  page,
  server,
}) => {
  const [id] = (await buildCars(server.ctx, 1)).ids
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(CODE, async (route) => {
    await arrived
    await route.continue()
  })
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))

  await page.goto(`/car/${id}`, { waitUntil: 'commit' })
  const title = page.locator('h1', { hasText: 'Model 1' })
  await expect(title).toBeVisible()
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const before = await title.boundingBox()
  // What is seen cannot be used yet.
  await expect(page.getByRole('button')).toHaveCount(0)

  arrive()
  await expect(page.getByRole('heading', { level: 1, name: 'Model 1' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Buy/ })).toBeVisible()
  // Not the one of the sheet to print.
  expect(await title.filter({ visible: true }).boundingBox()).toEqual(before)
  expect(calls).not.toContain(`/api/cars/${id}`)
})

test('the code is asked for once the page is painted', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('banner')).toBeVisible()
  const [painted, asked] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/assets\/.+\.js$/.test(name))
        .map(({ startTime }) => startTime),
    ),
  ])
  expect(asked).toBeGreaterThan(painted)
})

test('a page opened behind another is ready when one turns to it', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true })
    PerformanceObserver.prototype.observe = () => {}
    Object.assign(window, { setTimeout: () => 0 })
  })
  const code = page.waitForRequest(CODE)
  await page.goto('/', { waitUntil: 'commit' })
  await code
})

test('a browser that tells nobody what it has painted gets the code all the same', async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {}
  })
  await page.goto('/')
  await expect(page.getByRole('banner')).toBeVisible()
})

test('a link that is pressed before the code is there leads where it says', async ({ page }) => {
  const held: (() => void)[] = []
  await page.route(CODE, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('.first-look a', { hasText: 'Blogs' }).first().click()
  await expect(page).toHaveURL('/blogs')
  for (const release of held) release()
})

test('a drawn button does not look ready, and a press on it does not go to what lies below', async ({
  page,
  server,
}) => {
  await buildCars(server.ctx, 1)
  const held: (() => void)[] = []
  await page.route(CODE, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await page.goto('/search', { waitUntil: 'commit' })
  const buy = page.locator('.first-look article [data-control]', { hasText: 'Buy' })
  await buy.click()
  await expect(buy).toHaveCSS('cursor', 'progress')
  await expect(page).toHaveURL('/search')
  for (const release of held) release()
  await expect(page.getByRole('button', { name: /^Buy .*Model 1$/ })).toHaveCSS('cursor', 'pointer')
})

test('the page stays when the network goes before the last of its code has come', async ({ page }) => {
  await page.route(/\/assets\/ToastHost-/, async (route) => {
    await page.context().setOffline(true)
    await route.abort('internetdisconnected')
  })
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/ToastHost-'))
  await page.goto('/blogs')
  await lost
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('You’re offline')).toBeVisible()
})
