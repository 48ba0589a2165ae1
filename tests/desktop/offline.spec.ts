import type { Page } from '@playwright/test'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { apiCall, newAccount } from '../support/e2e.ts'
import { listCar, createUniqueModel } from '../e2e/market.ts'
import { openGate } from '../support/gate.ts'
import { expect, test } from './desktop-test.ts'
import { readKeychain } from './keychain.ts'
import { getUserDataPath, type LaunchOptions } from './launch.ts'
import { startRecordingHost } from './recording-host.ts'
import { chooseCommand, signInAs } from './steps.ts'

// Each test starts consoles and signs in, which takes a while.
test.slow()

const notice = (page: Page) => page.getByText(/^(Can’t reach Kerblight|You’re offline)\. Showing data from /)
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('cached data is available without the server, even after a restart, until updated', async ({
  start,
  baseURL,
}) => {
  const dealer = await newAccount(baseURL!, 'seller', 'Olga Outage')
  const modelName = createUniqueModel('Kept')
  const car = await listCar(baseURL!, dealer.token, { modelName, resellPrice: '9000' })
  const api = await startBehindGate(baseURL!)
  const first = await start({ apiOrigin: api.origin })
  await signInAs(first.page, dealer.email)
  await chooseCommand(first.app, 'addCar')
  await expect(first.page.getByLabel('Make')).toBeEnabled()
  await chooseCommand(first.app, 'myCars')
  await expect(row(first.page, modelName)).toBeVisible()

  api.gate.shut()
  // The server's data changes long before the next start, which first requests all changes since the last
  // one.
  await apiCall(baseURL!, 'PATCH', '/cars', dealer.token, { ids: [car._id], change: { resellPrice: '8500' } })
  // The reload clears the page's memory.
  await first.page.reload()
  await expect(row(first.page, modelName)).toBeVisible()
  await expect(notice(first.page)).toBeVisible()
  await first.app.close()
  expect(findFilesWith(getUserDataPath(first.options), modelName)).toEqual([])

  const { app, page } = await start(first.options)
  await expect(page.getByRole('button', { name: 'Account of Olga Outage' })).toBeVisible()
  await chooseCommand(app, 'addCar')
  await page.getByLabel('Model').fill('Typed without a server')
  await page.getByLabel('Make').click()
  await expect(page.getByRole('option', { name: 'Tesla' })).toBeVisible()
  await page.keyboard.press('Escape')
  await chooseCommand(app, 'myCars')
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(row(page, modelName)).toContainText('$9,000')
  await expect(notice(page)).toBeVisible()
  // The form was not opened while the server was reachable, so it depends on stored data.
  await expect(row(page, modelName)).toBeFocused()
  await page.keyboard.press('e')
  const form = page.getByRole('form', { name: 'Save changes' })
  await expect(form.getByLabel('Model')).toHaveValue(modelName)
  await form.getByLabel('Location').fill('Typed meanwhile, OH')
  // The window closes immediately. Later, the form offers to restore its input.
  await app.evaluate(({ dialog }) => Reflect.set(dialog, 'showMessageBoxSync', () => 1))
  await app.close()
  expect(findFilesWith(getUserDataPath(first.options), 'Typed meanwhile')).toEqual([])
  expect(findFilesWith(getUserDataPath(first.options), 'Typed without')).toEqual([])

  const { app: restartedApp, page: restartedPage } = await start(first.options)
  await chooseCommand(restartedApp, 'myCars')
  await row(restartedPage, modelName).focus()
  await restartedPage.keyboard.press('e')
  await expect(restartedPage.getByText(/^You have unsaved changes from /)).toBeVisible()
  await restartedPage.getByRole('button', { name: 'Restore them' }).click()
  await expect(restartedPage.getByLabel('Location')).toHaveValue('Typed meanwhile, OH')
  await chooseCommand(restartedApp, 'myCars')
  await restartedPage.getByRole('button', { name: 'Leave' }).click()

  api.gate.open()
  await expect(row(restartedPage, modelName)).toContainText('$8,500', { timeout: 45_000 })
  await expect(notice(restartedPage)).toBeHidden()
  await row(restartedPage, modelName).focus()
  await restartedPage.keyboard.press('e')
  await expect(restartedPage.getByLabel('Location')).toBeVisible()
  await expect(restartedPage.getByText(/^You have unsaved changes from /)).toBeHidden()
  await api.stop()
})

test(
  'input typed offline is restored in its form and never overwrites others’ changes silently',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const dealer = await newAccount(baseURL!, 'seller', 'Olga Outage')
    const modelName = createUniqueModel('Typed')
    const car = await listCar(baseURL!, dealer.token, { modelName, resellPrice: '9000' })
    const draftName = createUniqueModel('Draft')
    await apiCall(baseURL!, 'POST', '/cars/drafts', dealer.token, { modelName: draftName })
    const api = await startBehindGate(baseURL!)
    const { app, page } = await start({ apiOrigin: api.origin })
    await signInAs(page, dealer.email)
    await app.evaluate(({ dialog }) => Reflect.set(dialog, 'showMessageBoxSync', () => 1))
    const offer = page.getByText(/^You have unsaved changes from /)

    const differs = page.getByRole('table', { name: 'What differs' })
    const changePrice = (resellPrice: string) =>
      apiCall(baseURL!, 'PATCH', '/cars', dealer.token, { ids: [car._id], change: { resellPrice } })

    async function edit(name: string) {
      await chooseCommand(app, 'myCars')
      await row(page, name).focus()
      await page.keyboard.press('e')
      await expect(page.getByLabel('Location')).toBeVisible()
    }

    await test.step('restores input for a listed car and shows the conflict', async () => {
      await edit(modelName)
      api.gate.shut()
      await page.getByLabel('Location').fill('Akron, OH')
      await page.reload()
      api.gate.open()
      await changePrice('8500')
      await expect(offer).toBeVisible()
      await page.reload()
      await page.getByRole('button', { name: 'Restore them' }).click()
      await expect(page.getByLabel('Location')).toHaveValue('Akron, OH')
      await expect(differs).toContainText('8500')
      await expect(differs).toContainText('Akron, OH')
      await expect(page.getByRole('button', { name: 'Save my version' })).toBeVisible()
      await page.getByRole('button', { name: 'Use theirs' }).click()
      await expect(page.getByLabel('Location')).not.toHaveValue('Akron, OH')
      await page.reload()
      await expect(page.getByLabel('Location')).toBeVisible()
      await expect(offer).toBeHidden()
    })

    await test.step('shows a conflict with a change made after restoring', async () => {
      await page.getByLabel('Location').fill('Akron, OH')
      await page.reload()
      await page.getByRole('button', { name: 'Restore them' }).click()
      await changePrice('8000')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(differs).toContainText('8000')
      await page.getByRole('button', { name: 'Use theirs' }).click()
      await expect(page.getByLabel('Location')).not.toHaveValue('Akron, OH')
    })

    await test.step('does not restore discarded input', async () => {
      await page.getByLabel('Location').fill('Canton, OH')
      await page.reload()
      await page.getByRole('button', { name: 'Discard them' }).click()
      await expect(page.getByLabel('Location')).not.toHaveValue('Canton, OH')
      await page.reload()
      await expect(page.getByLabel('Location')).toBeVisible()
      await expect(offer).toBeHidden()
    })

    await test.step('restores input for a draft, which is saved once the server is available', async () => {
      await edit(draftName)
      api.gate.shut()
      await page.getByLabel('Location').fill('Dayton, OH')
      await page.reload()
      await page.getByRole('button', { name: 'Restore them' }).click()
      await expect(page.getByLabel('Location')).toHaveValue('Dayton, OH')
      api.gate.open()
      await expect(page.getByText(/^Draft saved /)).toBeVisible({ timeout: 45_000 })
      await page.reload()
      await expect(page.getByLabel('Location')).toHaveValue('Dayton, OH')
      await expect(offer).toBeHidden()
    })

    await test.step('restores input for a new car', async () => {
      await chooseCommand(app, 'addCar')
      await expect(page.getByRole('form', { name: 'Add car' })).toBeVisible()
      api.gate.shut()
      await page.getByLabel('Model').fill('Typed without a server')
      await page.reload()
      await expect(page.getByText('We restored your draft')).toBeVisible()
      await expect(page.getByLabel('Model')).toHaveValue('Typed without a server')
      api.gate.open()
      await page.getByRole('button', { name: 'Start over' }).click()
      await expect(page.getByLabel('Model')).toHaveValue('')
    })
    await api.stop()
  },
)

test('signing out deletes cached data', async ({ start, baseURL }) => {
  const dealer = await newAccount(baseURL!, 'seller', 'Olga Outage')
  const { app, page, options } = await start()
  await signInAs(page, dealer.email)
  await expect.poll(() => cachedFiles(options)).not.toEqual([])
  await page.evaluate(() => window.desktop?.session.close())
  await expect.poll(() => cachedFiles(options)).toEqual([])
  expect(await readKeychain(app, options.apiOrigin, 'answers')).toBeNull()
})

test(
  'a console started before its server connects to it, and allows its photos',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const api = await startBehindGate(baseURL!)
    api.gate.shut()
    const { page } = await start({ apiOrigin: api.origin })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(() => history.replaceState(history.state, '', '?here'))
    expect(await page.evaluate(readPolicy)).not.toContain(baseURL)

    api.gate.open()
    await expect.poll(() => page.evaluate(readPolicy).catch(() => ''), { timeout: 30_000 }).toContain(baseURL)
    await page.waitForURL((url) => url.search === '?here')
    await api.stop()
  },
)

function cachedFiles(options: LaunchOptions): string[] {
  const folder = join(getUserDataPath(options), 'answers')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.isFile(),
  )
}

/** Starts a proxy whose URL stays reserved while the server behind it is unreachable. */
async function startBehindGate(baseURL: string) {
  const proxy = await startRecordingHost(baseURL, {})
  const gate = await openGate(Number(new URL(proxy.origin).port))
  const origin = `http://localhost:${gate.port}`
  return { origin, gate, stop: () => Promise.all([gate.close(), proxy.stop()]) }
}

/**
 * Returns the files below `folder` that contain a string. Only the console's own files count, not Chromium's
 * cache.
 */
function findFilesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = join(folder, name)
    return statSync(file, { throwIfNoEntry: false })?.isFile() && readFileSync(file, 'latin1').includes(text)
  })
}

async function readPolicy(): Promise<string | null> {
  return (await fetch('/index.html')).headers.get('content-security-policy')
}
