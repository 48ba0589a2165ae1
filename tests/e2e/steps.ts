import { DEMO_PASSWORD } from '../../server/features/config/demo-accounts.ts'
import { chooseMake } from '../support/choose-make.ts'
import { expect } from '../support/e2e.ts'
import type { Locator, Page } from '@playwright/test'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { photo } from '../support/photo.ts'
import { buildModelQuery } from './market.ts'

/** Registers a user through the screen. Finds the controls by their visible text. */
export async function register(
  page: Page,
  person: { name: string; email: string; account: 'Buyer' | 'Seller' },
) {
  await navigateInApp(page, '/register')
  await fillRegistration(page, person)
  await expect(page).toHaveURL('/')
}

/** Fills in the registration page, no matter how the user got there. */
export async function fillRegistration(
  page: Page,
  person: { name: string; email: string; account: 'Buyer' | 'Seller' },
) {
  await page.getByLabel('Full name').fill(person.name)
  await page.locator('input[type=file]').setInputFiles(await photo('me.jpg', 400, 400))
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('radio', { name: person.account }).check()
  await waitUntilRead(page, () => page.getByRole('button', { name: 'Create account' }).click())
  await expect(page.getByText('Account creation succesfull')).toBeVisible()
}

/**
 * Calls `send` and resolves when the server has processed the photos. The low-priority image process starts
 * with the server's first photo, so this takes a while on a busy machine.
 */
export async function waitUntilRead(page: Page, send: () => Promise<unknown>, photos = 1): Promise<void> {
  let photosLeft = photos
  const areRead = page.waitForResponse(
    (response) => /\/api\/1\/upload\?/.test(response.url()) && --photosLeft === 0,
  )
  await send()
  await areRead
}

/** Adds a photo to a car's form, which uploads it immediately. */
async function addPhoto(page: Page): Promise<void> {
  const file = await photo('car.jpg', 300, 200)
  await waitUntilRead(page, () => page.locator('input[type=file]').first().setInputFiles(file))
}

export async function signIn(page: Page, email: string, password = DEMO_PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function logOut(page: Page) {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByText('successfully logged out')).toBeVisible()
}

export async function listCar(page: Page, model: string, price = '24,900') {
  await navigateInApp(page, '/dashboard/addcars')
  await expect(page.getByRole('heading', { name: 'Add new car here' })).toBeVisible()
  await page.getByLabel('Model name').fill(model)
  await chooseMake(page, 'Audi')
  await page.getByLabel('Condition').selectOption('Good')
  await page.getByLabel('Usage time').fill('3 years')
  await page.getByLabel('Original price').fill('41,000')
  await page.getByLabel('Resell price').fill(price)
  await page.getByLabel('Phone').fill('555-0100')
  await fillRemainingFields(page)
  await page.getByRole('button', { name: 'Add car' }).click()
  await expect(page.getByText('Car added successfully')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/mycars')
}

/**
 * Fills in a listing's required fields that the product specification does not mention and that its VIN does
 * not provide.
 */
export async function fillRemainingFields(page: Page, { hasVin = false }: { hasVin?: boolean } = {}) {
  if (!hasVin) {
    await page.getByLabel('Year').fill('2019')
    await page.getByLabel('Why it has no VIN').fill('Kit car')
  }
  await page.getByLabel('Mileage (optional)', { exact: true }).fill('38000')
  await addPhoto(page)
}

export async function buy(page: Page, model: string) {
  await navigateInApp(page, `/cars/Audi?${buildModelQuery(model)}`)
  await page.getByRole('button', { name: new RegExp(`^Buy .*${model}`) }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(model, { exact: true })).toBeVisible()
  await dialog.getByLabel('Phone number').fill('555-0111')
  await dialog.getByLabel('Meeting place').fill('Station car park')
  await dialog.getByRole('button', { name: 'Add to purchase list' }).click()
  await expect(page.getByText('successfully added to purchaseList')).toBeVisible()
  await expect(dialog).toBeHidden()
}

export async function openPayment(page: Page, model: string) {
  await navigateInApp(page, '/dashboard')
  await page
    .getByRole('row', { name: new RegExp(model) })
    .getByRole('link', { name: /Pay now/ })
    .click()
  await expect(
    page.getByRole('heading', { name: new RegExp(`^Payment for ${model} charge: \\$`) }),
  ).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
}

export function payButton(page: Page) {
  return page.getByRole('button', { name: /^Pay \$/ })
}

export async function fillCard(page: Page, number: string) {
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await card.locator('[name=cardnumber]').fill(number)
  await card.locator('[name=exp-date]').fill('1234')
  await card.locator('[name=cvc]').fill('123')
}

/** Types passwords that the registration rule rejects. The field is validated when it loses focus. */
export async function expectPasswordRule(form: Page | Locator, field: Locator) {
  const passwordError = form.getByText('Please check the Password')
  for (const wrong of ['Shor1', 'alllower1', 'ALLUPPER1', 'NoDigits', 'Sixteen-Letters1']) {
    await field.fill('Fine1234')
    await field.blur()
    await expect(passwordError).toBeHidden()
    await field.fill(wrong)
    await field.blur()
    await expect(passwordError).toBeVisible()
  }
}

/** Makes one kind of identity service call fail until `restore` is called. */
export async function breakIdentity(page: Page, verb: string, code: string) {
  const address = `**/accounts:${verb}?*`
  await page.route(address, (route) =>
    route.request().method() === 'OPTIONS'
      ? route.fallback()
      : route.fulfill({
          status: 400,
          headers: { 'access-control-allow-origin': '*' },
          json: { error: { code: 400, message: code } },
        }),
  )
  return { restore: () => page.unroute(address) }
}

/** Presses Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let presses = 0; presses < 250; presses++) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${target.toString()}`)
}

export function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement && document.hasFocus())
}
