import type { Locator } from '@playwright/test'
import type { Desk, Screen } from './desk.ts'

/** Steps that several jobs share. */

export const rowOf = (screen: Screen, text: string) => screen.getByRole('row').filter({ hasText: text })
export const firstRow = (screen: Screen) => screen.locator('[role="row"][aria-rowindex="2"]')
export const focused = (screen: Screen, element: Locator) => element.and(screen.locator(':focus'))
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

/** Types into the palette and chooses `target`. */
export async function jumpTo({ hands, screen }: Desk, text: string, target: Locator) {
  await hands.press('ControlOrMeta+k')
  await hands.type(text)
  await hands.see(target)
  await hands.pressUntil('ArrowDown', target.and(screen.locator('[data-highlighted]')))
  await hands.press('Enter')
}

/** Filters the list by `words` and moves to the first match. A list row must have the focus. */
export async function findInList({ hands, screen }: Desk, text: string, count: number) {
  await hands.see(screen.locator('[role="row"]:focus'))
  await hands.press('ControlOrMeta+f')
  await hands.see(focused(screen, screen.getByRole('textbox', { name: 'Find in this list' })))
  await hands.type(text)
  await hands.see(grid(screen, count))
  await hands.press('ArrowDown')
  await hands.see(focused(screen, firstRow(screen)))
}

/** Clears the search and the selection, and returns to the whole list. */
export async function clearSearch({ hands, screen }: Desk) {
  await hands.press('ControlOrMeta+f')
  await hands.press('Escape', 2)
  await hands.see(screen.locator('[role="row"]:focus'))
}

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
