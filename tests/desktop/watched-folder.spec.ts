import type { ElectronApplication } from '@playwright/test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Car } from '../../contract/cars/cars.ts'
import { apiCall, newAccount } from '../support/e2e.ts'
import { formatCsv } from '../support/imports.ts'
import { expect, test } from './desktop-test.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

/** Sets the folder that the system's dialog returns from now on. */
const respondToDialog = (app: ElectronApplication, folder: string) =>
  app.evaluate(({ dialog }, folder) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [folder] })
  }, folder)

/** Records the titles of notifications from now on. */
const watchNotices = (app: ElectronApplication) =>
  app.evaluate(({ Notification }) => {
    const titles: string[] = []
    Reflect.set(globalThis, 'titles', titles)
    Notification.prototype.show = function () {
      titles.push(this.title)
    }
  })

const titles = (app: ElectronApplication) => app.evaluate(() => Reflect.get(globalThis, 'titles') as string[])

/** Makes the console scan the folder immediately, as on waking from sleep, until the condition holds. */
const scanUntil = (app: ElectronApplication, isSo: () => Promise<void>) =>
  expect(async () => {
    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
    await isSo()
  }).toPass()

test('a watched folder imports files within its limits and asks about the others', async ({
  start,
  baseURL,
}) => {
  const dealer = await newAccount(baseURL!, 'seller', 'Wes Watch')
  const stock = async () =>
    (await apiCall<Car[]>(baseURL!, 'GET', '/allCars?mine=1', dealer.token)).map(({ stockNo }) => stockNo)
  const folder = mkdtempSync(join(tmpdir(), 'nightly-'))
  const putFile = (name: string, numbers: string[]) =>
    writeFileSync(
      join(folder, name),
      formatCsv(numbers.map((stock) => ({ stock, make: 'Audi', model: 'A4', price: 9_995 }))),
    )

  const first = await start()
  await signInAs(first.page, dealer.email)
  await respondToDialog(first.app, folder)
  await watchNotices(first.app)
  await chooseCommand(first.app, 'account')
  const settings = first.page.getByRole('region', { name: 'Watched folder' })
  await settings.getByRole('button', { name: 'Choose a folder…' }).click()
  await expect(settings.getByText(folder)).toBeVisible()
  await settings.getByRole('textbox', { name: 'New cars, up to' }).fill('2')
  await settings.getByRole('button', { name: 'Save limits' }).click()
  await expect(first.page.getByText('Limits saved')).toBeVisible()

  const files = settings.getByRole('list', { name: 'Latest files' }).getByRole('listitem')
  putFile('monday.csv', ['N1', 'N2'])
  await scanUntil(first.app, () =>
    expect(files).toHaveText([/^monday\.csv2 new\..*Imported$/], { timeout: 1000 }),
  )
  expect((await stock()).toSorted()).toEqual(['N1', 'N2'])

  putFile('tuesday.csv', ['N3', 'N4', 'N5'])
  const notice = first.page.getByText('tuesday.csv needs you. 3 new cars; your limit is 2.')
  await scanUntil(first.app, () => expect(notice).toBeVisible({ timeout: 1000 }))
  expect(await titles(first.app)).toEqual(['tuesday.csv needs you'])
  expect(await stock()).toHaveLength(2)
  putFile('wednesday.csv', ['N3', 'N4', 'N5', 'N6'])
  const summary = first.page.getByText(/^wednesday\.csv needs you\..* 1 other file needs you, too\./)
  await scanUntil(first.app, () => expect(summary).toBeVisible({ timeout: 1000 }))

  const ended = first.app.waitForEvent('close')
  await first.app.evaluate(({ app }) => app.exit(0)).catch(() => undefined)
  await ended
  const restarted = await start(first.options)
  await expect(restarted.page.getByText('wednesday.csv needs you')).toBeVisible()
  await restarted.page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(restarted.page.getByText('wednesday.csv needs you')).toHaveCount(0)
  putFile('thursday.csv', ['N3'])
  await scanUntil(restarted.app, async () => expect(await stock()).toHaveLength(3))
})
