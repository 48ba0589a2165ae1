import type { Page } from '@playwright/test'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { startAgain } from './launch.ts'
import {
  expect,
  holdResponses,
  formatNumberedName,
  findListRow,
  signInAsAdmin,
  test,
  buildUserRow,
  watchList,
} from './long-lists.ts'
import { chooseCommand } from './steps.ts'

/** Number of rows, more than the console ever loads from the beginning of a list. */
const MANY = 2600

test.beforeEach(async ({ server }) => {
  const { db } = server.ctx
  for (let from = 1; from <= MANY; from += 200)
    await db
      .insertInto('users')
      .values(Array.from({ length: 200 }, (_, index) => buildUserRow(from + index)))
      .execute()
})

test.slow()

test(
  'a link scrolls its row into view from any position in the list',
  { tag: '@full' },
  async ({ start, admin }) => {
    const { page, options } = await start({ keychain: 'none' })
    await signInAsAdmin(page, admin)
    const watched = watchList(page, 'listSellers')
    await startAgain({ ...options, args: ['kerblight://dashboard/allsellers?open=user-7'] })
    await expectOpen(page, 7)
    expect(watched.take().length).toBeLessThan(8)
    expect(watched.rejected).toEqual([])

    // The arrow keys continue from that row.
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowUp')
    await expect(findListRow(page, 'Robin 0008')).toBeFocused()

    await navigateInApp(page, '/dashboard/allsellers?open=user-1400')
    await expectOpen(page, 1400)
  },
)

test(
  'a link finds its row in any order and clears a search or filter hiding it',
  { tag: '@full' },
  async ({ start, admin }) => {
    const { app, page } = await start({ keychain: 'none' })
    await signInAsAdmin(page, admin)
    await chooseCommand(app, 'allSellers')
    await page.getByRole('button', { name: 'Email', exact: true }).click()
    await expect(findListRow(page, 'robin100@people.test')).toBeInViewport()
    await navigateInApp(page, '/dashboard/allsellers?open=user-999')
    await expectOpen(page, 999)
    await page.keyboard.press('ArrowUp')
    await expect(findListRow(page, 'robin998@people.test')).toBeFocused()
    await page.keyboard.press('Escape')

    const find = page.getByRole('textbox', { name: 'Find in this list' })
    await find.fill('robin99')
    await expect(findListRow(page, 'Robin 0999')).toBeVisible()
    await page
      .getByRole('group', { name: /^Show by/ })
      .getByRole('button', { name: /^Verified/ })
      .click()
    await expect(page.getByRole('grid', { name: 'All sellers' })).toHaveAttribute('aria-rowcount', '3')
    await navigateInApp(page, '/dashboard/allsellers?open=user-2401')
    await expectOpen(page, 2401)
    await expect(find).toHaveValue('')
  },
)

test(
  'a missing row is reported, and a failed lookup shows its reason',
  { tag: '@full' },
  async ({ start, admin }) => {
    const { page } = await start({ keychain: 'none' })
    await signInAsAdmin(page, admin)
    const watched = watchList(page, 'listSellers')
    await navigateInApp(page, '/dashboard/allsellers?open=nobody')
    await expect(page.getByText('That item is no longer in this list')).toBeVisible()
    expect(watched.take().length).toBeLessThan(4)

    await page.route(/\/api\/users\/sellers\?.*from=/, (route) => route.abort())
    await navigateInApp(page, '/dashboard/allsellers?open=user-3')
    await expect(page.getByText('We can’t reach Kerblight. Check your connection.')).toBeVisible()
  },
)

test(
  'pressing End during a sort focuses the last row of the sorted list',
  { tag: '@full' },
  async ({ start, admin }) => {
    const { app, page } = await start({ keychain: 'none' })
    await signInAsAdmin(page, admin)
    await chooseCommand(app, 'allSellers')
    await expect(findListRow(page, formatNumberedName('Robin', MANY))).toBeFocused()
    const release = await holdResponses(page)
    await Promise.all([
      page.waitForResponse(/sellers\?.*sort=email/),
      page.getByRole('button', { name: 'Email', exact: true }).click(),
    ])
    await findListRow(page, formatNumberedName('Robin', MANY)).focus()
    await page.keyboard.press('End')
    await release()
    const last = findListRow(page, 'robin9@people.test')
    await expect(last).toBeFocused()
    await expect(last).toBeInViewport({ ratio: 1 })
  },
)

async function expectOpen(page: Page, index: number): Promise<void> {
  const row = findListRow(page, formatNumberedName('Robin', index))
  await expect(row).toBeFocused()
  await expect(row.getByRole('gridcell').nth(1)).toBeInViewport({ ratio: 1 })
  await expect(
    page
      .getByRole('complementary', { name: 'Details' })
      .getByRole('heading', { name: formatNumberedName('Robin', index) }),
  ).toBeVisible()
}
