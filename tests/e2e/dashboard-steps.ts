import type { Locator, Page, Route } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { measureSidewaysScroll } from '../support/axe.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { delayCalls } from '../support/delayed-calls.ts'

/** Returns the list row that contains `text`. */
export function findTableRow(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text })
}

export async function choose(page: Page, row: Locator, entry: string): Promise<void> {
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Returns the side menu's entries in order, grouped under their headings. */
export async function readSideMenu(page: Page): Promise<Record<string, string[]>> {
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

export async function readColumnHeaders(page: Page): Promise<string[]> {
  const columns = page.getByRole('table').first().getByRole('columnheader')
  await columns.first().waitFor()
  return columns.allTextContents()
}

/** Records the paths of matching calls from now on. */
export function recordRequestPaths(page: Page, method: string, path: RegExp): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === method && path.test(pathname)) calls.push(pathname)
  })
  return calls
}

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

/** Makes calls with this method fail with an internal server error, and passes all others. */
export async function breakCalls(page: Page, path: RegExp, method: string): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === method ? failInside(route) : route.fallback(),
  )
}

/** Deletes a row while the server is slow and then fails. The row disappears immediately and comes back. */
export async function failDeleting(page: Page, row: Locator, path: RegExp, remove: () => Promise<void>) {
  await breakCalls(page, path, 'DELETE')
  const response = await delayCalls(page, path, 'DELETE')
  await remove()
  await expect(row).toHaveCount(0)
  response()
  await expect(row).toBeVisible()
  await expect(page.getByText('Something went wrong on our end.')).toBeVisible()
  await page.unroute(path)
}

/** Presses the Undo button of the message that contains this text. */
export async function undo(page: Page, text: string): Promise<void> {
  await messageOf(page, text).getByRole('button', { name: 'Undo' }).click()
}

/** Hovers over the message that contains this text. The message stays open until the pointer leaves. */
export async function holdMessage(page: Page, text: string): Promise<void> {
  await messageOf(page, text).hover()
}

function messageOf(page: Page, text: string) {
  const messages = page.getByRole('region', { name: 'Notifications', exact: true }).getByRole('group')
  return messages.filter({ hasText: text })
}

/**
 * Expects that no element overflows on the smallest screen, or at the width where tables just fit next to the
 * menu.
 */
export async function expectToFit(page: Page, path: string): Promise<void> {
  await navigateInApp(page, path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect(page.locator('.skeleton, .spinner')).toHaveCount(0)
  for (const width of [1140, 320]) {
    await page.setViewportSize({ width, height: 720 })
    const sticksOut = { message: `${path} at ${width}` }
    const softly = expect.configure({ soft: true })
    await softly.poll(() => measureSidewaysScroll(page), sticksOut).toBe(0)
    await softly.poll(() => measureTableOverflow(page), sticksOut).toBe(0)
  }
}

/** Returns the overflow of the widest table, in pixels. */
export function measureTableOverflow(page: Page): Promise<number> {
  return page
    .locator('.table-frame')
    .evaluateAll((all) =>
      Math.max(0, ...all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)),
    )
}

/**
 * Matches the URL of the event stream, which reports other users' changes, including those of the last few
 * seconds.
 */
export const NEWS = /\/api\/events/

/** Blocks events about other users' changes, so the page refetches nothing automatically. */
export async function blockNews(page: Page): Promise<void> {
  await page.route(NEWS, (route) => route.abort())
}
