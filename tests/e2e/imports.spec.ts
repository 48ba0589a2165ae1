import iconv from 'iconv-lite'
import { readFile } from 'node:fs/promises'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { findBarriers } from '../support/axe.ts'
import { addImport, listCar, createUniqueModel } from './market.ts'

const header = 'stock,make,model,price,fuel,Lot position,pics'
const fileOf = (...rows: string[]) => ({
  name: 'cars.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([header, ...rows].join('\n')),
})

test('a seller’s file is reviewed, matched, and imported; its errors are corrected, and the import is reverted', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const { token } = await newAccount(baseURL!, 'seller', 'Ines Import')
  const car = await listCar(baseURL!, token, { stockNo: 'S1' })
  const missing = await listCar(baseURL!, token, { stockNo: 'S2' })
  const model = createUniqueModel('Rio')
  await useToken(page.context(), token)
  await page.goto('/dashboard/mycars')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No imports yet' })).toBeVisible()

  await test.step('a file that is too large is rejected immediately', async () => {
    const buffer = Buffer.alloc(20 * 1024 * 1024 + 1)
    await page.getByLabel('File of cars').setInputFiles({ name: 'huge.csv', mimeType: 'text/csv', buffer })
    await expect(page.getByRole('alert')).toContainText('Files can be up to 20 MB.')
  })

  await test.step('a preview shows the planned changes, row by row', async () => {
    await page
      .getByLabel('File of cars')
      .setInputFiles(
        fileOf(
          `S1,Audi,${car.modelName},"$20,000",Gas,A1`,
          `N1,Kia,${model},"9,000",Coal,A2,https://photos.example.com/1.jpg`,
          `N2,Kia,Ceed,call,Gas,A3`,
        ),
      )
    await expect(
      page.getByRole('heading', { name: '1 car to add, 1 car to update', exact: true }),
    ).toBeVisible()
    await page
      .getByRole('group', { name: 'Show by result' })
      .getByRole('button', { name: 'Update 1' })
      .click()
    const row = page.getByRole('row').filter({ hasText: car.modelName })
    await expect(row).toContainText(/Price.*\$24,900.*\$20,000/)
    await page.getByRole('button', { name: 'Error 1' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Ceed' })).toContainText('price: call')
    expect(await findBarriers(page)).toEqual([])
  })

  await test.step('photos are fetched from a website while it is allowed', async () => {
    await expect(page.getByText('1 photo on photos.example.com')).toBeVisible()
    await page.getByRole('button', { name: 'Get photos from photos.example.com', exact: true }).click()
    await expect(page.getByText('1 photo on photos.example.com, allowed')).toBeVisible()
    await page.getByRole('button', { name: 'Don’t get photos from photos.example.com' }).click()
    await expect(
      page.getByRole('button', { name: 'Get photos from photos.example.com', exact: true }),
    ).toBeVisible()
  })

  await test.step('an unknown value is matched manually', async () => {
    await page.getByRole('link', { name: /^Values/ }).click()
    await page.getByLabel('Fuel “Coal” becomes').selectOption('Diesel')
    await page.getByRole('button', { name: 'Save and check again' }).click()
    await expect(page.getByText('Your choice')).toBeVisible()
    await expect(page.getByRole('heading', { name: '1 car to add, 1 car to update' })).toBeVisible()
  })

  await test.step('an unknown column is matched manually, and Back returns to the previous view', async () => {
    await page.getByRole('link', { name: /^Columns/ }).click()
    await page.getByLabel('“Lot position” is').selectOption('Location')
    await page.getByRole('button', { name: 'Save and check again' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Lot position' })).toContainText('Your choice')
    await page.goBack()
    await expect(page.getByLabel('Fuel “Coal” becomes')).toBeVisible()
  })

  await test.step('removing most of the lot requires typing the number of cars', async () => {
    await page.getByRole('radio', { name: 'Take it off the lot' }).check()
    await page.getByRole('button', { name: 'Import 2 cars and take 1 off the lot' }).click()
    await expect(page.getByText('Type 1 to confirm.', { exact: true })).toBeVisible()
    await page.getByLabel(/Type 1 to confirm/).fill('1')
    await page.getByRole('button', { name: 'Import 2 cars and take 1 off the lot' }).click()
    const result = page.getByRole('region', { name: 'Result' })
    await expect(result).toContainText(
      '1 car added, 1 car updated, 1 car taken off the lot, 1 row not imported.',
    )
    const { available } = await apiCall<{ available: string }>(baseURL!, 'GET', `/cars/${missing._id}`, token)
    expect(available).toBe('withdrawn')
  })

  await test.step('errors are downloaded as a file, which can be imported separately once corrected', async () => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the errors' }).click()
    const text = await readFile(await (await saved).path(), 'utf8')
    expect(text).toContain('_line,_error')
    const buffer = Buffer.from(text.replaceAll('call', '8500'))
    await page
      .getByLabel('File of cars')
      .setInputFiles({ name: 'corrected.csv', mimeType: 'text/csv', buffer })
    await expect(page.getByRole('heading', { name: '1 car to add', exact: true })).toBeVisible()
  })

  await test.step('past imports link to their results and can be reverted', async () => {
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'Import cars' })
      .click()
    await expect(page.getByRole('row').filter({ hasText: 'corrected.csv' })).toContainText('Ready to import')
    await page.getByRole('link', { name: 'cars.csv', exact: true }).click()
    await page.getByRole('button', { name: /^Revert 3 cars/ }).click()
    const question = page.getByRole('alertdialog', { name: 'Revert this change to 3 cars?' })
    await question.getByRole('button', { name: 'Revert 3 cars' }).click()
    await expect(
      page.getByRole('region', { name: 'Result' }).getByText('Reverted', { exact: true }),
    ).toBeVisible()
    const { available } = await apiCall<{ available: string }>(baseURL!, 'GET', `/cars/${missing._id}`, token)
    expect(available).toBe('instock')
  })
})

test(
  'the questions about a file are answered together, and the answers stay',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { token } = await newAccount(baseURL!, 'seller', 'Quinn Question')
    const rows = ['N1,Audi,A4,"50,000",,front–rear', 'N2,Audi,A6,"60,000",sold,front–rear']
    const csv = ['stock,make,model,mileage,status,description', ...rows].join('\n')
    const id = await addImport(baseURL!, token, new Uint8Array(iconv.encode(csv, 'windows-1252')))
    await useToken(page.context(), token)
    await page.goto(`/dashboard/imports/${id}`)
    const responses = [
      page
        .getByRole('group', { name: 'Which of these reads right?' })
        .getByRole('radio', { name: /\(Mac\)/ }),
      page.getByRole('group', { name: '1 row has a mileage' }).getByRole('radio', { name: 'Kilometers' }),
      page.getByRole('group', { name: 'The file marks 1 car as sold' }).getByRole('radio', { name: /^Mark/ }),
    ]
    for (const response of responses) await response.check()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Save answers' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'frontñrear' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save answers' })).toBeDisabled()
    for (const response of responses) await expect(response).toBeChecked()
  },
)

test(
  'an import applied elsewhere appears in an open page, but not for another seller',
  { tag: '@full' },
  async ({ page, baseURL, secondContext }) => {
    const [seller, otherSeller] = [
      await newAccount(baseURL!, 'seller', 'Sam Seller'),
      await newAccount(baseURL!, 'seller', 'Olive Other'),
    ]
    const cars = Array.from({ length: 70 }, (_, index) => `S${index + 1},Audi,A4,Shade ${index}`)
    const id = await addImport(baseURL!, seller.token, ['stock,make,model,color', ...cars].join('\n'))
    await useToken(page.context(), seller.token)
    await page.goto(`/dashboard/imports/${id}`)
    await expect(page.getByRole('button', { name: 'Import 70 cars' })).toBeVisible()

    await test.step('a row outside the viewport exists, and is rendered once it scrolls into view', async () => {
      const row = page.getByRole('row').filter({ hasText: 'S50' })
      const cell = row.getByRole('cell').first()
      const isDrawn = () =>
        cell.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
      await expect(row).toContainText('Audi A4')
      expect(await isDrawn()).toBe(false)
      await row.scrollIntoViewIfNeeded()
      await expect.poll(isDrawn).toBe(true)
    })

    await test.step('a long list of values can be expanded, searched, and matched', async () => {
      await page.getByRole('link', { name: /^Values/ }).click()
      const values = page.getByRole('table', { name: 'Values of the file' }).getByRole('row')
      await expect(values).toHaveCount(51)
      await page.getByRole('button', { name: 'Show 20 more' }).click()
      await expect(values).toHaveCount(71)
      await page.getByLabel('Find a value or column').fill('color 69')
      await expect(values).toHaveCount(2)
      await page.getByLabel('Color “Shade 69” becomes').selectOption('Blue')
      await page.getByRole('button', { name: 'Save and check again' }).click()
      await expect(values).toHaveCount(51)
      await page.getByLabel('Find a value or column').fill('69')
      await expect(values.nth(1)).toContainText('Your choice')
    })

    await apiCall(baseURL!, 'POST', `/imports/${id}/apply`, seller.token, {})
    await expect(page.getByRole('region', { name: 'Result' })).toContainText('70 cars added')
    const saved = page.waitForEvent('download')
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'Import cars' })
      .click()
    await page.getByRole('button', { name: 'Download my cars' }).click()
    expect(await readFile(await (await saved).path(), 'utf8')).toContain('S1,')

    const otherContext = await secondContext()
    await useToken(otherContext, otherSeller.token)
    const window = await otherContext.newPage()
    await window.goto(`/dashboard/imports/${id}`)
    await expect(window.getByRole('heading', { name: 'We couldn’t find that import' })).toBeVisible()
  },
)
