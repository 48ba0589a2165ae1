import type { Page } from '@playwright/test'
import { chooseMake } from '../support/choose-make.ts'
import { expect, newAccount, test, useToken } from '../support/e2e.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { buildModelQuery, newMarket, putOnList } from './market.ts'
import { findTableRow } from './dashboard-steps.ts'
import { fillRemainingFields } from './steps.ts'

/**
 * Replaces values in the next request body. The server then finds errors that the form's own validation would
 * prevent.
 */
async function replaceNextBody(page: Page, path: RegExp, values: object): Promise<void> {
  let isDone = false
  await page.route(path, (route) => {
    const request = route.request()
    if (isDone || request.method() === 'GET') return route.fallback()
    isDone = true
    return route.continue({ postData: JSON.stringify({ ...request.postDataJSON(), ...values }) })
  })
}

test('every error of a new car appears at its field, and the first field has focus', async ({
  page,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  await useToken(page.context(), seller.token)
  await page.goto('/dashboard/addcars')
  await page.getByLabel('Model name').fill('Q5 40 TDI')
  await page.getByLabel('Usage time').fill('6 months')
  await page.getByLabel('Original price').fill('41,000')
  await page.getByLabel('Phone').fill('555-0100')
  await page.getByLabel('Resell price').fill('30,000')
  await fillRemainingFields(page)
  // Saving the draft clears the messages about its photos.
  const draft = page.getByText(/^Draft saved /)
  await expect(draft).toBeVisible()
  const add = page.getByRole('button', { name: 'Add car', exact: true })
  await replaceNextBody(page, /\/api\/cars\/add$/, {
    category_name: 'x'.repeat(41),
    location: 'x'.repeat(121),
    year: 1200,
    fuel: 'Coal',
  })
  await add.click()

  await expect(page.getByLabel('Category')).toHaveAccessibleDescription(/^Use at most 40 characters\./)
  await expect(page.getByLabel('Location')).toHaveAccessibleDescription(/^Use at most 120 characters\./)
  await expect(page.getByLabel('Year')).toHaveAccessibleDescription('Enter a year from 1900 to 2100.')
  await expect(page.getByLabel('Fuel')).toHaveAccessibleDescription(
    'Choose Petrol, Diesel, Hybrid, Plug-in hybrid, Electric, LPG, CNG, or Hydrogen.',
  )
  await expect(page.getByLabel('Category')).toBeFocused()
  await expect(page.getByText('Some fields need your attention.')).toBeVisible()
  await expect(page.getByLabel('Model name')).toHaveValue('Q5 40 TDI')

  await test.step('errors that only the server can detect appear next', async () => {
    await replaceNextBody(page, /\/api\/cars\/add$/, {
      category_name: 'Zastava',
      images: ['/images/of/another.webp'],
    })
    await add.click()
    await expect(page.getByLabel('Category')).toHaveAccessibleDescription(
      /^Choose a make from the list, such as Tesla, Audi, or BMW\./,
    )
    await expect(page.getByRole('list', { name: 'Photos in order' })).toContainText(
      'Upload this photo first.',
    )
    await expect(page.getByLabel('Category')).toBeFocused()
  })

  await test.step('an error in a single field focuses that field', async () => {
    await chooseMake(page, 'Audi')
    await page.getByLabel('Location').fill('Boise')
    await expect(draft).toBeVisible()
    await replaceNextBody(page, /\/api\/cars\/add$/, { mileage: -5 })
    await add.click()
    await expect(page.getByLabel('Mileage', { exact: false }).first()).toBeFocused()
  })

  await test.step('an error in only a photo focuses the photo picker', async () => {
    await replaceNextBody(page, /\/api\/cars\/add$/, { images: ['/images/of/another.webp'] })
    await add.click()
    await expect(page.getByText('Upload this photo first.').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Photos (optional)', exact: true })).toBeFocused()
    await add.click()
    await expect(page.getByText('Car added successfully')).toBeVisible()
  })
})

test('errors of a purchase appear at its fields, and other errors appear in an alert', async ({
  page,
  baseURL,
}) => {
  const { car, buyer } = await newMarket(baseURL!)
  await useToken(page.context(), buyer.token)
  await page.goto(`/search?${buildModelQuery(car.modelName)}`)
  await page.getByRole('button', { name: `Buy ${car.carName}` }).click()
  const dialog = page.getByRole('dialog')
  const [phone, meetingPlace] = [dialog.getByLabel('Phone number'), dialog.getByLabel('Meeting place')]
  await phone.fill('555-0111')
  await meetingPlace.fill('Station')
  await replaceNextBody(page, /\/api\/purchase$/, {
    buyerContact: '',
    meetingPlace: 'x'.repeat(201),
  })
  await dialog.getByRole('button', { name: 'Add to purchase list' }).click()
  await expect(phone).toHaveAccessibleDescription(/^Number is required/)
  await expect(meetingPlace).toHaveAccessibleDescription(/Use at most 200 characters\./)
  await expect(phone).toBeFocused()
  await replaceNextBody(page, /\/api\/purchase$/, { carID: 'gone' })
  await dialog.getByRole('button', { name: 'Add to purchase list' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('We couldn’t find that, or you don’t have access.')
  await expect(phone).toHaveValue('555-0111')
})

test(
  'errors of a report and a profile appear at their fields',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { car, buyer } = await newMarket(baseURL!)
    await putOnList(baseURL!, buyer.token, car._id)
    await useToken(page.context(), buyer.token)

    await page.goto('/dashboard')
    await findTableRow(page, car.modelName)
      .getByRole('button', { name: `Report ${car.carName}` })
      .click()
    const dialog = page.getByRole('dialog')
    const reason = dialog.getByLabel('Reason')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(reason).toHaveAccessibleDescription('Choose a reason.')
    await reason.selectOption('Scam')
    await replaceNextBody(page, /\/api\/report$/, { reason: 'ugly', note: 'x'.repeat(501) })
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/^Choose wrong price, /)
    await expect(dialog.getByLabel('Note')).toHaveAccessibleDescription(/Use at most 500 characters\./)
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await expect(dialog.getByRole('alert')).toHaveCount(0)

    await navigateInApp(page, '/dashboard/account')
    const form = page.getByRole('form', { name: 'Profile' })
    await replaceNextBody(page, /\/api\/users\/me$/, { fullName: ' ' })
    await form.getByRole('button', { name: 'Save profile' }).click()
    await expect(form.getByLabel('Full name')).toHaveAccessibleDescription('Name is required')
    await expect(form.getByLabel('Full name')).toBeFocused()
    await replaceNextBody(page, /\/api\/users\/me$/, { photoURL: '/images/of/another.webp' })
    await form.getByRole('button', { name: 'Save profile' }).click()
    await expect(form.getByText('Upload this photo first.')).toBeVisible()
  },
)
