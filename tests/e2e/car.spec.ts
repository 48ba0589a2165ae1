import type { Page } from '@playwright/test'
import { carName } from '../../contract/car-name.ts'
import type { Car } from '../../contract/cars.ts'
import { sidewaysScroll } from '../support/axe.ts'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { listCar, payFor, putOnList, uploadPicture } from './market.ts'
import { signIn } from './steps.ts'

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })

async function picturedCar(baseURL: string): Promise<Car> {
  const { token } = await newAccount(baseURL, 'seller', 'Sam Seller')
  const images = [1, 2, 3, 4].map(() => uploadPicture(baseURL, token))
  const { _id } = await listCar(baseURL, token, { images: await Promise.all(images) })
  return apiCall<Car>(baseURL, 'GET', `/cars/${_id}`)
}

function detail(page: Page, name: string) {
  return page.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell')
}

test('pictures turn by keyboard and open over the whole screen', async ({ page, baseURL }) => {
  const { _id, modelName, images } = await picturedCar(baseURL!)
  const nameOf = (number: number) => `${modelName}, picture ${number} of ${images.length}`
  await page.goto(`/car/${_id}`)
  const pictures = page.getByRole('region', { name: 'Pictures' })
  const large = (number: number) => pictures.getByRole('img', { name: nameOf(number) })
  await expect(large(1)).toHaveAttribute('src', images[0]!)
  await pictures.getByRole('button', { name: 'Next picture' }).press('Enter')
  await expect(large(2)).toHaveAttribute('src', images[1]!)
  await page.keyboard.press('ArrowRight')
  await expect(large(3)).toBeVisible()
  await expect(pictures.getByRole('button', { name: 'Show picture 3' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await page.keyboard.press('ArrowLeft')
  await pictures.getByRole('button', { name: 'Previous picture' }).click()
  await pictures.getByRole('button', { name: 'Previous picture' }).click()
  await expect(large(images.length)).toBeVisible()

  const whole = pictures.getByRole('button', { name: 'Full screen' })
  await whole.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: nameOf(images.length) })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('img', { name: nameOf(1) })).toBeVisible()
  await dialog.getByRole('button', { name: 'Next picture' }).press('ArrowLeft')
  await expect(dialog.getByRole('img', { name: nameOf(images.length) })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(whole).toBeFocused()
  await expect(large(images.length)).toBeVisible()
})

test('each detail has its unit, and what the seller left out says so', async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const [bare, full] = await Promise.all([
    listCar(baseURL!, token),
    listCar(baseURL!, token, {
      year: 2019,
      mileage: 38_012,
      mileageUnit: 'km',
      fuel: 'Diesel',
      body: 'suv',
      transmission: 'Manual',
      location: 'Leeds',
    }),
  ])
  await page.goto(`/car/${bare._id}`)
  for (const name of ['Year', 'Mileage', 'Fuel', 'Gearbox', 'Body', 'Place'])
    await expect(detail(page, name), name).toHaveText('Not provided')
  await expect(detail(page, 'Condition')).toHaveText('Good')
  await expect(detail(page, 'Used for')).toHaveText('3 years')
  await expect(detail(page, 'Price when new')).toHaveText('$41,000')
  const now = new Date()
  await expect(detail(page, 'Listed on')).toContainText(`/${now.getUTCMonth() + 1}/${now.getUTCFullYear()}`)

  await page.goto(`/car/${full._id}`)
  for (const [name, value] of [
    ['Year', '2019'],
    ['Mileage', '38,012 km'],
    ['Fuel', 'Diesel'],
    ['Gearbox', 'Manual'],
    ['Body', 'SUV'],
    ['Place', 'Leeds'],
  ] as const)
    await expect(detail(page, name), name).toHaveText(value)
})

test('how to reach the seller is for those who sign in, who come back to the car', async ({
  page,
  baseURL,
}) => {
  const { token, email } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { _id } = await listCar(baseURL!, token, { selllerContact: '+44 113 555 0100' })
  const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  await page.goto(`/car/${_id}`)
  await expect(page.getByText('Sam Seller')).toBeVisible()
  await expect(page.getByText(email)).toHaveCount(0)
  await expect(page.getByText('555 0100')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, buyer.email)
  await expect(page).toHaveURL(`/car/${_id}`)
  await expect(page.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`)
  await expect(page.getByRole('link', { name: '+44 113 555 0100' })).toHaveAttribute(
    'href',
    'tel:+441135550100',
  )
})

test('the note below the price says why a car cannot be bought', async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  const [open, priceless, free, sold] = await Promise.all([
    listCar(baseURL!, token),
    listCar(baseURL!, token, { resellPrice: '' }),
    listCar(baseURL!, token, { resellPrice: '0' }),
    listCar(baseURL!, token),
  ])
  await payFor(baseURL!, buyer.token, await putOnList(baseURL!, buyer.token, sold._id))
  const buy = page.getByRole('button', { name: /^Buy/ })

  await page.goto(`/car/${open._id}`)
  await expect(
    page.getByText('Buy puts the car on your list; you pay later.', { exact: false }),
  ).toBeVisible()
  await expect(buy).toBeEnabled()
  await page.goto(`/car/${priceless._id}`)
  await expect(page.getByText('The seller gives the price on request', { exact: false })).toBeVisible()
  await expect(buy).toBeDisabled()
  await page.goto(`/car/${free._id}`)
  await expect(page.getByText('Cards can pay from $0.50 to $999,999.99', { exact: false })).toBeVisible()
  await expect(buy).toBeDisabled()
  await page.goto(`/car/${sold._id}`)
  await expect(page.getByText('This car is sold.')).toBeVisible()
  await expect(buy).toHaveCount(0)
})

test('a car is shared by its address and printed without what a page is for', async ({
  page,
  baseURL,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined })
    window.print = () => (document.documentElement.dataset.printed = 'yes')
  })
  const car = await picturedCar(baseURL!)
  const { _id } = car
  await page.goto(`/car/${_id}?from=a-list`)
  await page.getByRole('button', { name: 'Share this car' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/car/${_id}`)

  await page.getByRole('button', { name: 'Print this page' }).click()
  await expect(page.locator('html[data-printed=yes]')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1, name: carName(car) })).toBeVisible()
  const sheet = page.getByRole('region', { name: 'Sheet to print' })
  await expect(sheet.getByRole('table')).toBeVisible()
  await expect(sheet.locator('img')).toBeVisible()
  await expect(sheet.getByRole('img', { name: `The address of ${carName(car)}` })).toBeVisible()
  await expect(sheet.getByText(`${baseURL}/car/${_id}`, { exact: true })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
})

test('a car that goes while one looks at it is not offered any more', async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { _id } = await listCar(baseURL!, token)
  await useToken(page.context(), (await newAccount(baseURL!, 'buyer', 'Bea Buyer')).token)
  await page.goto(`/car/${_id}`)
  await expect(page.getByRole('button', { name: /^Buy/ })).toBeVisible()
  await apiCall(baseURL!, 'DELETE', `/myCars/${_id}`, token)
  await expect(page.getByText('This car is no longer listed')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Buy/ })).toHaveCount(0)
})

test('a car that is gone, and one that does not load, say so', async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { carName } = await listCar(baseURL!, token)
  await page.goto('/car/AAAAAAAAAAAAAAAAAAAAAA')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This car is no longer listed')
  await expect(page).toHaveTitle('This car is no longer listed · Kerblight')
  await page.getByRole('link', { name: 'See other cars' }).click()
  await expect(page).toHaveURL('/search')

  // From here on inside the app: a page that is opened afresh is served with its car.
  let fault: 'offline' | number = 'offline'
  await page.route(/\/api\/cars\/[\w-]{22}$/, (route) =>
    fault === 'offline' ? route.abort() : fault === 200 ? route.continue() : route.fulfill({ status: fault }),
  )
  await page.getByRole('heading').getByRole('link', { name: carName }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('No connection')
  fault = 500
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toContainText('This did not load')
  fault = 200
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(carName)
})

test('endless words make nothing wider than a phone, or than a sheet of paper', async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'buyer', 'B'.repeat(100))
  await useToken(page.context(), token)
  const car = await picturedCar(baseURL!)
  const endless = {
    ...car,
    modelName: 'M'.repeat(300),
    description: 'D'.repeat(5000),
    location: 'L'.repeat(120),
    usageTime: 'U'.repeat(60),
    sellerName: 'S'.repeat(100),
    selllerContact: '5'.repeat(40),
  }
  await page.route(`**/api/cars/${car._id}`, (route) => route.fulfill({ json: endless }))
  await page.route('**/api/cars?*', (route) => route.fulfill({ json: [endless] }))
  await page.setViewportSize({ width: 320, height: 720 })
  for (const path of [`/car/${car._id}`, '/cars/Audi', '/search?q=x']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'M'.repeat(300) })).toBeVisible()
    expect(await sidewaysScroll(page), path).toBe(0)
  }
  await page.getByRole('button', { name: /^Buy/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Phone number')).toBeVisible()
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  const add = dialog.getByRole('button', { name: 'Add to purchase list' })
  await add.scrollIntoViewIfNeeded()
  await expect(add).toBeInViewport()

  await page.goto(`/car/${car._id}`)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 703, height: 1030 })
  const sheet = page.getByRole('region', { name: 'Sheet to print' })
  await expect(sheet.getByRole('table')).toBeVisible()
  expect(await sheet.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})
