import type { Page } from '@playwright/test'
import { apiCall, newAccount } from '../support/e2e.ts'
import { listCar, newAdmin, newMarket } from '../e2e/market.ts'
import { expect, test } from './desktop-test.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Details' })

/** Returns a locator for the focused element: a row, or the panel button that opened the dialog. */
const rowOrPanel = (page: Page) => page.locator('[role="row"]:focus').or(panel(page).locator('button:focus'))

/** Opens a row's menu by its shortcut key and chooses an entry. */
async function chooseInMenu(page: Page, text: string, entry: string | RegExp) {
  await rowOf(page, text).focus()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: entry }).click()
}

async function respond(page: Page, button: string | RegExp) {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await dialog.getByRole('button', { name: button }).click()
  await expect(dialog).toBeHidden()
}

test('after each action on a car, its row or the next remaining row has the focus', async ({
  start,
  baseURL,
}) => {
  const { email, token } = await newAccount(baseURL!, 'seller', 'Fay Focus')
  for (const modelName of ['Delta', 'Charlie', 'Bravo', 'Alpha'])
    await listCar(baseURL!, token, { modelName })
  const { app, page } = await start({ keychain: 'none' })
  await signInAs(page, email)
  await chooseCommand(app, 'myCars')
  await expect(rowOf(page, 'Alpha')).toBeVisible()

  await test.step('menu actions focus the row, or the next row after a deletion', async () => {
    await chooseInMenu(page, 'Bravo', 'Unlist')
    await expect(rowOf(page, 'Bravo')).toContainText('Unlisted')
    await expect(rowOf(page, 'Bravo')).toBeFocused()
    await chooseInMenu(page, 'Bravo', 'List again')
    await expect(rowOf(page, 'Bravo')).toContainText('In stock')
    await expect(rowOf(page, 'Bravo')).toBeFocused()
    await chooseInMenu(page, 'Bravo', /sold elsewhere/i)
    await respond(page, 'Cancel')
    await expect(rowOf(page, 'Bravo')).toBeFocused()
    await chooseInMenu(page, 'Bravo', 'Copy link')
    await expect(rowOf(page, 'Bravo')).toBeFocused()
    await chooseInMenu(page, 'Bravo', 'Delete')
    await expect(rowOf(page, 'Bravo')).toHaveCount(0)
    await expect(rowOf(page, 'Charlie')).toBeFocused()
  })

  await test.step('panel actions keep the focus, and a deletion focuses the next row', async () => {
    await rowOf(page, 'Charlie').focus()
    await page.keyboard.press('Enter')
    await panel(page).getByRole('button', { name: 'Unlist' }).click()
    await expect(panel(page).getByRole('button', { name: 'List again' })).toBeFocused()
    await panel(page)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(rowOf(page, 'Charlie')).toHaveCount(0)
    await expect(rowOf(page, 'Delta')).toBeFocused()
  })

  await test.step('the Delete key focuses the next row, and Undo leaves one row focused', async () => {
    await page.keyboard.press('Delete')
    await expect(rowOf(page, 'Delta')).toHaveCount(0)
    await expect(rowOf(page, 'Alpha')).toBeFocused()
    // The toast about the previous car may still be visible.
    await page.getByRole('group').filter({ hasText: 'Delta' }).getByRole('button', { name: 'Undo' }).click()
    await expect(rowOf(page, 'Delta')).toBeVisible()
    await expect(page.locator('[role="row"]:focus')).toHaveCount(1)
  })
})

test(
  'after each admin action, the row or the next remaining row has the focus',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const market = await newMarket(baseURL!)
    const second = await newAccount(baseURL!, 'seller', 'Fay Second')
    const reported = { reportedItemInfo: { _id: market.car._id }, reason: 'wrong price' }
    await apiCall(baseURL!, 'POST', '/report', market.buyer.token, reported)
    const { app, page } = await start({ keychain: 'none' })
    await signInAs(page, (await newAdmin(baseURL!)).email)
    const find = page.getByRole('textbox', { name: 'Find in this list' })

    await test.step('actions on a user', async () => {
      await chooseCommand(app, 'allUsers')
      await find.fill(second.email)
      await expect(page.getByRole('row')).toHaveCount(2)
      await chooseInMenu(page, second.email, 'Make Admin')
      await respond(page, 'Make Admin')
      await expect(rowOf(page, second.email)).toBeFocused()
      await chooseInMenu(page, second.email, 'Remove admin')
      await expect(page.getByText(/is no longer an admin/)).toBeVisible()
      await expect(rowOf(page, second.email)).toBeFocused()
      await chooseInMenu(page, second.email, 'Make Verified')
      await respond(page, 'Make Verified')
      await expect(rowOf(page, second.email)).toBeFocused()
      await rowOf(page, second.email).focus()
      await page.keyboard.press('Enter')
      await panel(page).getByRole('button', { name: 'Remove verification' }).click()
      await respond(page, 'Remove verification')
      await expect(panel(page).getByRole('button', { name: 'Make Verified' })).toBeVisible()
      await expect(rowOrPanel(page)).toHaveCount(1)
    })

    await test.step('actions on a car', async () => {
      await chooseCommand(app, 'manageCars')
      await expect(find).toHaveValue('')
      await find.fill(market.car.modelName)
      await expect(page.getByRole('row')).toHaveCount(2)
      await chooseInMenu(page, market.car.modelName, /^Advertise/i)
      await expect(
        page
          .getByRole('button', { name: 'Undo' })
          .or(page.getByText(/advertised/i))
          // The row's icon has a title, which is never visible.
          .filter({ visible: true })
          .first(),
      ).toBeVisible()
      await expect(rowOf(page, market.car.modelName)).toBeFocused()
    })

    await test.step('actions on a report', async () => {
      await chooseCommand(app, 'reports')
      await expect(find).toHaveValue('')
      await find.fill(market.car.modelName)
      await expect(page.getByRole('row')).toHaveCount(2)
      await rowOf(page, market.car.modelName).focus()
      await page.keyboard.press('Enter')
      await panel(page).getByRole('button', { name: 'Review' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await expect(rowOrPanel(page)).toHaveCount(1)
    })
  },
)
