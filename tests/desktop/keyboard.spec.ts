import type { ElectronApplication, Page } from '@playwright/test'
import { commandIds, commands, type Command } from '../../contract/desktop/commands.ts'
import { pages } from '../../contract/pages.ts'
import { rowCommands, rowMenuIds, type RowCommandId } from '../../contract/desktop/row-commands.ts'
import { apiCall, newAccount } from '../support/e2e.ts'
import { blockNews } from '../e2e/dashboard-steps.ts'
import { listCar, newAdmin, createUniqueModel } from '../e2e/market.ts'
import { expect, test, type Start } from './desktop-test.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

/** Creates a dealer with these cars, in this order, and opens the dealer's list. */
async function openCars(start: Start, baseURL: string, names: string[]) {
  const dealer = await newAccount(baseURL, 'seller', 'Kay Keys')
  for (const modelName of names.toReversed()) await listCar(baseURL, dealer.token, { modelName })
  const { app, page } = await start({ keychain: 'none' })
  await signInAs(page, dealer.email)
  await chooseCommand(app, 'myCars')
  await expect(rowOf(page, names[0]!)).toBeFocused()
  return { app, page, dealer }
}

function rowOf(page: Page, name: string) {
  return page.getByRole('row', { name: new RegExp(`\\b${name}\\b`) })
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Details' })
const findField = (page: Page) => page.getByRole('textbox', { name: 'Find in this list' })

test('focus starts on the first row and returns to the row that was left', async ({ start, baseURL }) => {
  const names = Array.from({ length: 50 }, (_, index) => `Nr${100 + index}`)
  const { app, page } = await openCars(start, baseURL!, names)
  await expect(rowOf(page, 'Nr100')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await expect(rowOf(page, 'Nr148')).toBeFocused()

  await test.step('focus returns with the back button', async () => {
    await chooseCommand(app, 'sales')
    await expect(page.getByRole('heading', { name: 'My sales', level: 1 })).toBeVisible()
    await chooseCommand(app, 'back')
    await expect(rowOf(page, 'Nr148')).toBeFocused()
    await expect(rowOf(page, 'Nr148')).toBeInViewport()
  })

  await test.step('focus returns after a reload', async () => {
    await page.reload()
    await expect(rowOf(page, 'Nr148')).toBeFocused()
    await expect(rowOf(page, 'Nr148')).toBeInViewport()
  })

  await test.step('focus returns from the panel', async () => {
    await page.keyboard.press('Enter')
    await panel(page).getByRole('link', { name: 'Open page' }).focus()
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(rowOf(page, 'Nr148')).toBeFocused()
  })

  await test.step('focus returns from the form', async () => {
    await page.keyboard.press('e')
    await expect(page.getByRole('heading', { name: 'Edit Audi Nr148', level: 1 })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'Nr148')).toBeFocused()
    await expect(rowOf(page, 'Nr148')).toBeInViewport()
  })

  await test.step('a list that is opened again begins with its first row', async () => {
    await chooseCommand(app, 'sales')
    await expect(page.getByRole('heading', { name: 'My sales', level: 1 })).toBeVisible()
    await chooseCommand(app, 'myCars')
    await expect(rowOf(page, 'Nr100')).toBeFocused()
  })
})

test(
  'Down moves from the search to the rows, and Escape leaves panel, selection, and search',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const { page } = await openCars(start, baseURL!, ['First', 'Second'])
    await page.keyboard.press('ControlOrMeta+f')
    await expect(findField(page)).toBeFocused()
    await page.keyboard.type('sec')
    await expect(rowOf(page, 'First')).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await expect(rowOf(page, 'Second')).toBeFocused()

    const selected = page.getByRole('status').filter({ hasText: 'selected' })
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(panel(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(selected).toHaveText('1 of 1 selected')
    await page.keyboard.press('Escape')
    await expect(selected).toHaveText('0 of 1 selected')
    await expect(findField(page)).toHaveValue('sec')
    await page.keyboard.press('Escape')
    await expect(findField(page)).toHaveValue('')
    await expect(rowOf(page, 'First')).toBeVisible()
    await expect(rowOf(page, 'Second')).toBeFocused()

    await page.keyboard.press('ControlOrMeta+f')
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'Second')).toBeFocused()
  },
)

test(
  'Tab stops at one heading of a list, and the arrow keys reach the other headings',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const { page } = await openCars(start, baseURL!, ['First', 'Second'])
    const heading = (name: string) => page.getByRole('columnheader', { name })
    await expect(rowOf(page, 'First')).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(heading('Model Name').getByRole('button')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(heading('Resell Price').getByRole('button')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(heading('Resell Price')).toHaveAttribute('aria-sort', 'ascending')
    // Columns that can't be sorted have only grips, which come after the heading's own.
    for (const name of ['Resell Price', 'Seller Contact', 'Seller Email']) {
      await page.keyboard.press('Tab')
      await expect(page.getByRole('separator', { name: `Width of ${name}` })).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(rowOf(page, 'First')).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(heading('Resell Price').getByRole('button')).toBeFocused()
    await page.keyboard.press('Home')
    await expect(heading('Model Name').getByRole('button')).toBeFocused()
  },
)

test(
  'Down moves from the search to the first matching row from any scroll position',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const { page } = await openCars(start, baseURL!, ['Alpha1', 'Alpha2', 'Beta', 'Gamma'])
    await expect(rowOf(page, 'Alpha1')).toBeFocused()
    await page.keyboard.press('End')
    await expect(rowOf(page, 'Gamma')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+f')
    await page.keyboard.type('alpha')
    await expect(rowOf(page, 'Beta')).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await expect(rowOf(page, 'Alpha1')).toBeFocused()
  },
)

test(
  'after Delete and Undo, navigation continues from the focused row',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const { page } = await openCars(start, baseURL!, ['First', 'Second', 'Third', 'Fourth'])
    for (const [deleted, next, before] of [
      ['Second', 'Third', 'Second'],
      ['First', 'Second', 'First'],
      ['Fourth', 'Third', 'Second'],
    ] as const) {
      await rowOf(page, deleted).focus()
      await page.keyboard.press('Delete')
      await expect(rowOf(page, deleted)).toHaveCount(0)
      await expect(rowOf(page, next)).toBeFocused()
      await expect(page.getByText(`${deleted} deletion successfull`)).toBeVisible()
      await page.keyboard.press('ControlOrMeta+z')
      await expect(rowOf(page, deleted)).toBeVisible()
      await expect(rowOf(page, next)).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await expect(rowOf(page, before)).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(rowOf(page, next)).toBeFocused()
    }
  },
)

test('a form is saved and closed by keyboard, with a prompt before discarding input', async ({
  start,
  baseURL,
}) => {
  const { page } = await openCars(start, baseURL!, ['First'])
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' })
  const location = page.getByRole('textbox', { name: 'Location' })

  await page.keyboard.press('e')
  await location.fill('Salem')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(location).toHaveValue('Salem')
  await location.focus()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Changes saved')).toBeVisible()
  await expect(rowOf(page, 'First')).toBeFocused()

  await page.keyboard.press('e')
  await expect(location).toHaveValue('Salem')
  await location.fill('Bend')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(rowOf(page, 'First')).toBeFocused()
  await page.keyboard.press('e')
  await expect(location).toHaveValue('Bend')
  await location.fill('Nowhere')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(rowOf(page, 'First')).toBeFocused()
})

test(
  'Ctrl+Enter submits a dialog, and Escape asks before discarding input',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const { page } = await openCars(start, baseURL!, ['First'])
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'More changes' }).click()
    await page.getByRole('menuitem', { name: 'Change location' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change location' })
    await dialog.getByLabel('Location').fill('Salem')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await expect(dialog.getByLabel('Location')).toHaveValue('Salem')
    await dialog.getByLabel('Location').focus()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('Location changed on')).toBeVisible()
    await expect(dialog).toBeHidden()
  },
)

test(
  'the palette accepts immediate typing and opens a record with its row focused',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const name = createUniqueModel('Pia Palette')
    const dealer = await newAccount(baseURL!, 'seller', name)
    const { app, page } = await start({ keychain: 'none' })
    await signInAs(page, (await newAdmin(baseURL!)).email)
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    // The test types immediately, before the search field has opened.
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type(dealer.email)
    const field = page.getByRole('combobox', { name: 'Find a page, record, or command' })
    await expect(field).toHaveValue(dealer.email)
    await expect(page.getByRole('option', { name })).toHaveAttribute('data-highlighted')
    await page.keyboard.press('Enter')
    await expect(panel(page)).toContainText(dealer.email)
    await expect(page.getByRole('row').filter({ hasText: dealer.email })).toBeFocused()
    await expect(page.getByRole('row').filter({ hasText: dealer.email })).toBeInViewport()

    await test.step('the list’s search field accepts immediate typing, even before the list loads', async () => {
      const findIn = async (title: string) => {
        await page.keyboard.press('ControlOrMeta+k')
        await page.keyboard.type(title)
        await expect(page.getByRole('option', { name: title })).toHaveAttribute('data-highlighted')
        await page.keyboard.press('Enter')
        await page.keyboard.press('ControlOrMeta+f')
        await page.keyboard.type('umber')
      }
      for (const name of ['Manage cars', 'Dashboard', 'All buyers']) {
        await findIn(name)
        if (name === 'Dashboard') continue
        await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
        await expect(findField(page)).toHaveValue('umber')
        await expect(findField(page)).toBeFocused()
      }
      await chooseCommand(app, 'allSellers')
      await expect(findField(page)).toHaveValue('')
    })

    await test.step('the palette also opens a record from a different row of the same list', async () => {
      const otherName = createUniqueModel('Otto Other')
      const otherSeller = await newAccount(baseURL!, 'seller', otherName)
      await chooseCommand(app, 'openPalette')
      await field.fill(otherSeller.email)
      await expect(page.getByRole('option', { name: otherName })).toHaveAttribute('data-highlighted')
      await page.keyboard.press('Enter')
      await expect(panel(page)).toContainText(otherSeller.email)
      await expect(page.getByRole('row').filter({ hasText: otherSeller.email })).toBeFocused()
    })
  },
)

test(
  'a jump to a record not yet in the list opens it, not its neighbor',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const { app, page } = await start({ keychain: 'none' })
    await blockNews(page)
    // The reload closes any stream that was opened before.
    await page.reload()
    await signInAs(page, (await newAdmin(baseURL!)).email)
    await chooseCommand(app, 'allSellers')
    await expect(page.getByRole('grid', { name: 'All sellers' }).getByRole('row').nth(2)).toBeVisible()
    const wantedSeller = await newAccount(baseURL!, 'seller', createUniqueModel('Wanda Wanted'))
    await newAccount(baseURL!, 'seller', 'Nora Newer')

    await chooseCommand(app, 'openPalette')
    const palette = page.getByRole('combobox', { name: 'Find a page, record, or command' })
    await palette.fill(wantedSeller.email)
    await expect(page.getByRole('option', { name: wantedSeller.email })).toHaveAttribute('data-highlighted')
    await page.keyboard.press('Enter')
    await expect(panel(page)).toContainText(wantedSeller.email)
    await expect(page.getByRole('row').filter({ hasText: wantedSeller.email })).toBeFocused()
  },
)

/** Converts an Electron accelerator to Playwright's key name. */
const keyOf = (accelerator: string) =>
  accelerator
    .replace('CmdOrCtrl', 'ControlOrMeta')
    .replace(/\b(Down|Up|Left|Right)$/, 'Arrow$1')
    .replace(/\+[A-Z]$/, (letter) => letter.toLowerCase())
    .replace(/^[A-Z]$/, (letter) => letter.toLowerCase())

type Use = (by: (id: RowCommandId) => Promise<void>, page: Page) => Promise<void>

/**
 * Effects of the list commands on the first row, Middle. The rows are Middle and Last, and nothing is
 * selected. The commands for errors exist only in imports.
 */
const uses: Record<Exclude<RowCommandId, 'move' | 'range' | 'leave' | 'nextError'>, Use> = {
  async open(press, page) {
    await press('open')
    await expect(panel(page).getByRole('heading', { name: 'Middle' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
  },
  async edit(press, page) {
    await press('edit')
    await expect(page.getByRole('heading', { name: 'Edit Audi Middle', level: 1 })).toBeVisible()
    await page.keyboard.press('Escape')
  },
  async listing(press, page) {
    await press('listing')
    await expect(page.getByText('Audi Middle is no longer listed')).toBeVisible()
    await expect(rowOf(page, 'Middle')).toContainText('Unlisted')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(rowOf(page, 'Middle')).toContainText('In stock')
    await expect(page.getByText('Audi Middle is no longer listed')).toHaveCount(0)
  },
  async actions(press, page) {
    await press('actions')
    const button = rowOf(page, 'Middle').getByRole('button', { name: /^Actions for/ })
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
    // The menu reopens while it is still fading out.
    await page.keyboard.press('Escape')
    await page.keyboard.press('m')
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(rowOf(page, 'Middle')).toBeFocused()
  },
  async price(press, page) {
    await press('price')
    const field = page.getByRole('textbox', { name: /^Price of .*Middle/ })
    await expect(field).toBeFocused()
    await field.press('Escape')
    await expect(rowOf(page, 'Middle')).toBeFocused()
  },
  async toggle(press, page) {
    await press('toggle')
    await expect(rowOf(page, 'Middle')).toHaveAttribute('aria-selected', 'true')
    await press('toggle')
    await expect(rowOf(page, 'Middle')).toHaveAttribute('aria-selected', 'false')
  },
  async takeAll(press, page) {
    await press('takeAll')
    await expect(rowOf(page, 'Last')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'Last')).toHaveAttribute('aria-selected', 'false')
  },
  async delete(press, page) {
    await press('delete')
    await expect(rowOf(page, 'Middle')).toHaveCount(0)
    await expect(page.getByText('Middle deletion successfull')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(rowOf(page, 'Middle')).toBeVisible()
    await expect(page.getByText('Middle deletion successfull')).toHaveCount(0)
  },
}

test('each key of a list does its documented action, and so does its menu item', async ({
  start,
  baseURL,
}) => {
  const { app, page } = await openCars(start, baseURL!, ['Middle', 'Last'])
  await watchMenus(app)
  const arrive = async () => {
    await rowOf(page, 'Middle').focus()
    await expect(rowOf(page, 'Middle')).toBeFocused()
  }
  await page.keyboard.press('ControlOrMeta+/')
  const help = page.getByRole('region', { name: 'In a list' })
  for (const { label } of Object.values(rowCommands))
    await expect(help.getByText(label, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()

  for (const id of rowMenuIds.filter((menuId) => menuId in uses) as (keyof typeof uses)[]) {
    await test.step(`${id}, by its key`, async () => {
      await arrive()
      await uses[id]((id) => page.keyboard.press(keyOf(rowCommands[id].keys[0])), page)
    })
    await test.step(`${id}, in the menu`, async () => {
      await arrive()
      await uses[id]((id) => chooseInRowMenu(app, page, id), page)
    })
  }

  await test.step('keys move from row to row', async () => {
    await arrive()
    for (const [key, name] of [
      ['Down', 'Last'],
      ['Up', 'Middle'],
      ['PageDown', 'Last'],
      ['PageUp', 'Middle'],
      ['End', 'Last'],
      ['Home', 'Middle'],
    ] as const) {
      await page.keyboard.press(keyOf(key))
      await expect(rowOf(page, name)).toBeFocused()
    }
  })
})

test(
  'a row’s menu contains the currently available actions and its link',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const { app, page, dealer } = await openCars(start, baseURL!, ['Middle'])
    await watchMenus(app)
    await rowOf(page, 'Middle').getByRole('link').click({ button: 'right' })
    await expect
      .poll(() => labelsOf(app))
      .toEqual([
        ...rowMenuIds
          .filter((id) => id !== 'nextError')
          .map((id) => `${rowCommands[id].label}: ${rowCommands[id].keys[0]}`),
        '',
        'Open in new window',
        'Copy link',
      ])

    const [car] = await apiCall<{ _id: string }[]>(baseURL!, 'GET', '/allCars?mine=1', dealer.token)
    await apiCall(baseURL!, 'PUT', `/cars/${car!._id}/state`, dealer.token, { state: 'sold-elsewhere' })
    await expect(rowOf(page, 'Middle')).toContainText('Sold elsewhere')
    await rowOf(page, 'Middle').getByRole('link').click({ button: 'right' })
    await expect.poll(() => labelsOf(app)).not.toContainEqual(expect.stringMatching(/^(Edit|Delete):/))
    await page.keyboard.press('e')
    await page.keyboard.press('Delete')
    await expect(
      page.getByText('This car was sold elsewhere. Bring it back first, or archive it.'),
    ).toBeVisible()
    await expect(rowOf(page, 'Middle')).toBeFocused()
    await chooseCommand(app, 'sales')
    await expect(page.getByRole('heading', { name: 'My sales', level: 1 })).toBeVisible()
  },
)

test(
  'a row’s menu acts only on that row, and on no row after it is removed',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const { app, page, dealer } = await openCars(start, baseURL!, ['Middle', 'Last'])
    const deletions: string[] = []
    page.on('request', (request) => request.method() === 'DELETE' && deletions.push(request.url()))
    await watchMenus(app)
    await openRowMenu(app, page, 'Middle')
    const [middle] = await apiCall<{ _id: string }[]>(baseURL!, 'GET', '/allCars?mine=1', dealer.token)
    await apiCall(baseURL!, 'DELETE', `/myCars/${middle!._id}`, dealer.token)
    await expect(rowOf(page, 'Middle')).toHaveCount(0)
    await expect(rowOf(page, 'Last')).toBeFocused()
    await chooseInMenu(app, 'delete')
    // Commands are processed in order, so the deletion has been processed once this one takes effect.
    await openRowMenu(app, page, 'Last')
    await chooseInMenu(app, 'open')
    await expect(panel(page)).toBeVisible()
    await expect(rowOf(page, 'Last')).toBeVisible()
    expect(deletions).toEqual([])
  },
)

test('the shortcut of each command opens its page', { tag: '@full' }, async ({ start, baseURL }) => {
  const { page } = await start({ keychain: 'none' })
  await signInAs(page, (await newAdmin(baseURL!)).email)
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  for (const id of commandIds) {
    const command: Command = commands[id]
    if (!('page' in command) || command.accelerator === undefined) continue
    await page.keyboard.press(keyOf(command.accelerator))
    await expect(page, id).toHaveURL(new RegExp(`${pages[command.page].path}$`))
  }
})

interface Shown {
  items: { id: string; label: string; accelerator?: string; click: () => void }[]
}

/** Replaces the native menus. Stores the latest menu instead of showing it. */
function watchMenus(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ Menu }) => {
    Menu.prototype.popup = function () {
      Reflect.set(globalThis, 'shownMenu', this)
    }
  })
}

function labelsOf(app: ElectronApplication): Promise<string[]> {
  return app.evaluate(() =>
    ((Reflect.get(globalThis, 'shownMenu') as Shown | undefined)?.items ?? []).map(
      ({ label, accelerator }) => label + (accelerator === undefined ? '' : `: ${accelerator}`),
    ),
  )
}

async function chooseInRowMenu(app: ElectronApplication, page: Page, id: RowCommandId): Promise<void> {
  await openRowMenu(app, page, 'Middle')
  await chooseInMenu(app, id)
}

async function openRowMenu(app: ElectronApplication, page: Page, name: string): Promise<void> {
  await app.evaluate(() => Reflect.deleteProperty(globalThis, 'shownMenu'))
  await rowOf(page, name).getByRole('gridcell').nth(2).click({ button: 'right' })
  await expect.poll(() => labelsOf(app)).not.toEqual([])
}

function chooseInMenu(app: ElectronApplication, id: RowCommandId): Promise<void> {
  return app.evaluate((_electron, id) => {
    const { items } = Reflect.get(globalThis, 'shownMenu') as Shown
    items.find((item) => item.id === id)!.click()
  }, id)
}
