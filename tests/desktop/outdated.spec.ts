import type { Page } from '@playwright/test'
import { problems } from '../../contract/api/problems.ts'
import { CONTRACT_VERSION } from '../../contract/api/version.ts'
import { listCar, createUniqueModel } from '../e2e/market.ts'
import { fillRemainingFields } from '../e2e/steps.ts'
import { chooseMake } from '../support/choose-make.ts'
import { newAccount } from '../support/e2e.ts'
import { expect, test } from './desktop-test.ts'
import { readOpenedAddresses, captureExternalUrls } from './outside.ts'
import { startRecordingHost, type RecordingHost, type Listener } from './recording-host.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

let server: RecordingHost
let api: Listener
test.beforeEach(async ({ baseURL }) => {
  server = {}
  api = await startRecordingHost(baseURL!, server)
})
test.afterEach(() => api.stop())

test('a server update requires a newer console, preserves the open form, and accepts that console', async ({
  start,
  baseURL,
}) => {
  const dealer = await newAccount(baseURL!, 'seller', 'Olga Outdated')
  const modelName = createUniqueModel('Typed before')
  const { app, page } = await start({ apiOrigin: api.origin })
  await signInAs(page, dealer.email)
  await chooseCommand(app, 'addCar')
  await fillCar(page, modelName)
  await expect(bannerOf(page)).toHaveCount(0)

  server.oldestConsole = CONTRACT_VERSION + 1
  await addCar(page)
  // The banner is visible even when the user has scrolled to the bottom of a long form.
  await expect(bannerOf(page)).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Model name')).toHaveValue(modelName)
  await expect(page.getByLabel('Original price')).toHaveValue('41,000')
  // Quitting to install the update also asks about input outside drafts.
  await page.getByLabel('Original price').fill('42,000')
  await app.evaluate(({ app: program, dialog }) => {
    Reflect.set(dialog, 'showMessageBoxSync', () => {
      Reflect.set(globalThis, 'isAsked', true)
      return 0
    })
    program.quit()
  })
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'isAsked'))).toBe(true)
  await expect(page.getByLabel('Model name')).toHaveValue(modelName)
  await app.evaluate(({ dialog }) => Reflect.set(dialog, 'showMessageBoxSync', () => 1))
  await app.close()

  // The server accepts a console that is new enough.
  delete server.oldestConsole
  const newConsole = await start({ apiOrigin: api.origin })
  await expect(newConsole.page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await chooseCommand(newConsole.app, 'addCar')
  await fillCar(newConsole.page, modelName)
  await addCar(newConsole.page)
  await expect(newConsole.page.getByText('Car added successfully')).toBeVisible()
  await expect(bannerOf(newConsole.page)).toHaveCount(0)
})

test(
  'a console outdated at startup signs in and shows data but sends no changes',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const dealer = await newAccount(baseURL!, 'seller', 'Otto Outdated')
    const { modelName } = await listCar(baseURL!, dealer.token)
    server.changeSettings = (settings) => ({ ...settings, hasConsoleDownload: true })
    server.oldestConsole = CONTRACT_VERSION + 1
    const { app, page } = await start({ apiOrigin: api.origin, keychain: 'none' })
    await captureExternalUrls(app)
    await bannerOf(page).getByRole('button', { name: 'Download the new version' }).click()
    await expect.poll(() => readOpenedAddresses(app)).toEqual([`${baseURL}/console`])
    await signInAs(page, dealer.email)
    await chooseCommand(app, 'myCars')
    const row = page.getByRole('row').filter({ hasText: modelName })
    await row.focus()
    const before = api.seen.length
    await page.keyboard.press('Delete')
    await expect(page.getByText(problems['console-outdated'][1])).toBeVisible()
    await expect(row).toBeVisible()
    expect(api.seen.slice(before).filter(({ method }) => !['GET', 'OPTIONS'].includes(method))).toEqual([])
  },
)

function bannerOf(page: Page) {
  return page
    .getByRole('status')
    .filter({ hasText: 'Update required. This version of the console is read-only' })
}

async function fillCar(page: Page, modelName: string): Promise<void> {
  await page.getByLabel('Model name').fill(modelName)
  await chooseMake(page, 'Audi')
  await page.getByLabel('Usage time').fill('2 years')
  await page.getByLabel('Original price').fill('41,000')
  await page.getByLabel('Phone').fill('555-0100')
  await page.getByLabel('Resell price').fill('30,000')
  await fillRemainingFields(page)
}

function addCar(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Add car', exact: true }).click()
}
