import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newAccount } from '../support/e2e.ts'
import { expect, test } from './desktop-test.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

const project = process.env.DESKTOP_APP_FOLDER ?? join(import.meta.dirname, '..', '..')
let appFolder: string
test.beforeEach(() => {
  appFolder = mkdtempSync(join(tmpdir(), 'kerblight-app-'))
})
test.afterEach(() => rmSync(appFolder, { recursive: true, force: true }))

test(
  'a page with missing code shows an error without reloading repeatedly, and other pages work',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    copyApp()
    const { email } = await newAccount(baseURL!, 'seller', 'Dora Dealer')
    const assets = join(appFolder, 'out', 'renderer', 'assets')
    const [code] = readdirSync(assets).filter((name) => /^Sales-.*\.js$/.test(name))
    rmSync(join(assets, code!))

    const { app, page } = await start({ appFolder, keychain: 'none' })
    await signInAs(page, email)
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    let loads = 0
    page.on('load', () => (loads += 1))
    await chooseCommand(app, 'sales')
    await expect(page.getByText('This page didn’t load')).toBeVisible()
    // The title of the previous page must not remain.
    await expect(page).toHaveTitle(/^Oops!/)

    await chooseCommand(app, 'myCars')
    await expect(page.getByRole('heading', { name: 'My cars', level: 1 })).toBeVisible()
    await chooseCommand(app, 'sales')
    await expect(page.getByText('This page didn’t load')).toBeVisible()
    expect(loads).toBe(0)

    await page.getByRole('button', { name: 'Reload this page' }).click()
    await expect(page.getByText('This page didn’t load')).toBeVisible()
    await page.getByRole('link', { name: 'Back to home' }).first().click()
    await expect(page.getByText('This page didn’t load')).toBeHidden()
    expect(loads).toBe(1)
  },
)

/** Copies the built console and the project's packages to a separate folder. */
function copyApp(): void {
  mkdirSync(join(appFolder, 'out'))
  cpSync(join(project, 'package.json'), join(appFolder, 'package.json'))
  for (const bundle of ['main', 'preload', 'renderer'])
    cpSync(join(project, 'out', bundle), join(appFolder, 'out', bundle), {
      recursive: true,
      dereference: true,
    })
  symlinkSync(join(import.meta.dirname, '..', '..', 'node_modules'), join(appFolder, 'node_modules'))
}
