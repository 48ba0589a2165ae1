import type { Locator } from '@playwright/test'
import type { Desk, Screen } from './desk.ts'

/** What several jobs do the same way. */

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
  await hands.seeGone(screen.getByLabel('Password'))
}

/** Writes into the palette and takes what it finds under that name. */
export async function jumpTo({ hands, screen }: Desk, words: string, found: Locator) {
  await hands.press('ControlOrMeta+k')
  await hands.type(words)
  await hands.see(found)
  await hands.pressUntil('ArrowDown', found.and(screen.locator('[data-highlighted]')))
  await hands.press('Enter')
}

/** Narrows the list, whose rows have the focus, to what has the words, and goes to the first of them. */
export async function findInList({ hands, screen }: Desk, words: string, count: number) {
  await hands.see(screen.locator('[role="row"]:focus'))
  await hands.press('ControlOrMeta+f')
  await hands.see(focused(screen, screen.getByRole('textbox', { name: 'Find in this list' })))
  await hands.type(words)
  await hands.see(grid(screen, count))
  await hands.press('ArrowDown')
  await hands.see(focused(screen, firstRow(screen)))
}

/** Out of the words and the selection, back to the whole list. */
export async function leaveFound({ hands, screen }: Desk) {
  await hands.press('ControlOrMeta+f')
  await hands.press('Escape', 2)
  await hands.see(screen.locator('[role="row"]:focus'))
}

/** Chooses in the menu of the row that has the focus. */
export async function chooseInMenu({ hands, screen }: Desk, name: string) {
  await hands.press('m')
  await hands.see(screen.locator('[role="menuitem"]:focus'))
  await hands.reach(screen.getByRole('menuitem', { name, exact: true }), 'ArrowDown')
  await hands.press('Enter')
}

/** From the words to find to a column's heading, and sorts by it, the highest first. */
export async function sortDownBy({ hands, screen }: Desk, column: string) {
  const headings = screen.getByRole('columnheader')
  const heading = screen.getByRole('columnheader', { name: column })
  await hands.reach(headings.getByRole('button'))
  await hands.reach(heading.getByRole('button'), 'ArrowRight')
  await hands.press('Enter', 2)
  await hands.see(heading.and(screen.locator('[aria-sort="descending"]')))
}
