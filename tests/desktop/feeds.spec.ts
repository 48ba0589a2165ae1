import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { listCar, newAdmin, uploadPhoto } from '../e2e/market.ts'
import { findBarriers } from '../support/axe.ts'
import { apiCall, newAccount } from '../support/e2e.ts'
import { newVin } from '../support/new-vin.ts'
import { photo } from '../support/photo.ts'
import { expect, test } from './desktop-test.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

/** Sets the path for the next saved file, and records which file the console shows in its folder. */
const respondToDialog = (app: ElectronApplication, path: string) =>
  app.evaluate(({ session, shell }, path) => {
    session.defaultSession.once('will-download', (_event, item) => {
      Reflect.set(globalThis, 'asked', item.getSaveDialogOptions())
      item.setSavePath(path)
    })
    shell.showItemInFolder = (path) => void Reflect.set(globalThis, 'shown', path)
  }, path)

const recorded = (app: ElectronApplication, key: 'asked' | 'shown') =>
  app.evaluate((_electron, key) => Reflect.get(globalThis, key) as unknown, key)

test('the keyboard creates a feed, fixes its car, and saves a list to a chosen file', async ({
  start,
  baseURL,
}) => {
  const { token, email } = await newAccount(baseURL!, 'seller', 'Hale Motors')
  const { _id: seller } = await apiCall<{ _id: string }>(baseURL!, 'GET', '/users/me', token)
  await apiCall(baseURL!, 'PUT', `/users/seller/${seller}`, (await newAdmin(baseURL!)).token)
  const car = {
    category_name: 'Audi',
    modelName: 'A4',
    year: 2013,
    mileage: 61_000,
    mileageUnit: 'mi',
    body: 'wagon',
    description: 'One owner.',
    location: '12 Main Street, Portland, OR 97201',
    images: [await uploadPhoto(baseURL!, token, await photo('car.jpg', 800, 600))],
  }
  await listCar(baseURL!, token, { ...car, vin: newVin() })
  await listCar(baseURL!, token, { ...car, vin: newVin(), color: 'Red', year: 2014 })
  const { app, page, options } = await start({ keychain: 'none' })
  await signInAs(page, email)

  await test.step('creates a feed', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('Feeds')
    // Enter chooses the highlighted option, so the test waits until the highlight has been drawn.
    await expect(page.getByRole('option', { name: 'Feeds' })).toHaveAttribute('data-highlighted')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'New feed' }).first().press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New feed' })
    await dialog.getByRole('radio', { name: /^Meta automotive/ }).check()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('Not fetched yet')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    expect(await findBarriers(page)).toEqual([])
  })

  const grid = page.getByRole('grid', { name: 'Cars in the Meta automotive feed' })
  const row = grid.getByRole('row').filter({ hasText: '2013 Audi A4' })
  const panel = page.getByRole('complementary', { name: 'Details' })

  await test.step('shows the skipped car and the reason', async () => {
    await page.getByRole('link', { name: 'Meta automotive' }).press('Enter')
    await expect(row).toContainText('Meta needs the color.')
    await row.focus()
    await page.keyboard.press('Enter')
    await expect(panel).toContainText('Left out')
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  await test.step('sorts and searches all of its cars', async () => {
    const heading = page.getByRole('columnheader', { name: /^Car/ })
    await heading.getByRole('button').click()
    await expect(heading).toHaveAttribute('aria-sort', 'ascending')
    await expect(grid.getByRole('row').nth(1)).toContainText('2013 Audi A4')
    await heading.getByRole('button').click()
    await expect(grid.getByRole('row').nth(1)).toContainText('2014 Audi A4')
    await page.keyboard.press('ControlOrMeta+f')
    await page.keyboard.type('needs the color')
    await expect(grid).toHaveAttribute('aria-rowcount', '2')
    await page.keyboard.press('Escape')
    await expect(grid).toHaveAttribute('aria-rowcount', '3')
    await row.focus()
  })

  await test.step('returns to the row after the car is fixed or left unchanged', async () => {
    const color = page.getByRole('combobox', { name: 'Color (optional)', exact: true })
    await page.keyboard.press('e')
    await expect(color).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(row).toBeFocused()
    await page.keyboard.press('e')
    await color.selectOption('Blue')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(row).toBeFocused()
    await expect(row).toContainText('Nothing to fix')
  })

  await test.step('saves a list and shows its location', async () => {
    const path = join(options.home, 'cars.csv')
    await respondToDialog(app, path)
    await chooseCommand(app, 'myCars')
    // The list takes the focus once it has loaded.
    await expect(page.getByRole('grid', { name: 'My cars' }).getByRole('row').nth(1)).toBeFocused()
    await page.getByRole('button', { name: 'Export this list' }).press('Enter')
    await page.getByRole('menuitem', { name: 'CSV' }).press('Enter')
    await expect(page.getByText(`In ${options.home}`)).toBeVisible()
    expect(readFileSync(path, 'utf8')).toContain('2013 Audi A4,In stock,24900')
    expect(await recorded(app, 'asked')).toMatchObject({
      title: 'Save the file',
      defaultPath: join(options.home, 'Downloads', 'kerblight-my-cars.csv'),
    })
    await page.getByRole('button', { name: 'Show in folder' }).press('Enter')
    await expect.poll(() => recorded(app, 'shown')).toBe(path)
  })

  await test.step('reports a failed save', async () => {
    writeFileSync(join(options.home, 'no-folder'), '')
    await respondToDialog(app, join(options.home, 'no-folder', 'cars.csv'))
    await page.getByRole('button', { name: 'Export this list' }).press('Enter')
    await page.getByRole('menuitem', { name: 'CSV' }).press('Enter')
    await expect(page.getByText('cars.csv wasn’t saved')).toBeVisible()
  })
})
