import type { Page } from '@playwright/test'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { REVERT_BATCH_CARS } from '../../contract/cars/change-limits.ts'
import type { ChangeSet } from '../../contract/cars/car-changes.ts'
import type { CarImport } from '../../contract/imports.ts'
import { measureSidewaysScroll } from '../support/axe.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { breakCalls, findTableRow, undo, blockNews } from './dashboard-steps.ts'
import { addImport, listCar, newAdmin } from './market.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

test('a seller finds changes made together, opens them, and reverts them by keyboard', async ({
  page,
  baseURL,
}) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const newLocation = { location: 'Portland' }
  const cars = [await listCar(baseURL!, token, newLocation), await listCar(baseURL!, token, newLocation)]
  const change = (to: object, ids = cars.map(({ _id }) => _id)) =>
    apiCall(baseURL!, 'PATCH', '/cars', token, { ids, change: to })
  await useToken(page.context(), token)
  await page.goto('/dashboard/changes')
  await expect(findTableRow(page, 'Added')).toHaveCount(2)

  await test.step('a change made elsewhere appears automatically', async () => {
    await change({ resellPrice: '23,900', location: 'Boise' })
    await expect(findTableRow(page, 'Edited: Location and Price')).toContainText('Can be reverted')
    await expect(findTableRow(page, 'Edited: Location and Price')).toContainText('and 1 more')
  })

  await test.step('it expands to its cars with each field before and after', async () => {
    await page.getByRole('link', { name: /^Edited: / }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Edited: /)
    const changed = page.getByRole('region', { name: 'Changed cars' }).getByRole('listitem')
    await expect(changed).toHaveCount(2)
    await expect(changed.first()).toContainText(/Price.*\$24,900.*\$23,900/s)
    await expect(changed.first()).toContainText(/Location.*Portland.*Boise/s)
  })

  await test.step('the confirmation explains the revert, and fields that cannot be reverted are listed with the reason', async () => {
    await change({ location: 'Salem' }, [cars[0]!._id])
    await page.getByRole('button', { name: 'Revert 2 cars' }).press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Revert this change to 2 cars?' })
    await expect(question).toContainText('Each car becomes what it was before')
    await question.getByRole('button', { name: 'Revert 2 cars' }).press('Enter')
    const skippedNotice = page.getByRole('alert').filter({ hasText: 'Some fields stay unchanged' })
    await expect(skippedNotice).toContainText('Location: changed since.')
    await expect(page.getByText('Reverted on', { exact: false })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Revert 2 cars' })).toHaveCount(0)
    expect(await focused(page)).toContain('2 cars')
  })

  await test.step('Undo cancels the revert', async () => {
    await undo(page, 'Reverted')
    await expect(page.getByRole('button', { name: 'Revert 2 cars' })).toBeVisible()
    await navigateInApp(page, '/dashboard/changes')
    await expect(findTableRow(page, 'Undone: Location and Price')).toBeVisible()
  })

  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => measureSidewaysScroll(page)).toBe(0)
  }
})

test(
  'a large change shows the progress of its revert, and undo restores it',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const count = REVERT_BATCH_CARS + 1
    const rows = Array.from({ length: count }, (_, index) => `R${index},Audi,A4,${20_000 + index}`)
    const id = await addImport(baseURL!, token, ['stock_no,make,model,price', ...rows].join('\n'))
    const state = async () => (await apiCall<CarImport>(baseURL!, 'GET', `/imports/${id}`, token)).state
    await expect.poll(state, { timeout: 30_000 }).toBe('ready')
    await apiCall(baseURL!, 'POST', `/imports/${id}/apply`, token, {})
    await expect.poll(state, { timeout: 30_000 }).toBe('applied')
    const [set] = await apiCall<ChangeSet[]>(baseURL!, 'GET', '/change-sets', token)

    await useToken(page.context(), token)
    await page.goto(`/dashboard/changes/${set!._id}`)
    const question = page.getByRole('alertdialog')
    await page.getByRole('button', { name: 'Revert 1,001 cars' }).press('Enter')
    // The modified response shows a running revert, even if the real revert is fast.
    await page.route(/\/api\/change-sets\/[^/]+$/, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as ChangeSet
      const revert = body.revert && { ...body.revert, state: 'reverting' as const, done: 420 }
      await route.fulfill({ response, json: { ...body, ...(revert && { revert }) } })
    })
    await question.getByRole('button', { name: 'Revert 1,001 cars' }).press('Enter')
    await expect(page.getByText('Reverting: 420 of 1,001 cars.')).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '42')
    await expect(page.getByRole('button', { name: 'Revert 1,001 cars' })).toHaveCount(0)
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => measureSidewaysScroll(page)).toBe(0)
    }

    await page.unrouteAll({ behavior: 'wait' })
    await expect(page.getByText('Reverted on', { exact: false })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo the revert' }).press('Enter')
    await expect(page.getByText('Can be reverted')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('button', { name: 'Undo the revert' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Revert 1,001 cars' })).toBeVisible()
  },
)

test(
  'an admin sees every user’s changes, but a seller cannot open another seller’s change',
  { tag: '@full' },
  async ({ page, baseURL, secondContext }) => {
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const car = await listCar(baseURL!, seller.token)
    await apiCall(baseURL!, 'PATCH', '/cars', seller.token, {
      ids: [car._id],
      change: { resellPrice: '23,900' },
    })
    const [set] = await apiCall<{ _id: string }[]>(baseURL!, 'GET', '/change-sets', seller.token)
    const admin = await newAdmin(baseURL!)
    await useToken(page.context(), admin.token)
    await page.goto('/dashboard/changes')
    await expect(findTableRow(page, car.carName).filter({ hasText: 'Edited: Price' })).toContainText(
      'Sam Seller',
    )

    const otherSeller = await newAccount(baseURL!, 'seller', 'Olive Other')
    const otherContext = await secondContext()
    await useToken(otherContext, otherSeller.token)
    const window = await otherContext.newPage()
    await window.goto(`/dashboard/changes/${set!._id}`)
    await expect(window.getByRole('heading', { name: 'We couldn’t find that change' })).toBeVisible()
    await window.getByRole('link', { name: 'Back to changes' }).click()
    await expect(window.getByRole('heading', { name: 'No changes yet' })).toBeVisible()
  },
)

test(
  'a change list that fails to load shows the error and offers a retry',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
    await useToken(page.context(), token)
    await breakCalls(page, /\/api\/change-sets/, 'GET')
    await blockNews(page)
    await page.goto('/dashboard/changes')
    await expect(page.getByRole('alert').getByText('Something went wrong on our end.')).toBeVisible()
    const setsRequest = page.waitForRequest(/\/api\/change-sets/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await setsRequest
    await page.unroute(/\/api\/change-sets/)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No changes yet' })).toBeVisible()
  },
)
