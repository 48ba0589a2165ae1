import type { ElectronApplication, Page } from '@playwright/test'
import { newAccount } from '../support/e2e.ts'
import { listCar, createUniqueModel } from '../e2e/market.ts'
import { expect, test } from './desktop-test.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/**
 * Returns the window that opens at a matching URL. A window that the main process rejects may appear briefly.
 */
async function opened(app: ElectronApplication, open: () => Promise<void>, address: RegExp): Promise<Page> {
  const before = app.windows()
  const find = () => app.windows().find((page) => !before.includes(page) && address.test(page.url()))
  await open()
  await expect(async () => {
    await expect(heading(find()!)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  return find()!
}

test('a car opens in a window next to the list, and both windows work', async ({ start, baseURL }) => {
  const dealer = await newAccount(baseURL!, 'seller', 'Wanda Windows')
  const modelName = createUniqueModel('Beside')
  await listCar(baseURL!, dealer.token, { modelName })
  const { app, page } = await start()
  await signInAs(page, dealer.email)
  await chooseCommand(app, 'myCars')
  const link = page.getByRole('link', { name: new RegExp(modelName) }).first()
  await expect(link).toBeVisible()

  const secondWindow = await opened(app, () => link.click({ modifiers: ['Control'] }), /\/car\//)
  await expect(heading(secondWindow)).toContainText(modelName)
  await expect(heading(page)).toHaveText('My cars')

  // The menu acts on the window that was focused last.
  await chooseCommand(app, 'sales')
  await expect(secondWindow).toHaveURL(/\/dashboard\/sales$/)
  await expect(heading(page)).toHaveText('My cars')
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.fromId(1)?.focus())
  await chooseCommand(app, 'messages')
  await expect(page).toHaveURL(/\/dashboard\/messages$/)
  await expect(secondWindow).toHaveURL(/\/dashboard\/sales$/)
})

test(
  'input typed in one window is offered in another only after the first is closed',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const dealer = await newAccount(baseURL!, 'seller', 'Wanda Windows')
    const { app, page } = await start()
    await signInAs(page, dealer.email)
    await app.evaluate(({ dialog }) => Reflect.set(dialog, 'showMessageBoxSync', () => 1))
    const addCars = (page: Page) => page.getByRole('link', { name: 'Add Cars' })
    await addCars(page).click()
    await page.getByLabel('Model').fill('Typed here')
    const openSecondWindow = () => addCars(page).click({ modifiers: ['Control'] })
    const secondWindow = await opened(app, openSecondWindow, /\/addcars$/)
    await expect(secondWindow.getByLabel('Model')).toHaveValue('')
    await page.reload()
    await expect(page.getByLabel('Model')).toHaveValue('Typed here')

    await app.evaluate(({ BrowserWindow }) => BrowserWindow.fromId(1)?.close())
    await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
    await secondWindow.reload()
    await expect(secondWindow.getByLabel('Model')).toHaveValue('Typed here')
  },
)

test(
  'a right click on a link offers it in a new window, and its address on the web',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const dealer = await newAccount(baseURL!, 'seller', 'Wanda Windows')
    const { app, page } = await start()
    await signInAs(page, dealer.email)
    const choose = (id: string) =>
      app.evaluate(({ Menu, webContents }, id) => {
        Menu.prototype.popup = function () {
          this.getMenuItemById(id)?.click()
        }
        const clicked = { linkURL: 'app://kerblight/cars/Tesla?sort=price', selectionText: 'Tesla' }
        const baseParameters = { isEditable: false, editFlags: {}, dictionarySuggestions: [] }
        webContents.getAllWebContents()[0]?.emit('context-menu', {}, { ...clicked, ...baseParameters })
      }, id)

    const secondWindow = await opened(app, () => choose('openInNewWindow'), /\/cars\//)
    await expect(secondWindow).toHaveURL(/\/cars\/Tesla\?sort=price$/)
    await choose('copyLink')
    await expect
      .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
      .toBe(`${baseURL}/cars/Tesla?sort=price`)
  },
)

test(
  'signing out in one window signs the other out, and in again',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const dealer = await newAccount(baseURL!, 'seller', 'Wanda Windows')
    const { app, page } = await start()
    await signInAs(page, dealer.email)
    await chooseCommand(app, 'messages')
    await expect(page).toHaveURL(/\/dashboard\/messages$/)
    const secondWindow = await opened(app, () => chooseCommand(app, 'newWindow'), /messages/)
    await expect(secondWindow).toHaveURL(/\/dashboard\/messages$/)
    await expect(secondWindow.getByRole('button', { name: 'Account of Wanda Windows' })).toBeVisible()

    await chooseCommand(app, 'logOut')
    await expect(secondWindow.getByLabel('Password')).toBeVisible()
    await expect(page.getByLabel('Password')).toBeVisible()
    await expect(page.getByText('Login in success')).toBeHidden()
    await signInAs(page, dealer.email)
    await expect(secondWindow.getByRole('button', { name: 'Account of Wanda Windows' })).toBeVisible()
  },
)

test('the console opens at most eight windows', { tag: '@full' }, async ({ start }) => {
  const { app, page } = await start()
  await expect(page.getByLabel('Password')).toBeVisible()
  await app.evaluate(({ dialog }) => {
    Reflect.set(globalThis, 'said', [])
    Reflect.set(dialog, 'showMessageBox', (_window: unknown, { message }: { message: string }) => {
      ;(Reflect.get(globalThis, 'said') as string[]).push(message)
      // Simulates a message box that the user has not closed yet.
      return new Promise(() => undefined)
    })
  })
  await page.evaluate(() => {
    for (let number = 0; number < 12; number++) window.open(`/cars/Tesla?page=${number}`)
  })
  const count = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  await expect.poll(count).toBe(8)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
  expect(await count()).toBe(8)
  expect(await app.evaluate(() => Reflect.get(globalThis, 'said'))).toEqual([
    'Kerblight opens at most 8 windows',
  ])
})

test(
  'waking the computer requests missed changes immediately',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const dealer = await newAccount(baseURL!, 'seller', 'Wanda Windows')
    const { app, page } = await start()
    await signInAs(page, dealer.email)
    await expect(page.getByText(/^Synced/)).toBeVisible()
    const resumedEvents = page.waitForRequest((request) => request.url().includes('/api/events?since='))
    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
    await resumedEvents
    await expect(page.getByText(/^Synced/)).toBeVisible()
  },
)
