import type { Page } from '@playwright/test'
import type { EndpointName } from '../../contract/api/paths.ts'
import { apiPath } from '../../contract/api/paths.ts'
import type { PublicConfig } from '../../contract/config.ts'
import type { Row } from '../../server/db/tables.ts'
import { apiCall, newAccount } from '../support/e2e.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { expect, test as base } from './desktop-test.ts'
import { signInAs } from './steps.ts'

export { expect }

/** The test fixture for lists of all users' data: an admin, and a server with only the test's own data. */
export const test = base.extend<{ server: TestServer; admin: { id: string; email: string } }>({
  server: async ({ playwright: _playwright }, use, { project }) => {
    const { identity, stripe } = await apiCall<PublicConfig>(project.use.baseURL!, 'GET', '/config')
    const server = await startTestServer({
      identityUrl: identity.emulatorUrl!,
      stripeUrl: new URL(stripe.script!).origin,
    })
    await use(server)
    await server.close()
  },
  baseURL: ({ server }, use) => use(server.url),
  admin: async ({ server }, use) => {
    const { email } = await newAccount(server.url, 'buyer', 'Ada Admin')
    const { db } = server.ctx
    await db.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute()
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await use({ id, email })
  },
})

export const ROWS = 320

/** Returns a numbered name. `Robin 0001` is the oldest, and `Robin 0320` is the newest. */
export function formatNumberedName(name: string, number: number): string {
  return `${name} ${String(number).padStart(4, '0')}`
}

export const formatMinute = (number: number) => new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString()

/** Builds a seller: `user-7` is Robin 0007. */
export function buildUserRow(number: number, fields: Partial<Row<'users'>> = {}): Row<'users'> {
  return {
    id: `user-${number}`,
    uid: `uid-${number}`,
    email: `robin${number}@people.test`,
    email_verified: number % 4 === 0 ? 0 : 1,
    email_at: null,
    full_name: formatNumberedName('Robin', number),
    photo_url: '/art/avatar.svg',
    account: 'seller',
    account_chosen: 1,
    saved_at: formatMinute(number),
    role: 'user',
    verified: number % 5 === 0 ? 1 : 0,
    created_at: formatMinute(number),
    deleted_at: null,
    zip: null,
    ...fields,
  }
}

/** Records the sorts and offsets that a page requests for a list, and the server's rejections. */
export function watchList(page: Page, list: EndpointName) {
  let requested: string[] = []
  const rejected: number[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    // A request with a limit of 1 only counts the list.
    if (pathname === apiPath(list) && searchParams.has('offset') && searchParams.get('limit') !== '1')
      requested.push(`${searchParams.get('sort')} ${searchParams.get('offset')}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) rejected.push(response.status())
  })
  return {
    rejected,
    take() {
      const earlierRequests = requested
      requested = []
      return earlierRequests
    },
  }
}

/** Holds back the responses to the page until the returned function is called. */
export async function holdResponses(page: Page): Promise<() => Promise<void>> {
  const gate = await page.evaluateHandle(() => {
    const { fetch } = window
    const release = Promise.withResolvers<void>()
    window.fetch = async (...call) => {
      const response = await fetch(...call)
      await release.promise
      return response
    }
    return release
  })
  return () => gate.evaluate((release) => release.resolve())
}

export const findListRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

export async function signInAsAdmin(page: Page, admin: { email: string }): Promise<void> {
  await signInAs(page, admin.email)
}

/**
 * A long list to test. The server provides any offset, order, search, and filter; a change reloads only the
 * visible rows.
 */
export interface LongList {
  page: Page
  list: EndpointName
  caption: string
  count: number
  /** Returns a row's name by its age: 1 is the oldest. */
  nameOf: (at: number) => string
  /** A sortable column: the sorts that it requests, and its values at both ends. */
  column: { header: string; up: string; down: string; first: string; last: string }
  /** Search terms that match only one row. */
  words: { find: string; row: string }
  /** A filter on one of the column's values, if any. */
  chip?: { name: RegExp; count: number }
  /** Changes the newest row as another user would. The row then shows the text `changed`. */
  change: () => Promise<unknown>
  changed: string
}

export async function workThrough(its: LongList): Promise<void> {
  const { page, list, caption, count, nameOf, column, words: terms, chip } = its
  const watched = watchList(page, list)
  const grid = page.getByRole('grid', { name: caption })
  const box = page.locator('.grid-box')

  await base.step('from any place', async () => {
    await expect(findListRow(page, nameOf(count)).first()).toBeVisible()
    await expect(grid).toHaveAttribute('aria-rowcount', String(count + 1))
    await box.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
    await expect(findListRow(page, nameOf(1)).first()).toBeInViewport()
    expect(watched.take()).not.toContain('newest 100')
    await box.evaluate((element) => element.scrollTo({ top: 0 }))
    await expect(findListRow(page, nameOf(count)).first()).toBeInViewport()
  })

  await base.step('in another order', async () => {
    const head = page.getByRole('button', { name: column.header, exact: true })
    await head.click()
    await expect(findListRow(page, column.first).first()).toBeInViewport()
    await head.click()
    await expect(findListRow(page, column.last).first()).toBeInViewport()
    const requested = new Set(watched.take())
    for (const sortAndOffset of [`${column.up} 0`, `${column.down} 0`])
      expect(requested).toContain(sortAndOffset)
    await head.click()
    await expect(findListRow(page, nameOf(count)).first()).toBeInViewport()
  })

  await base.step('by words and by a value, with its totals', async () => {
    const find = page.getByRole('textbox', { name: 'Find in this list' })
    await find.fill(terms.find)
    await expect(grid).toHaveAttribute('aria-rowcount', '2')
    await expect(findListRow(page, terms.row)).toBeVisible()
    await find.fill('no such row anywhere')
    await expect(page.getByText('No results. Choose All or clear the search.')).toBeVisible()
    await find.fill('')
    if (chip) {
      const chips = page.getByRole('group', { name: /^Show by/ })
      await chips.getByRole('button', { name: chip.name }).click()
      await expect(grid).toHaveAttribute('aria-rowcount', String(chip.count + 1))
      await chips.getByRole('button', { name: /^All/ }).click()
    }
    await expect(grid).toHaveAttribute('aria-rowcount', String(count + 1))
  })

  await base.step('after a change elsewhere by what is in sight', async () => {
    watched.take()
    await its.change()
    await expect(findListRow(page, its.changed).first()).toBeVisible()
    await expect(page.locator('.console-status')).toContainText('Synced')
    expect(new Set(watched.take())).toEqual(new Set(['newest 0']))
    expect(watched.rejected).toEqual([])
  })
}
