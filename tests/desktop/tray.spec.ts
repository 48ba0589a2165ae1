import type { ElectronApplication, Page } from '@playwright/test'
import { newAccount } from '../support/e2e.ts'
import { expect, test, type Console } from './desktop-test.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

/** Records the icon, its menu, and the notifications from now on. */
function watchTray(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ Notification, Tray }) => {
    const recorded = { titles: [] as string[], tray: null as unknown, menu: null as unknown }
    Reflect.set(globalThis, 'seen', recorded)
    const { setContextMenu } = Tray.prototype
    Tray.prototype.setContextMenu = function (menu) {
      setContextMenu.call(this, menu)
      Object.assign(recorded, { tray: this, menu })
    }
    const { show } = Notification.prototype
    Notification.prototype.show = function () {
      show.call(this)
      recorded.titles.push(this.title)
    }
  })
}

const titles = (app: ElectronApplication) =>
  app.evaluate(() => (Reflect.get(globalThis, 'seen') as { titles: string[] }).titles)

/** Reports, for each window, whether it is visible. */
const visible = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()))

const close = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.close())

const clickTray = (app: ElectronApplication, id: string) =>
  app.evaluate((_electron, id) => {
    const { menu } = Reflect.get(globalThis, 'seen') as { menu: Electron.Menu }
    menu.getMenuItemById(id)?.click()
  }, id)

const choice = (page: Page) => page.getByLabel('Keep running in the tray when I close the window')

/**
 * Sets the choice and waits until the main process has stored it. Otherwise, a click on the window may reach
 * the main process before the page's message.
 */
async function choose(page: Page, staysInTray: boolean): Promise<void> {
  await choice(page).setChecked(staysInTray)
  await expect
    .poll(() => page.evaluate(() => window.desktop?.preferences.read()))
    .toMatchObject({ staysInTray })
  await expect(choice(page)).toBeChecked({ checked: staysInTray })
}

async function startWithTray({ app, page }: Console, email: string): Promise<void> {
  await signInAs(page, email)
  await watchTray(app)
  await chooseCommand(app, 'account')
  await choose(page, true)
}

test('a closed window hides in the tray, notifies the user once, and can be reopened', async ({
  start,
  baseURL,
}) => {
  const dealer = await newAccount(baseURL!, 'seller', 'Theo Tray')
  const console_ = await start()
  const { app, page } = console_
  await startWithTray(console_, dealer.email)

  await close(app)
  await expect.poll(() => visible(app)).toEqual([false])
  await expect.poll(() => titles(app)).toEqual(['Kerblight is still running'])
  await clickTray(app, 'open')
  await expect.poll(() => visible(app)).toEqual([true])
  await expect(choice(page)).toBeChecked()
  await close(app)
  await expect.poll(() => visible(app)).toEqual([false])
  expect(await titles(app)).toHaveLength(1)

  // The hidden console keeps working.
  await page.evaluate(() => window.desktop?.notify({ kind: 'sale', title: 'Sold', body: '', path: '/' }))
  await expect.poll(() => titles(app)).toContain('Sold')
  const ended = app.waitForEvent('close')
  await clickTray(app, 'quit')
  await ended

  const restarted = await start(console_.options)
  await expect(restarted.page.getByRole('button', { name: 'Account of Theo Tray' })).toBeVisible()
  await chooseCommand(restarted.app, 'account')
  await expect(choice(restarted.page)).toBeChecked()
  await choose(restarted.page, false)
  const closed = restarted.app.waitForEvent('close')
  await close(restarted.app).catch(() => undefined)
  await closed
})

test('closing one of two windows closes it permanently', { tag: '@full' }, async ({ start, baseURL }) => {
  const dealer = await newAccount(baseURL!, 'seller', 'Theo Tray')
  const console_ = await start()
  const { app } = console_
  await startWithTray(console_, dealer.email)
  await Promise.all([app.waitForEvent('window'), chooseCommand(app, 'newWindow')])
  await expect.poll(() => visible(app)).toEqual([true, true])
  await close(app)
  await expect.poll(() => visible(app)).toEqual([true])
})

test('unsaved input prevents the console from quitting, and the window can be hidden again', async ({
  start,
  baseURL,
}) => {
  const dealer = await newAccount(baseURL!, 'seller', 'Theo Tray')
  const console_ = await start()
  const { app, page } = console_
  await startWithTray(console_, dealer.email)
  const name = page.getByLabel('Full name')
  await name.fill('Theo Unsaved')
  await close(app)
  await expect.poll(() => visible(app)).toEqual([false])

  await app.evaluate(({ dialog }) => Reflect.set(dialog, 'showMessageBoxSync', () => 0))
  await clickTray(app, 'quit')
  await expect.poll(() => visible(app)).toEqual([true])
  await expect(name).toHaveValue('Theo Unsaved')
  await close(app)
  await expect.poll(() => visible(app)).toEqual([false])
})

test(
  'a console started at login stays hidden in the tray, if the tray is enabled',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const dealer = await newAccount(baseURL!, 'seller', 'Theo Tray')
    const first = await start({ args: ['--hidden'] })
    await expect.poll(() => visible(first.app)).toEqual([true])
    await startWithTray(first, dealer.email)
    await expect(first.page.getByLabel('Start when I sign in to this computer')).toBeDisabled()
    const ended = first.app.waitForEvent('close')
    await clickTray(first.app, 'quit')
    await ended

    const { app, page } = await start({ ...first.options, args: ['--hidden'] })
    await expect(page.getByRole('button', { name: 'Account of Theo Tray' })).toBeAttached()
    expect(await visible(app)).toEqual([false])
    await app.evaluate(({ app }) => app.emit('activate'))
    await expect.poll(() => visible(app)).toEqual([true])
  },
)
