import type { Page } from '@playwright/test'
import { listCar, createUniqueModel } from '../e2e/market.ts'
import { chooseMake } from '../support/choose-make.ts'
import { newAccount } from '../support/e2e.ts'
import { photo } from '../support/photo.ts'
import { expect, test } from './desktop-test.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

test(
  'a dealer adds a car with photos, finds it, lowers two prices, and prints the list',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const dealer = await newAccount(baseURL!, 'seller', 'Dora Dealer')
    await listCar(baseURL!, dealer.token, { modelName: 'Second in the yard' })
    const modelName = createUniqueModel('A6 Avant')
    const { app, page } = await start()
    await signInAs(page, dealer.email)

    await test.step('adds a car with two photos from the file manager', async () => {
      await chooseCommand(app, 'addCar')
      await page.getByLabel('Model name').fill(modelName)
      await chooseMake(page, 'Audi')
      await page.getByLabel('Condition').selectOption('Good')
      await page.getByLabel('Usage time').fill('2 years')
      await page.getByLabel('Original price').fill('41,000')
      await page.getByLabel('Resell price').fill('30,000')
      await page.getByLabel('Phone').fill('555-0100')
      await page.getByLabel('Year').fill('2019')
      await page.getByLabel('Mileage (optional)', { exact: true }).fill('38000')
      await page.getByLabel('Why it has no VIN').fill('Kit car')
      await drop(page, [await photo('side.jpg', 600, 400), await photo('rear.jpg', 600, 400)])
      await expect(page.getByRole('list', { name: 'Photos in order' }).locator('> li')).toHaveCount(2)
      await page.getByRole('button', { name: 'Add car', exact: true }).click()
      await expect(page.getByText('Car added successfully')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'My cars', level: 1 })).toBeVisible()
    })

    await test.step('finds it from a different page', async () => {
      await chooseCommand(app, 'overview')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Find a page, record, or command' }).fill(modelName)
      const option = page.getByRole('group', { name: 'My cars' }).getByRole('option', { name: modelName })
      await expect(option).toHaveAttribute('data-highlighted')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(modelName)
    })

    await test.step('selects it and the next car, and lowers both prices by a tenth', async () => {
      await page.keyboard.press('Escape')
      const row = page.getByRole('row').filter({ hasText: modelName })
      await row.focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('Shift+ArrowDown')
      await page.getByRole('button', { name: 'Change price' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change resell price' })
      await dialog.getByLabel('Change', { exact: true }).selectOption('By percent')
      await dialog.getByLabel('Percent').fill('-10')
      await dialog.getByRole('button', { name: 'Change 2 cars' }).click()
      await expect(row).toContainText('$27,000')
      await expect(page.getByRole('row').filter({ hasText: 'Second in the yard' })).toContainText('$22,410')
    })

    await test.step('prints the list', async () => {
      await app.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows()
        Reflect.set(window!.webContents, 'print', () =>
          Reflect.set(globalThis, 'printed', window!.webContents.getURL()),
        )
      })
      await chooseCommand(app, 'print')
      await expect
        .poll(() => app.evaluate(() => Reflect.get(globalThis, 'printed') as unknown))
        .toMatch(/\/dashboard\/mycars/)
    })
  },
)

/** Drops files on the page, as a file manager would. */
async function drop(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const fileContents = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: [...buffer] }))
  await page.evaluate((all) => {
    const dataTransfer = new DataTransfer()
    for (const { name, mimeType, bytes } of all)
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }))
    const heading = document.querySelector('h1')!
    for (const name of ['dragover', 'drop'])
      heading.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }))
  }, fileContents)
}
