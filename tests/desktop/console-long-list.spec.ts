import type { Page } from '@playwright/test'
import { newAccount } from '../support/e2e.ts'
import { holdCalls } from '../support/delayed-calls.ts'
import { listCar } from '../e2e/market.ts'
import { expect, test } from './desktop-test.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

const CARS = 420
const CARS_PER_BATCH = 20

/** Creates a dealer with `CARS` cars, from `Model 0001`, the oldest. */
async function dealerWithMany(baseURL: string) {
  const dealer = await newAccount(baseURL, 'seller', 'Lena Lot')
  const names = Array.from({ length: CARS }, (_, index) => `Model ${String(index + 1).padStart(4, '0')}`)
  for (let from = 0; from < CARS; from += CARS_PER_BATCH)
    await Promise.all(
      names
        .slice(from, from + CARS_PER_BATCH)
        .map((modelName) => listCar(baseURL, dealer.token, { modelName })),
    )
  return dealer
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Runs in the page. Records how many rows each update draws. */
function countDrawnRows(grid: Element): number[] {
  const counts: number[] = []
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
    const rows = added.filter((node) => node instanceof Element && node.matches('.grid-row:not([aria-busy])'))
    if (rows.length > 0) counts.push(rows.length)
  }).observe(grid, { subtree: true, childList: true })
  return counts
}

test('a long list loads the rows in view and renders only the visible rows', async ({ start, baseURL }) => {
  const dealer = await dealerWithMany(baseURL!)
  const { app, page } = await start({ keychain: 'none' })
  await signInAs(page, dealer.email)
  // A set is enough: live updates about other users' changes only repeat the same requests.
  const requested = new Set<string>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/allCars') && searchParams.has('offset'))
      requested.add(`${searchParams.get('sort')} ${searchParams.get('offset')}`)
  })
  await chooseCommand(app, 'myCars')
  const grid = page.getByRole('grid', { name: 'My cars' })
  const rows = grid.getByRole('row')
  await expect(rowOf(page, 'Model 0420')).toBeVisible()
  const heading = page.getByRole('button', { name: 'Model Name' })
  await test.step('prefetches the sorted list when the pointer rests on a heading', async () => {
    await heading.hover()
    await expect.poll(() => [...requested]).toEqual(['newest 0', 'name 0'])
    await heading.click()
    await expect(rowOf(page, 'Model 0001')).toBeVisible()
    await expect.poll(() => [...requested]).toEqual(['newest 0', 'name 0', '-name 0'])
    // This simulates a press without a previous hover and without a release. The press itself must load the
    // new order.
    await page.getByRole('button', { name: 'Resell Price', exact: true }).dispatchEvent('pointerdown')
    await expect.poll(() => [...requested].at(-1)).toBe('price 0')
  })
  await expect(grid).toHaveAttribute('aria-rowcount', String(CARS + 1))

  await test.step('loads the rows at a new scroll position and stays there during loading', async () => {
    const nextCall = await holdCalls(page, /\/api\/allCars\?.*offset=300/)
    const box = page.locator('.grid-box')
    await box.evaluate((element) => element.scrollTo({ top: 340 * 36 }))
    const call = await nextCall()
    expect(await box.evaluate(({ scrollTop }) => scrollTop)).toBe(340 * 36)
    await call.continue()
    await expect(rowOf(page, 'Model 0345')).toBeInViewport()
    await box.evaluate((element) => element.scrollTo({ top: 0 }))
    await expect(rowOf(page, 'Model 0001')).toBeInViewport()
  })

  await test.step('jumps to the last row without loading the rows between', async () => {
    const drawnRowCounts = await page.getByRole('grid').evaluateHandle(countDrawnRows)
    await rowOf(page, 'Model 0001').focus()
    await page.keyboard.press('End')
    await expect(rowOf(page, 'Model 0420')).toBeFocused()
    await expect(rowOf(page, 'Model 0420')).toBeInViewport()
    await expect(rowOf(page, 'Model 0405')).toBeVisible()
    const counts = await drawnRowCounts.evaluate((counts) => counts)
    expect(counts.length).toBeGreaterThan(1)
    expect(Math.max(...counts)).toBeLessThanOrEqual(10)
    expect(await rows.count()).toBeLessThan(60)
    expect([...requested]).not.toContain('name 100')
    expect([...requested]).not.toContain('name 200')
  })

  await test.step('preserves a selection at the end of the list', async () => {
    await page.keyboard.press('Space')
    await page.keyboard.press('Home')
    await expect(rowOf(page, 'Model 0001')).toBeFocused()
    await page.keyboard.press('PageDown')
    await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveText('1 of 420 selected')
    await page.keyboard.press('End')
    await expect(rowOf(page, 'Model 0420')).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('finds rows by text and deselects hidden rows', async () => {
    await page.getByRole('textbox', { name: 'Find in this list' }).fill('model 0410')
    await expect(rowOf(page, 'Model 0410')).toBeVisible()
    await expect(grid).toHaveAttribute('aria-rowcount', '2')
    await expect(page.getByRole('button', { name: 'In stock 1' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveText(
      '0 of 1 selected. 1 car was hidden and is no longer selected.',
    )
    await page.getByRole('button', { name: 'Empty the search' }).click()
    await expect(grid).toHaveAttribute('aria-rowcount', String(CARS + 1))
  })

  await test.step('restores the scroll position when the user returns to the list', async () => {
    await page.locator('.grid-box').evaluate((box) => box.scrollTo({ top: 250 * 36 }))
    const car = rowOf(page, 'Model 0256').getByRole('link', { name: /Model 0256/ })
    await car.click()
    await expect(page.getByRole('heading', { name: /Model 0256/, level: 1 })).toBeVisible()
    await page.goBack()
    await expect(rowOf(page, 'Model 0256')).toBeInViewport()
  })
})
