import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import type { CommandId } from '../../contract/desktop/commands.ts'
import { newAdmin } from '../e2e/market.ts'
import { newAccount } from '../support/e2e.ts'
import { expect, test } from './desktop-test.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

test('the menu enables only permitted commands and opens pages', async ({ start, baseURL }) => {
  const { app, page, options } = await start()
  expect(await enabled(app, ['about', 'logOut', 'overview', 'allUsers'])).toEqual(['about'])

  await signInAs(page, (await newAccount(baseURL!, 'seller', 'Dora Dealer')).email)
  await expect.poll(() => enabled(app, ['logOut', 'myCars', 'allUsers'])).toEqual(['logOut', 'myCars'])
  await chooseCommand(app, 'myCars')
  await expect(page.getByRole('heading', { name: 'My cars', level: 1 })).toBeVisible()

  await test.step('saves the page as a PDF at the chosen location', async () => {
    const file = join(options.home, 'cars.pdf')
    await app.evaluate(({ dialog }, filePath) => {
      Reflect.set(dialog, 'showSaveDialog', async (_window: unknown, options: { defaultPath: string }) => {
        Reflect.set(globalThis, 'offered', options.defaultPath)
        return { canceled: false, filePath }
      })
    }, file)
    await chooseCommand(app, 'savePdf')
    await expect.poll(() => read(file)).toMatch(/^%PDF-/)
    expect(await page.evaluate(() => window.desktop?.savePdf('Audi A4: "mint"'))).toEqual({ isSaved: true })
    expect(await app.evaluate(() => Reflect.get(globalThis, 'offered'))).toMatch(/Audi A4 mint\.pdf$/)

    await app.evaluate(({ dialog }) => {
      Reflect.set(dialog, 'showSaveDialog', async () => ({ canceled: true, filePath: '' }))
    })
    expect(await page.evaluate(() => window.desktop?.savePdf('Another'))).toEqual({ isSaved: false })
  })

  await chooseCommand(app, 'logOut')
  await expect(page.getByText('successfully logged out')).toBeVisible()
  await expect.poll(() => enabled(app, ['logOut', 'myCars'])).toEqual([])
})

test('a command asks before leaving a form with unsaved input', async ({ start, baseURL }) => {
  const { app, page } = await start()
  await signInAs(page, (await newAccount(baseURL!, 'seller', 'Dora Dealer')).email)
  // This prevents the automatic saving of drafts. A saved draft would no longer count as unsaved input.
  await page.route('**/cars/drafts', (route) => route.abort())
  await chooseCommand(app, 'addCar')
  await page.getByLabel('Model name').fill('A car that nobody has saved')
  await chooseCommand(app, 'sales')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Model name')).toHaveValue('A car that nobody has saved')

  // Closing the window also requires confirmation.
  await app.evaluate(({ BrowserWindow, dialog }) => {
    Reflect.set(dialog, 'showMessageBoxSync', () => {
      Reflect.set(globalThis, 'isAsked', true)
      return 0
    })
    BrowserWindow.getAllWindows()[0]?.close()
  })
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'isAsked'))).toBe(true)
  await expect(page.getByLabel('Model name')).toHaveValue('A car that nobody has saved')

  // Switching to another Kerblight server also requires confirmation.
  await app.evaluate(() => Reflect.set(globalThis, 'isAsked', false))
  await chooseCommand(app, 'changeServer')
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'isAsked'))).toBe(true)
  await expect(page.getByLabel('Model name')).toHaveValue('A car that nobody has saved')
  await app.evaluate(({ dialog }) => Reflect.set(dialog, 'showMessageBoxSync', () => 1))
  const [setup] = await Promise.all([app.waitForEvent('window'), chooseCommand(app, 'changeServer')])
  await expect(setup.getByRole('heading', { name: 'Connect to your Kerblight server' })).toBeVisible()
})

test('diagnostics include the facts that support needs, and no secrets', async ({ start, baseURL }) => {
  const { app, page, options } = await start()
  await signInAs(page, (await newAdmin(baseURL!)).email)
  await expect.poll(() => enabled(app, ['allUsers'])).toEqual(['allUsers'])
  await chooseCommand(app, 'copyDiagnostics')
  const text = await app.evaluate(({ clipboard }) => clipboard.readText())
  expect(text).toContain(`Server: ${options.apiOrigin} (set by environment)`)
  expect(text).toMatch(/Signed in: user, admin\nKeychain: in use\nGoogle sign-in: offered\nLast data: 20/)
  expect(text).not.toMatch(/eyJ|@|sandbox-desktop/)
})

test('zoom stays within its limits', { tag: '@full' }, async ({ start }) => {
  const { app } = await start()
  const level = () => app.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.getZoomLevel())
  await chooseCommand(app, 'zoomIn')
  await expect.poll(level).toBe(0.5)
  for (let step = 0; step < 12; step++) await chooseCommand(app, 'zoomIn')
  await expect.poll(level).toBe(4)
  await chooseCommand(app, 'actualSize')
  await expect.poll(level).toBe(0)
})

async function enabled(app: ElectronApplication, ids: CommandId[]): Promise<string[]> {
  return app.evaluate(
    ({ Menu }, ids) => ids.filter((id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.enabled),
    ids,
  )
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1').slice(0, 8)
  } catch {
    return ''
  }
}
