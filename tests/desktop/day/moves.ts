import type { Locator } from '@playwright/test'
import type { Desk, Screen } from './desk.ts'

/** Steps that several jobs share. */

export const rowOf = (screen: Screen, words: string) => screen.getByRole('row').filter({ hasText: words })
export const firstRow = (screen: Screen) => screen.locator('[role="row"][aria-rowindex="2"]')
export const focused = (screen: Screen, what: Locator) => what.and(screen.locator(':focus'))
export const headingOf = (screen: Screen, name: string) => screen.getByRole('heading', { name, level: 1 })
const grid = (screen: Screen, rows: number) => screen.locator(`[role="grid"][aria-rowcount="${rows + 1}"]`)

export async function signIn(
  { hands, screen }: Desk,
  { email, password }: { email: string; password: string },
) {
  await hands.see(screen.getByLabel('Email', { exact: true }))
  await hands.reach(screen.getByLabel('Email', { exact: true }))
  await hands.type(email)
  await hands.press('Tab')
  await hands.type(password)
  await hands.press('Enter')
  await hands.waitUntilHidden(screen.getByLabel('Password'))
}

/** Types into the palette and chooses the result `found`. */
export async function jumpTo({ hands, screen }: Desk, words: string, found: Locator) {
  await hands.press('ControlOrMeta+k')
  await hands.type(words)
  await hands.see(found)
  await hands.pressUntil('ArrowDown', found.and(screen.locator('[data-highlighted]')))
  await hands.press('Enter')
}

/** Filters the list by `words` and moves to the first match. A row of the list must have the focus. */
export async function findInList({ hands, screen }: Desk, words: string, count: number) {
  await hands.see(screen.locator('[role="row"]:focus'))
  await hands.press('ControlOrMeta+f')
  await hands.see(focused(screen, screen.getByRole('textbox', { name: 'Find in this list' })))
  await hands.type(words)
  await hands.see(grid(screen, count))
  await hands.press('ArrowDown')
  await hands.see(focused(screen, firstRow(screen)))
}

/** Clears the search and the selection, and returns to the whole list. */
export async function leaveFound({ hands, screen }: Desk) {
  await hands.press('ControlOrMeta+f')
  await hands.press('Escape', 2)
  await hands.see(screen.locator('[role="row"]:focus'))
}

/** Opens the focused row's menu and chooses an entry. */
export async function chooseInMenu({ hands, screen }: Desk, name: string) {
  await hands.press('m')
  await hands.see(screen.locator('[role="menuitem"]:focus'))
  await hands.reach(screen.getByRole('menuitem', { name, exact: true }), 'ArrowDown')
  await hands.press('Enter')
}

/** Moves from the search field to a column's heading and sorts by it in descending order. */
export async function sortDownBy({ hands, screen }: Desk, column: string) {
  const headings = screen.getByRole('columnheader')
  const heading = screen.getByRole('columnheader', { name: column })
  await hands.reach(headings.getByRole('button'))
  await hands.reach(heading.getByRole('button'), 'ArrowRight')
  await hands.press('Enter', 2)
  await hands.see(heading.and(screen.locator('[aria-sort="descending"]')))
}
