import type { Page } from '@playwright/test'
import { apiCall, newAccount } from '../support/e2e.ts'
import { holdCalls } from '../support/delayed-calls.ts'
import { listCar } from '../e2e/market.ts'
import { expect, test, type Start } from './desktop-test.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

async function openCars(start: Start, baseURL: string, names: readonly string[]) {
  const { email, token } = await newAccount(baseURL, 'seller', 'Lena Lot')
  for (const modelName of names.toReversed()) await listCar(baseURL, token, { modelName })
  const { app, page } = await start({ keychain: 'none' })
  await signInAs(page, email)
  await chooseCommand(app, 'myCars')
  await expect(rowOf(page, names[0]!)).toBeVisible()
  return { page, token }
}

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`Select Audi ${name}`) })
const field = (page: Page) => page.getByRole('textbox', { name: 'Find in this list' })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected cars' })
const names = ['Alpha', 'Bravo', 'Charlie', 'Delta'] as const

test('saving returns to the row, its search, and its focus', { tag: '@full' }, async ({ start, baseURL }) => {
  const { page } = await openCars(start, baseURL!, names)
  await field(page).fill('Charlie')
  await expect(rowOf(page, 'Alpha')).toBeHidden()
  await field(page).press('Enter')
  await expect(rowOf(page, 'Charlie')).toBeFocused()
  await page.keyboard.press('e')
  await page.getByLabel('Location').fill('Salem, OR')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Changes saved')).toBeVisible()
  await expect(field(page)).toHaveValue('Charlie')
  await expect(rowOf(page, 'Charlie')).toBeFocused()
  await expect(rowOf(page, 'Alpha')).toBeHidden()
})

test(
  'Escape clears the selection, regardless of the focused element',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const { page, token } = await openCars(start, baseURL!, names)
    for (const leaveFrom of ['bar', 'page', 'search'] as const) {
      await rowOf(page, 'Bravo').focus()
      await page.keyboard.press('Space')
      await expect(bar(page)).toBeVisible()
      if (leaveFrom === 'bar') await bar(page).getByRole('button', { name: 'Change price' }).focus()
      if (leaveFrom === 'page') await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      if (leaveFrom === 'search') await field(page).focus()
      await page.keyboard.press('Escape')
      await expect(bar(page), leaveFrom).toBeHidden()
      await expect(rowOf(page, 'Bravo'), leaveFrom).toBeFocused()
    }

    await test.step('after a change, its row has the focus and the next key affects only that row', async () => {
      await page.keyboard.press('Space')
      await bar(page).getByRole('button', { name: 'Change price' }).click()
      await page.getByRole('dialog').getByRole('textbox').first().fill('19,000')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(rowOf(page, 'Bravo')).toBeFocused()
      const cars = await apiCall<{ modelName: string; resellPrice: string }[]>(
        baseURL!,
        'GET',
        '/allCars?mine=1',
        token,
      )
      expect(
        cars.filter(({ resellPrice }) => resellPrice === '19,000').map(({ modelName }) => modelName),
      ).toEqual(['Bravo'])
    })
  },
)

test(
  'keys pressed right after a search apply to the row that it finds',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const { page } = await openCars(start, baseURL!, names)
    const nextCall = await holdCalls(page, /\/api\/allCars\?.*q=delta/i)
    await field(page).focus()
    await page.keyboard.type('delta')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await page.keyboard.press('o')
    await (await nextCall()).continue()
    await expect(rowOf(page, 'Delta')).toHaveAttribute('aria-selected', 'true')
    await expect(rowOf(page, 'Delta')).toBeFocused()
    await expect(field(page)).toHaveValue('delta')
  },
)

test('changing twenty prices takes at most 120 keys: P, the price, Enter, the next price', async ({
  start,
  baseURL,
}) => {
  const names = Array.from({ length: 20 }, (_, index) => `Car${String(index).padStart(2, '0')}`)
  const { page, token } = await openCars(start, baseURL!, names)
  await rowOf(page, 'Car00').focus()
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await press('p')
  for (const index of names.keys()) {
    for (const digit of String(9500 + index)) await press(digit)
    await press('Enter')
  }
  expect(keys).toBeLessThanOrEqual(120)
  await expect(rowOf(page, 'Car19')).toBeFocused()
  const priceOf = async () => {
    const cars = await apiCall<{ modelName: string; resellPrice: string }[]>(
      baseURL!,
      'GET',
      '/allCars?mine=1&limit=100',
      token,
    )
    return Object.fromEntries(cars.map(({ modelName, resellPrice }) => [modelName, resellPrice]))
  }
  await expect
    .poll(priceOf)
    .toEqual(Object.fromEntries(names.map((name, index) => [name, String(9500 + index)])))

  await test.step('a rejected price stays in its cell, and Escape restores the old price', async () => {
    await page.route('**/api/cars', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    )
    await rowOf(page, 'Car03').focus()
    await press('p')
    await page.keyboard.type('8000')
    await press('Escape')
    await expect(rowOf(page, 'Car03')).toBeFocused()
    await expect(rowOf(page, 'Car03')).toContainText('$9,503')
    await press('p')
    await page.keyboard.type('8000')
    await press('Enter')
    await expect(rowOf(page, 'Car03').getByRole('alert')).toContainText('8000')
    await page.unroute('**/api/cars')
    await rowOf(page, 'Car03').focus()
    await press('p')
    await expect(page.getByRole('textbox', { name: /^Price of Audi Car03/ })).toHaveValue('8000')
    await press('Enter')
    await expect(rowOf(page, 'Car03')).toContainText('$8,000')
  })
})
