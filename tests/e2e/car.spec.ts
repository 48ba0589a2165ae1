import type { Locator, Page, Request } from '@playwright/test'
import { buildCarName } from '../../contract/cars/car-name.ts'
import type { Car } from '../../contract/cars/cars.ts'
import { formatDay } from '../../contract/dates.ts'
import { measureSidewaysScroll } from '../support/axe.ts'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { createTouchScreen } from '../support/fingers.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { pressPopupKey } from '../support/popup-keys.ts'
import { blockNews } from './dashboard-steps.ts'
import { buildModelQuery, listCar, payFor, putOnList, uploadPhoto } from './market.ts'
import { signIn } from './steps.ts'

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })

async function picturedCar(baseURL: string): Promise<Car> {
  const { token } = await newAccount(baseURL, 'seller', 'Sam Seller')
  const images = [1, 2, 3, 4].map(() => uploadPhoto(baseURL, token))
  const { _id } = await listCar(baseURL, token, { images: await Promise.all(images) })
  return apiCall<Car>(baseURL, 'GET', `/cars/${_id}`)
}

function detail(page: Page, name: string) {
  return page.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell')
}

/** Returns a fact that the page shows only in a tile. */
function tile(page: Page, name: string) {
  return page
    .getByRole('article')
    .getByRole('definition')
    .and(page.locator(`dt:has-text("${name}") + dd`))
}

test(
  'photos change by keyboard, thumbnail, and swipe, and open in full screen',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { _id, modelName, images } = await picturedCar(baseURL!)
    const last = images.length
    const nameOf = (number: number) => new RegExp(`${modelName}, photo ${number} of ${last}$`)
    await page.goto(`/car/${_id}`)
    const photos = page.getByRole('region', { name: 'Photos' })
    const expectInView = async (number: number, strip: Locator = photos) => {
      await expect(strip.getByRole('img', { name: nameOf(number) })).toBeInViewport({ ratio: 0.9 })
      await expect(strip.getByRole('img', { name: nameOf((number % last) + 1) })).not.toBeInViewport({
        ratio: 0.1,
      })
    }
    await expectInView(1)
    await photos.getByRole('button', { name: 'Next photo' }).press('Enter')
    await expectInView(2)
    await page.keyboard.press('ArrowRight')
    await expectInView(3)
    const third = photos.getByRole('button', { name: 'Show photo 3' })
    await expect(third).toHaveAttribute('aria-current', 'true')
    await photos.getByRole('button', { name: 'Show photo 1' }).click()
    await photos.getByRole('button', { name: 'Previous photo' }).click()
    await expectInView(last)
    await photos.locator('.photo-strip').evaluate((strip) => strip.scrollTo({ left: strip.clientWidth * 2 }))
    await expect(third).toHaveAttribute('aria-current', 'true')
    await expect(photos).toContainText(`3 / ${last}`)

    const fullScreenButton = photos.getByRole('button', { name: 'Full screen' })
    await fullScreenButton.press('Enter')
    const dialog = page.getByRole('dialog', { name: nameOf(3) })
    await expectInView(3, dialog)
    expect(await dialog.evaluate((element) => [element.clientWidth, element.clientHeight])).toEqual([
      1440, 900,
    ])
    await pressPopupKey(dialog, 'ArrowRight')
    const viewer = page.getByRole('dialog')
    await expectInView(last, viewer)
    await viewer.getByRole('button', { name: 'Previous photo' }).press('ArrowLeft')
    await expectInView(3, viewer)
    const photo = viewer.getByRole('img', { name: nameOf(3) })
    await photo.dblclick()
    await expect(photo).toHaveAttribute('data-zoomed')
    await photo.dblclick()
    await expect(photo).not.toHaveAttribute('data-zoomed')
    await pressPopupKey(viewer, 'Escape')
    await expect(viewer).toBeHidden()
    await expect(fullScreenButton).toBeFocused()
    await expectInView(3)
  },
)

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test(
    'two fingers zoom a photo, and only swiping down with one finger closes it',
    { tag: '@full' },
    async ({ page, baseURL }) => {
      const { _id, images } = await picturedCar(baseURL!)
      await page.goto(`/car/${_id}`)
      await page.getByRole('button', { name: 'Full screen' }).tap()
      const viewer = page.getByRole('dialog')
      const photo = viewer.getByRole('img').first()
      await expect(photo).toBeInViewport({ ratio: 0.9 })
      const fingers = await createTouchScreen(page)
      const [above, below, farAbove, farBelow] = [380, 460, 220, 640].map((y) => ({ x: 195, y }))

      await fingers.down(below!)
      await fingers.down(below!, above!)
      await fingers.move([below!, above!], [farBelow!, farAbove!])
      await expect(photo).toHaveAttribute('data-zoomed')
      await fingers.move([farBelow!, farAbove!], [below!, above!])
      await expect(photo).not.toHaveAttribute('data-zoomed')
      // The upper finger, which touched last, lifts first. The lower one ends far below the upper one's
      // starting point.
      await fingers.move([below!, above!], [farBelow!, above!])
      await fingers.move([farBelow!, above!], [farBelow!, farBelow!])
      await fingers.lift(farBelow!)
      await fingers.lift()
      await expect(viewer).toBeVisible()

      await fingers.down(above!)
      await fingers.move([above!], [farBelow!])
      await fingers.lift()
      await expect(viewer).toBeHidden()
      await expect(page.getByRole('region', { name: 'Photos' })).toContainText(`1 / ${images.length}`)
    },
  )
})

test('each detail has its unit, and missing details are listed as not provided', async ({
  page,
  baseURL,
}) => {
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
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details.getByText('Not provided')).toHaveText(
    'Not provided: Year, Trim, Body, Color, Interior color, Doors, Seats, Fuel, Engine, Engine size, Power, Transmission, Drivetrain, Previous owners, Mileage, Tires, Keys, Location, VIN',
  )
  await expect(details.getByRole('rowheader')).toHaveText([
    'Title and history',
    'Title',
    'Accidents',
    'Service history',
    'Condition',
    'Age',
    'Buying',
    'Warranty',
    'Listing',
    'Price new',
    'Listed',
  ])
  for (const name of ['Title', 'Accidents', 'Service history', 'Warranty'])
    await expect(detail(page, name), name).toHaveText('Unknown')
  await expect(tile(page, 'Condition')).toHaveText('Good')
  await expect(detail(page, 'Age')).toHaveText('3 years')
  await expect(detail(page, 'Price new')).toHaveText('$41,000')
  await expect(detail(page, 'Listed')).toHaveText(`${formatDay(Date.now())} (today)`)

  await navigateInApp(page, `/car/${full._id}`)
  for (const [name, value] of [
    ['Year', '2019'],
    ['Mileage', '23,620 mi'],
    ['Fuel', 'Diesel'],
    ['Transmission', 'Manual'],
    ['Body', 'SUV'],
  ] as const)
    await expect(tile(page, name), name).toHaveText(value)
  await expect(detail(page, 'Location')).toHaveText('Leeds')
})

test('the seller’s contact details require signing in, which returns to the car', async ({
  page,
  baseURL,
}) => {
  const { token, email } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { _id } = await listCar(baseURL!, token, { selllerContact: '+44 113 555 0100' })
  const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  await page.goto(`/car/${_id}`)
  await expect(page.getByText('Sam Seller', { exact: true })).toBeVisible()
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

test('the note below the price explains why a car cannot be bought', async ({ page, baseURL }) => {
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
    page.getByText(
      'Adding the car to your list doesn’t hold it. We hold it for 15 minutes once you check out.',
    ),
  ).toBeVisible()
  await expect(buy).toBeEnabled()
  await navigateInApp(page, `/car/${priceless._id}`)
  await expect(page.getByText('The seller hasn’t posted a price', { exact: false })).toBeVisible()
  await expect(buy).toBeDisabled()
  await navigateInApp(page, `/car/${free._id}`)
  await expect(page.getByText('Cards can pay from $0.50 to $999,999.99', { exact: false })).toBeVisible()
  await expect(buy).toBeDisabled()
  await navigateInApp(page, `/car/${sold._id}`)
  await expect(page.getByText('This car has been sold.')).toBeVisible()
  await expect(buy).toHaveCount(0)
})

test(
  'a car is shared by its canonical address and printed without page controls',
  { tag: '@full' },
  async ({ page, baseURL, context }) => {
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
    await expect(page.getByRole('heading', { level: 1, name: buildCarName(car) })).toBeVisible()
    const sheet = page.getByRole('region', { name: 'Sheet to print' })
    await expect(sheet.getByRole('table')).toBeVisible()
    await expect(sheet.locator('img')).toBeVisible()
    await expect(sheet.getByRole('img', { name: `The address of ${buildCarName(car)}` })).toBeVisible()
    await expect(sheet.getByText(`${baseURL}/car/${_id}`, { exact: true })).toBeVisible()
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
  },
)

test('a car that is removed while a user views it is no longer offered', async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { _id } = await listCar(baseURL!, token)
  await useToken(page.context(), (await newAccount(baseURL!, 'buyer', 'Bea Buyer')).token)
  await page.goto(`/car/${_id}`)
  await expect(page.getByRole('button', { name: /^Buy/ })).toBeVisible()
  await apiCall(baseURL!, 'DELETE', `/myCars/${_id}`, token)
  await expect(page.getByText('This car is no longer listed')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Buy/ })).toHaveCount(0)
})

test('a missing car shows a message, and a car that fails to load offers a retry', async ({
  page,
  baseURL,
}) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { _id, carName, modelName } = await listCar(baseURL!, token)
  await blockNews(page)
  await page.goto('/car/AAAAAAAAAAAAAAAAAAAAAA')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This car is no longer listed')
  await expect(page).toHaveTitle('This car is no longer listed · Kerblight')
  await page.getByRole('link', { name: 'See other cars' }).click()
  await expect(page).toHaveURL('/search')
  await navigateInApp(page, `/search?${buildModelQuery(modelName)}`)

  // From here on, the test navigates inside the app, since a freshly loaded page comes with its car and
  // requests nothing.
  let networkState: 'offline' | number = 'offline'
  await page.route(/\/api\/cars\/[\w-]{22}$/, (route) =>
    networkState === 'offline'
      ? route.abort()
      : networkState === 200
        ? route.continue()
        : route.fulfill({ status: networkState }),
  )
  await navigateInApp(page, `/car/${_id}`)
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('No connection')
  networkState = 500
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toContainText('This didn’t load')
  networkState = 200
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(carName)
})

test(
  'endless words do not make a page wider than a phone or a sheet of paper',
  { tag: '@full' },
  async ({ page, baseURL }) => {
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
      await navigateInApp(page, path)
      await expect(page.getByRole('heading', { name: 'M'.repeat(300) })).toBeVisible()
      expect(await measureSidewaysScroll(page), path).toBe(0)
    }
    await page.getByRole('button', { name: /^Buy/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Phone number')).toBeVisible()
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    const add = dialog.getByRole('button', { name: 'Add to purchase list' })
    await add.scrollIntoViewIfNeeded()
    await expect(add).toBeInViewport()

    await navigateInApp(page, `/car/${car._id}`)
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 703, height: 1030 })
    const sheet = page.getByRole('region', { name: 'Sheet to print' })
    await expect(sheet.getByRole('table')).toBeVisible()
    expect(await sheet.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  },
)

test(
  'a card of a loaded list opens its car without a network',
  { tag: '@full' },
  async ({ page, context, baseURL }) => {
    const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const { carName, modelName } = await listCar(baseURL!, token)
    const chunkResponse = page.waitForResponse(/\/assets\/CarPage-.*\.js$/)
    // Several chunks load in parallel, so the test tracks all requests. The page may already have been idle.
    const loading = new Set<Request>()
    page.on('request', (request) => loading.add(request))
    page.on('requestfinished', (request) => loading.delete(request))
    page.on('requestfailed', (request) => loading.delete(request))
    await page.goto(`/search?${buildModelQuery(modelName)}`)
    await (await chunkResponse).finished()
    await expect
      .poll(() => [...loading].filter((request) => request.url().includes('/assets/')).length)
      .toBe(0)
    await context.setOffline(true)
    await page.getByRole('link', { name: carName }).click()
    await expect(page.getByRole('heading', { level: 1, name: carName })).toBeVisible()
    await expect(page.getByText('You’re offline.', { exact: false })).toBeVisible()
    await context.setOffline(false)
  },
)

test(
  'the seller’s photo is next to their name, and the list count excludes the viewer',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const photoURL = await uploadPhoto(baseURL!, seller.token)
    await apiCall(baseURL!, 'PUT', '/users/me', seller.token, { photoURL })
    const { _id } = await listCar(baseURL!, seller.token)
    const [firstCar, secondCar] = [
      await newAccount(baseURL!, 'buyer', 'Bea Buyer'),
      await newAccount(baseURL!, 'buyer', 'Ben Buyer'),
    ]
    await putOnList(baseURL!, firstCar.token, _id)
    await page.goto(`/car/${_id}`)
    await expect(page.getByText('1 person has it on their list')).toBeVisible()
    await expect(page.locator('.avatar img[src*="/images/"]')).toBeVisible()
    await useToken(page.context(), firstCar.token)
    await page.reload()
    await expect(page.getByRole('link', { name: /^On your list/ })).toBeVisible()
    await expect(page.getByText('on their list')).toHaveCount(0)
    await putOnList(baseURL!, secondCar.token, _id)
    await page.reload()
    await expect(page.getByText('1 person has it on their list')).toBeVisible()
  },
)

for (const [device, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['small phone', { width: 360, height: 740 }],
  ['desktop', { width: 1440, height: 900 }],
] as const)
  test(`the reasons to trust a car are on the first screen of a ${device}`, async ({ page, baseURL }) => {
    const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const { _id } = await listCar(baseURL!, token, { title: 'clean', accidents: 'none known', marks: [] })
    await page.setViewportSize(viewport)
    await page.goto(`/car/${_id}`)
    const facts = page.getByRole('list', { name: 'At a glance' })
    for (const name of ['Clean title', 'No known accidents', 'No marks']) {
      const fact = facts.getByRole('link', { name })
      await expect(fact).toBeInViewport({ ratio: 1 })
      // Nothing covers the fact, such as the bar with the price.
      await fact.click({ trial: true, noWaitAfter: true })
    }
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await facts.getByRole('link', { name: 'No marks' }).click()
    await expect(page.getByRole('heading', { name: 'Walk around' })).toBeInViewport()
  })

test('a car page promises protection only if the car can be bought online', async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const payable = await listCar(baseURL!, token, { returns: '3 days' })
  const unpriced = await listCar(baseURL!, token, { returns: '3 days', resellPrice: 'Ask me' })
  const protection = page.getByRole('region', { name: 'How you’re protected' })
  await page.goto(`/car/${payable._id}`)
  await expect(protection).toContainText('You can return this car within 3 days')
  await expect(page.getByRole('link', { name: 'Payment held until handover' })).toBeVisible()
  await page.goto(`/car/${unpriced._id}`)
  await expect(page.getByRole('heading', { name: 'Walk around' })).toBeVisible()
  await expect(protection).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Payment held until handover' })).toHaveCount(0)
})
