import type { Page } from '@playwright/test'
import { buildCars } from '../support/factories.ts'
import { expect, newAccount, test, createUniqueEmail } from '../support/e2e.ts'
import { test as alone } from '../support/own-server.ts'
import { listCar } from './market.ts'
import { fillRegistration, logOut, signIn } from './steps.ts'

const PHONE = { width: 390, height: 844 }

alone(
  'who is turned away from a make’s page may look at its cars without signing in',
  async ({ page, server }) => {
    await buildCars(server.ctx, 3, (number) => ({ fuel: number === 1 ? 'Diesel' : 'Electric' }))
    await page.goto('/cars/Audi?fuel=Electric')
    await expect(page).toHaveURL('/login')
    await page.getByRole('link', { name: 'See all 3 Audis without signing in' }).click()
    // The new page keeps the list's filters.
    await expect(page).toHaveURL('/search?fuel=Electric&brand=Audi')
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(2)

    await page.goto('/cars/Tesla')
    await expect(page.getByText('Sign in to continue.')).toBeVisible()
    await expect(page.getByText('Just looking?')).toHaveCount(0)
  },
)

/**
 * Presses Buy on a car's page without being signed in.
 * @returns the car, with a name that omits the year
 */
async function pressBuy(page: Page, baseURL: string) {
  const { token } = await newAccount(baseURL, 'seller', 'Sam Seller')
  const car = await listCar(baseURL, token, { year: 2021 })
  await page.goto(`/car/${car._id}`)
  await page.getByRole('button', { name: /^Buy/ }).first().click()
  await expect(page).toHaveURL('/login')
  return { ...car, carName: `Audi ${car.modelName}` }
}

test('registering while buying remembers the car until the user continues with it', async ({
  page,
  baseURL,
}) => {
  const { _id, carName } = await pressBuy(page, baseURL!)
  const carRegion = page.getByRole('region', { name: 'Your car' })
  await expect(carRegion).toContainText(`Sign in to buy the 2021 ${carName}.`)
  await expect(carRegion).toContainText('$24,900')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(carRegion).toContainText(`Create an account to buy the 2021 ${carName}.`)
  await fillRegistration(page, { name: 'Bea Buyer', email: createUniqueEmail('buyer'), account: 'Buyer' })
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Welcome, Bea.')).toBeVisible()
  await page.reload()
  await carRegion.getByRole('link', { name: `Continue with your ${carName}` }).click()
  await expect(page).toHaveURL(`/car/${_id}`)
  await expect(page.getByRole('dialog')).toContainText(carName)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Account of Bea Buyer' })).toBeVisible()
  await expect(carRegion).toHaveCount(0)
})

test(
  'on a phone, the toast also continues, and the car can be dismissed or disappears with its owner',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    await page.setViewportSize(PHONE)
    const { _id, carName } = await pressBuy(page, baseURL!)
    const carRegion = page.getByRole('region', { name: 'Your car' })
    await page.getByRole('link', { name: 'Create an account' }).click()
    // The toast includes the car's name once the name has loaded.
    await expect(carRegion).toContainText(carName)
    await fillRegistration(page, { name: 'Bea Buyer', email: createUniqueEmail('buyer'), account: 'Buyer' })
    await expect(carRegion).toBeVisible()
    const resumed = () => page.evaluate(() => sessionStorage.getItem('kerblight.resume'))
    const stored = await resumed()
    await page.getByRole('button', { name: `Continue with your ${carName}` }).click()
    await expect(page).toHaveURL(`/car/${_id}`)
    await expect(page.getByRole('dialog')).toBeVisible()

    const storeAgain = () =>
      page.evaluate((value) => sessionStorage.setItem('kerblight.resume', value!), stored)
    await storeAgain()
    await page.goto('/')
    await carRegion.getByRole('button', { name: 'Dismiss' }).click()
    await expect(carRegion).toHaveCount(0)
    await expect.poll(resumed).toBeNull()

    await storeAgain()
    await logOut(page)
    await expect.poll(resumed).toBeNull()
    // The car that the visitor wanted to buy is not shown to a different user.
    await storeAgain()
    const otherBuyer = await newAccount(baseURL!, 'buyer', 'Olga Other')
    await page.goto('/login')
    await signIn(page, otherBuyer.email)
    await expect(page.getByRole('button', { name: 'Account of Olga Other' })).toBeVisible()
    await expect(carRegion).toHaveCount(0)
  },
)
