import { chooseMake } from '../support/choose-make.ts'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { delayCalls } from '../support/delayed-calls.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { newVin } from '../support/new-vin.ts'
import { choose, findTableRow } from './dashboard-steps.ts'
import { listCar, newAdmin, createUniqueModel, uploadPhoto } from './market.ts'
import { fillRemainingFields } from './steps.ts'

test('a scanned VIN fills in the form, reports conflicting input, and finds the car again', async ({
  page,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Lena Lot')
  await useToken(page.context(), seller.token)
  const vin = newVin()
  await page.goto('/dashboard/addcars')
  const field = page.getByLabel('VIN (optional)', { exact: true })
  await field.focus()

  await test.step('an invalid letter causes a suggestion, never a silent change', async () => {
    const misread = vin.replace('1', 'I')
    await field.pressSequentially(misread.toLowerCase())
    await field.press('Enter')
    await expect(page.getByText('A VIN never has the letters I, O, or Q.', { exact: false })).toBeVisible()
    await expect(field).toHaveValue(misread.toLowerCase())
  })

  await test.step('empty fields are filled in and marked, and conflicting input prompts a choice', async () => {
    await page.getByLabel('Model name').fill('Fusion')
    // A hardware scanner types the VIN and presses Enter.
    await field.fill('')
    await field.pressSequentially(vin)
    await field.press('Enter')
    await expect(page.getByText(/^Filled in from the VIN: make, year/)).toBeVisible()
    await expect(page.getByLabel('Make')).toHaveValue('Ford')
    await expect(page.getByLabel('Year')).toHaveValue('2013')
    await expect(page.getByLabel('Year')).toHaveAccessibleDescription('From the VIN')
    const difference = page.getByText('the VIN says C-Max; you typed Fusion.')
    await expect(difference).toBeVisible()
    await page.setViewportSize({ width: 320, height: 700 })
    expect((await difference.boundingBox())!.width).toBeGreaterThan(150)
    await page.setViewportSize({ width: 1280, height: 720 })
    await expect(page.getByLabel('Model name')).toHaveValue('Fusion')
    await page.getByRole('button', { name: 'Use C-Max' }).click()
    await expect(page.getByLabel('Model name')).toHaveValue('C-Max')
  })

  await test.step('the car is found by the end of its VIN', async () => {
    await page.getByLabel('Usage time').fill('13 years')
    await page.getByLabel('Original price').fill('28,000')
    await page.getByLabel('Phone').fill('555-0100')
    await page.getByLabel('Resell price').fill('9,900')
    await fillRemainingFields(page, { hasVin: true })
    await page.getByRole('button', { name: 'Add car', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'My Cars' })).toBeVisible()
    await expect(findTableRow(page, '2013 Ford C-Max')).toBeVisible()
    const path = `/allCars?q=${vin.slice(-6)}`
    const matchingCars = await apiCall<{ stockNo: string }[]>(baseURL!, 'GET', path, seller.token)
    expect(matchingCars.map(({ stockNo }) => stockNo)).toEqual(['1001'])
  })

  await test.step('a repeated VIN leads to the car with that VIN', async () => {
    await navigateInApp(page, '/dashboard/addcars')
    await field.fill(vin)
    await field.press('Enter')
    await expect(page.getByLabel('Model name')).toHaveValue('C-Max')
    await page.getByLabel('Usage time').fill('13 years')
    await page.getByLabel('Original price').fill('28,000')
    await page.getByLabel('Phone').fill('555-0100')
    await page.getByLabel('Resell price').fill('9,900')
    await fillRemainingFields(page, { hasVin: true })
    await page.getByRole('button', { name: 'Add car', exact: true }).click()
    await expect(
      page.getByText('You’ve already listed a car with this VIN.', { exact: false }).first(),
    ).toBeVisible()
    await expect(field).toBeFocused()
    const link = page.getByRole('link', { name: 'Open the car with this VIN' })
    await expect(link).toHaveAttribute('href', /^\/dashboard\/mycars\/[\w-]+\/edit$/)
  })
})

test(
  'a VIN’s decoded data is ignored if another VIN was typed before it arrives',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const seller = await newAccount(baseURL!, 'seller', 'Lena Lot')
    await useToken(page.context(), seller.token)
    await page.goto('/dashboard/addcars')
    const letThrough = await delayCalls(page, '**/api/vin/*')
    const vin = newVin()
    const field = page.getByLabel('VIN (optional)', { exact: true })
    await field.fill(vin)
    const response = page.waitForResponse('**/api/vin/*')
    await field.press('Enter')
    await field.fill('WV')
    letThrough()
    await response
    await expect(page.getByRole('button', { name: 'Look it up' })).toBeEnabled()
    await expect(page.getByLabel('Year')).toHaveValue('')
    await expect(field).toHaveValue('WV')
  },
)

test('a second VIN replaces or clears the decoded values and keeps the edited values', async ({
  page,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Lena Lot')
  await useToken(page.context(), seller.token)
  await page.goto('/dashboard/addcars')
  const field = page.getByLabel('VIN (optional)', { exact: true })
  await field.fill('JTDKARFU5J3000001')
  await field.press('Enter')
  await expect(page.getByLabel('Make')).toHaveValue('Toyota')
  await expect(page.getByLabel('Model name')).toHaveValue('Prius')
  await expect(page.getByLabel('Year')).toHaveValue('2018')
  await expect(page.getByLabel('Fuel')).toHaveValue('Hybrid')
  await page.getByLabel('Body').selectOption('wagon')

  await field.fill('TMBLD6NS5MB000001')
  await expect(page.getByText(/^Cleared, since the VIN changed: make, model name, year/)).toBeVisible()
  await field.press('Enter')
  await expect(page.getByLabel('Make')).toHaveValue('Škoda')
  await expect(page.getByLabel('Year')).toHaveValue('2021')
  await expect(page.getByLabel('Model name')).toHaveValue('')
  await expect(page.getByLabel('Fuel')).toHaveValue('')
  await expect(page.getByLabel('Body')).toHaveValue('wagon')
  await expect(page.getByText('you typed', { exact: false })).toHaveCount(0)

  await field.fill('JTDKARFU5J3000001')
  await field.press('Enter')
  await expect(page.getByText('the VIN says Hatchback; you typed Wagon.')).toBeVisible()
  await expect(page.getByLabel('Make')).toHaveValue('Toyota')
})

test(
  'a car with another seller’s VIN waits, with a notice, until an admin approves it',
  { tag: '@full' },
  async ({ page, baseURL, secondContext }) => {
    const [first, second] = [
      await newAccount(baseURL!, 'seller', 'Lena Lot'),
      await newAccount(baseURL!, 'seller', 'Omar Other'),
    ]
    const [vin, model] = [newVin(), createUniqueModel('C-Max')]
    const image_url = await uploadPhoto(baseURL!, first.token)
    await listCar(baseURL!, first.token, { vin, image_url, year: 2013, mileage: 61_000 })
    await useToken(page.context(), second.token)
    await page.goto('/dashboard/addcars')
    await page.getByLabel('VIN (optional)', { exact: true }).fill(vin)
    await page.getByLabel('VIN (optional)', { exact: true }).press('Enter')
    await expect(page.getByLabel('Year')).toHaveValue('2013')
    await chooseMake(page, 'Ford')
    await page.getByLabel('Model name').fill(model)
    await page.getByLabel('Usage time').fill('13 years')
    await page.getByLabel('Original price').fill('28,000')
    await page.getByLabel('Phone').fill('555-0100')
    await page.getByLabel('Resell price').fill('9,900')
    await fillRemainingFields(page, { hasVin: true })
    await page.getByRole('button', { name: 'Add car', exact: true }).click()
    await expect(page.getByText(`Ford ${model} waits for our check`)).toBeVisible()
    await expect(page.getByText('it’s in your list as “In review,”', { exact: false })).toBeVisible()
    await expect(page.getByText('Car added successfully')).toHaveCount(0)
    await expect(page.getByText('Lena')).toHaveCount(0)
    await expect(findTableRow(page, model)).toContainText('In review')

    const admins = await secondContext()
    await useToken(admins, (await newAdmin(baseURL!)).token)
    const desk = await admins.newPage()
    await desk.goto('/dashboard/managecars')
    await choose(desk, findTableRow(desk, model), 'Approve listing')
    await expect(findTableRow(desk, model)).toContainText('In stock')
    await expect(findTableRow(page, model)).toContainText('In stock')
  },
)
