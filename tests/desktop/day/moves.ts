import type { Locator } from '@playwright/test'
import type { JobContext, Screen } from './job.ts'

/** Steps that several jobs share. */

export const findScreenRow = (screen: Screen, text: string) =>
  screen.getByRole('row').filter({ hasText: text })
export const findFirstRow = (screen: Screen) => screen.locator('[role="row"][aria-rowindex="2"]')
export const narrowToFocused = (screen: Screen, element: Locator) => element.and(screen.locator(':focus'))
export const findHeading = (screen: Screen, name: string) => screen.getByRole('heading', { name, level: 1 })
const grid = (screen: Screen, rows: number) => screen.locator(`[role="grid"][aria-rowcount="${rows + 1}"]`)

export async function signIn(
  { keyboard, screen }: JobContext,
  { email, password }: { email: string; password: string },
) {
  await keyboard.see(screen.getByLabel('Email', { exact: true }))
  await keyboard.reach(screen.getByLabel('Email', { exact: true }))
  await keyboard.type(email)
  await keyboard.press('Tab')
  await keyboard.type(password)
  await keyboard.press('Enter')
  await keyboard.waitUntilHidden(screen.getByLabel('Password'))
}

/** Types into the palette and chooses `target`. */
export async function jumpTo({ keyboard, screen }: JobContext, text: string, target: Locator) {
  await keyboard.press('ControlOrMeta+k')
  await keyboard.type(text)
  await keyboard.see(target)
  await keyboard.pressUntil('ArrowDown', target.and(screen.locator('[data-highlighted]')))
  await keyboard.press('Enter')
}

/** Filters the list by `words` and moves to the first match. A list row must have the focus. */
export async function findInList({ keyboard, screen }: JobContext, text: string, count: number) {
  await keyboard.see(screen.locator('[role="row"]:focus'))
  await keyboard.press('ControlOrMeta+f')
  await keyboard.see(narrowToFocused(screen, screen.getByRole('textbox', { name: 'Find in this list' })))
  await keyboard.type(text)
  await keyboard.see(grid(screen, count))
  await keyboard.press('ArrowDown')
  await keyboard.see(narrowToFocused(screen, findFirstRow(screen)))
}

/** Clears the search and the selection, and returns to the whole list. */
export async function clearSearch({ keyboard, screen }: JobContext) {
  await keyboard.press('ControlOrMeta+f')
  await keyboard.press('Escape', 2)
  await keyboard.see(screen.locator('[role="row"]:focus'))
}

export async function chooseInMenu({ keyboard, screen }: JobContext, name: string) {
  await keyboard.press('m')
  await keyboard.see(screen.locator('[role="menuitem"]:focus'))
  await keyboard.reach(screen.getByRole('menuitem', { name, exact: true }), 'ArrowDown')
  await keyboard.press('Enter')
}

/** Moves from the search field to a column's heading and sorts by it in descending order. */
export async function sortDownBy({ keyboard, screen }: JobContext, column: string) {
  const headings = screen.getByRole('columnheader')
  const heading = screen.getByRole('columnheader', { name: column })
  await keyboard.reach(headings.getByRole('button'))
  await keyboard.reach(heading.getByRole('button'), 'ArrowRight')
  await keyboard.press('Enter', 2)
  await keyboard.see(heading.and(screen.locator('[aria-sort="descending"]')))
}
