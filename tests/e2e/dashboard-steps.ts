import type { Locator, Page, Route } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { sidewaysScroll } from '../support/axe.ts'
import { goWithin } from '../support/go-within.ts'
import { delayCalls } from '../support/held-calls.ts'

/** The row of a list that names `text`. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text })
}

/** Opens a row's menu and chooses from it. */
export async function choose(page: Page, row: Locator, entry: string): Promise<void> {
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** The menu's entries in their order, each below the name of its group. */
export async function sideMenuOf(page: Page): Promise<Record<string, string[]>> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await menu.getByRole('link').first().waitFor()
  return menu.evaluate((nav) => {
    const labelsIn = (part: Element) =>
      [...part.querySelectorAll('a > span')].map(({ textContent }) => textContent ?? '')
    return Object.fromEntries(
      [...nav.children].map((part) => [part.querySelector('p')?.textContent ?? 'the foot', labelsIn(part)]),
    )
  })
}

export async function columnsOf(page: Page): Promise<string[]> {
  const columns = page.getByRole('table').first().getByRole('columnheader')
  await columns.first().waitFor()
  return columns.allTextContents()
}

/** The calls of one method that leave for `path` from now on. */
export function callsTo(page: Page, method: string, path: RegExp): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === method && path.test(pathname)) calls.push(pathname)
  })
  return calls
}

/** What the server says when it is at fault. */
export async function failInside(route: Route): Promise<void> {
  const problem = {
    type: '/problems/internal',
    title: 'Something went wrong on our end',
    status: 500,
    detail: 'Something went wrong on our end.',
    instance: 'test',
    code: 'internal',
    message: 'Something went wrong on our end.',
  }
  await route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) })
}

/** Answers calls of one method with a fault of the server's; others pass. */
export async function breakCalls(page: Page, path: RegExp, method: string): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === method ? failInside(route) : route.fallback(),
  )
}

/** Deletes a row while the server is slow and then fails: the row leaves at once and comes back. */
export async function failDeleting(page: Page, row: Locator, path: RegExp, remove: () => Promise<void>) {
  await breakCalls(page, path, 'DELETE')
  const answer = await delayCalls(page, path, 'DELETE')
  await remove()
  await expect(row).toHaveCount(0)
  answer()
  await expect(row).toBeVisible()
  await expect(page.getByText('Something went wrong on our end.')).toBeVisible()
  await page.unroute(path)
}

/** Takes back what the message with these words tells of. */
export async function undo(page: Page, words: string): Promise<void> {
  await messageOf(page, words).getByRole('button', { name: 'Undo' }).click()
}

/** Points at the message, which stays until the pointer is elsewhere. */
export async function holdMessage(page: Page, words: string): Promise<void> {
  await messageOf(page, words).hover()
}

function messageOf(page: Page, words: string) {
  const messages = page.getByRole('region', { name: 'Notifications', exact: true }).getByRole('group')
  return messages.filter({ hasText: words })
}

/** On the smallest screen, and where tables just fit beside the menu, nothing is wider than its place. */
export async function expectToFit(page: Page, path: string): Promise<void> {
  await goWithin(page, path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect(page.locator('.skeleton, .spinner')).toHaveCount(0)
  for (const width of [1140, 320]) {
    await page.setViewportSize({ width, height: 720 })
    const sticksOut = { message: `${path} at ${width}` }
    const softly = expect.configure({ soft: true })
    await softly.poll(() => sidewaysScroll(page), sticksOut).toBe(0)
    await softly.poll(() => tablesTooWide(page), sticksOut).toBe(0)
  }
}

/** By how many pixels the widest table sticks out of its frame. */
function tablesTooWide(page: Page): Promise<number> {
  return page
    .locator('.table-frame')
    .evaluateAll((all) =>
      Math.max(0, ...all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)),
    )
}

/** What tells a page of changes that others made, and of those of the last seconds. */
export const NEWS = /\/api\/events/

/** As a window is that has not heard yet what others did: it asks for nothing again by itself. */
export async function withoutNews(page: Page): Promise<void> {
  await page.route(NEWS, (route) => route.abort())
}
