import { newAccount } from '../support/e2e.ts'
import { findBarriers } from '../support/axe.ts'
import { listCar } from '../e2e/market.ts'
import { expect, test } from './desktop-test.ts'
import { signInAs } from './steps.ts'

test.slow()

test('a file is imported by keyboard, with navigation between errors and old and new values', async ({
  start,
  baseURL,
}) => {
  const dealer = await newAccount(baseURL!, 'seller', 'Ivo Import')
  const car = await listCar(baseURL!, dealer.token, { stockNo: 'S1' })
  const rows = Array.from({ length: 150 }, (_, index) =>
    index === 20 || index === 140
      ? `N${index},Kia,Broken ${index},call`
      : `N${index},Kia,Rio ${index},"9,${100 + index}"`,
  )
  const csv = ['stock,make,model,price', `S1,Audi,${car.modelName},"20,000"`, ...rows].join('\n')

  const { page } = await start({ keychain: 'none' })
  await signInAs(page, dealer.email)
  await page.keyboard.press('ControlOrMeta+Shift+I')
  await expect(page.getByRole('heading', { name: 'Import cars', level: 1 })).toBeVisible()
  await page
    .getByLabel('File of cars')
    .setInputFiles({ name: 'cars.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })

  const grid = page.getByRole('grid', { name: 'Cars in the file' })
  await expect(grid).toHaveAttribute('aria-rowcount', '152')
  const panel = page.getByRole('complementary', { name: 'Details' })
  const rowOf = (name: string) => grid.getByRole('row').filter({ hasText: name })

  await test.step('Enter shows the old and new values', async () => {
    await rowOf(car.modelName).focus()
    await page.keyboard.press('Enter')
    await expect(panel).toContainText(/Price.*\$24,900.*\$20,000/)
    expect(await findBarriers(page)).toEqual([])
  })

  await test.step('F leads to the next error in the whole list, and from the last to the first', async () => {
    await page.keyboard.press('f')
    await expect(panel.getByRole('heading', { name: 'Kia Broken 20' })).toBeVisible()
    await expect(rowOf('Broken 20')).toBeFocused()
    await page.keyboard.press('f')
    await expect(rowOf('Broken 140')).toBeFocused()
    await expect(panel).toContainText('price: call')
    await page.keyboard.press('f')
    await expect(rowOf('Broken 20')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })

  await test.step('the rows are filtered by result and searched by words', async () => {
    await page.getByRole('button', { name: 'Error 2', exact: true }).click()
    await expect(grid).toHaveAttribute('aria-rowcount', '3')
    await page.getByRole('button', { name: 'Error 2', exact: true }).click()
    await page.keyboard.press('ControlOrMeta+f')
    await page.keyboard.type('n149')
    await expect(rowOf('Rio 149')).toBeVisible()
    await expect(grid).toHaveAttribute('aria-rowcount', '2')
  })

  await page.getByRole('button', { name: 'Import 149 cars', exact: true }).press('Enter')
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('148 cars added, 1 car updated, 2 rows not imported.')
  await expect(result.getByRole('button', { name: 'Revert 149 cars' })).toBeVisible()
  expect(await findBarriers(page)).toEqual([])

  await test.step('saving a car opened from its row leads back to the row', async () => {
    await page.keyboard.press('ControlOrMeta+f')
    await page.keyboard.type(car.modelName)
    await rowOf(car.modelName).focus()
    await page.keyboard.press('Enter')
    await panel.getByRole('link', { name: 'Open this car' }).click()
    await page.getByLabel('Location').fill('Boise')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(result).toContainText('148 cars added')
    await expect(page.getByLabel('Find in this list')).toHaveValue(car.modelName)
    await expect(rowOf(car.modelName)).toHaveAttribute('aria-selected', 'true')
  })
})
