import { chooseMake } from '../support/choose-make.ts'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { delayCalls } from '../support/delayed-calls.ts'
import { photo } from '../support/photo.ts'
import {
  recordRequestPaths,
  choose,
  readColumnHeaders,
  expectToFit,
  failDeleting,
  failInside,
  findTableRow,
  readSideMenu,
  undo,
  blockNews,
} from './dashboard-steps.ts'
import { listCar, makeAdmin, payFor, putOnList, createUniqueModel } from './market.ts'
import { fillRemainingFields, waitUntilRead } from './steps.ts'

const required = [
  'Choose a make.',
  'Model name is required.',
  'Usage time is required.',
  'Original price is required.',
  'Phone is required.',
]

test('a seller’s menu has their cars, and empty lists show a message', async ({ page, baseURL }) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  await useToken(page.context(), seller.token)
  await page.goto('/dashboard/overview')
  expect(await readSideMenu(page)).toEqual({
    Today: ['Dashboard', 'Notifications'],
    Sell: ['Add Cars', 'My Cars', 'My sales', 'Payouts', 'Feeds', 'Changes', 'Reports'],
    Buy: ['My PurchaseList', 'Saved searches'],
    Account: ['Account'],
    'the foot': ['Back to home'],
  })
  await expect(page.getByText('You’re all caught up')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  for (const [link, heading] of [
    ['My Cars', 'No cars yet'],
    ['My sales', 'No sales yet'],
    ['Reports', 'No reports yet'],
  ] as const) {
    await menu.getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
})

test('adding a car reports missing fields, retries failed photos, and adds one car on two clicks', async ({
  page,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  await useToken(page.context(), seller.token)
  const model = createUniqueModel('Q5')
  const add = page.getByRole('button', { name: 'Add car', exact: true })
  const calls = recordRequestPaths(page, 'POST', /\/api\/cars\/add$/)
  await page.goto('/dashboard/addcars')
  await expect(page.getByRole('heading', { level: 1, name: 'Add new car here' })).toBeVisible()

  await test.step('the form requires the specification’s fields and offers its choices', async () => {
    await add.click()
    for (const message of required) await expect(page.getByText(message, { exact: true })).toBeVisible()
    await expect(page.getByLabel('Make')).toBeFocused()
    await expect(page.getByText('Age of the car(ex: 1 year /6 months)', { exact: true })).toBeVisible()
    const email = page.getByLabel('Seller email')
    await expect(email).toHaveValue(seller.email)
    await expect(email).not.toBeEditable()
    await page.getByLabel('Category').click()
    const makes = page.getByRole('listbox')
    await expect(makes.getByRole('group', { name: 'Most common' }).getByRole('option').first()).toHaveText(
      'Acura',
    )
    await page.getByLabel('Category').fill('skod')
    await expect(makes.getByRole('option')).toHaveText(['Škoda'])
    await page.getByLabel('Category').press('Escape')
    await page.getByLabel('Category').fill('')
    expect(await page.getByLabel('Condition').locator('option').allTextContents()).toEqual([
      'Not specified',
      'Good',
      'Stable',
      'Excellent',
      'Fair',
    ])
  })

  await test.step('a typed and cleared field is unchanged, so leaving shows no prompt', async () => {
    await page.getByLabel('Location').fill('R')
    await page.getByLabel('Location').fill('')
    await page.getByRole('link', { name: 'My cars' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'My cars' })).toBeVisible()
    await page.goBack()
  })

  let isBroken = true
  await test.step('a failed photo upload preserves all input', async () => {
    await page.getByLabel('Model name').fill(model)
    await expect(page.getByLabel('Make')).toHaveValue('Audi')
    await expect(page.getByLabel('Make')).toHaveAccessibleDescription(/^From the model name\./)
    await chooseMake(page, 'BMW')
    // The form no longer changes a make that the user has chosen.
    await page.getByLabel('Model name').fill(`${model} quattro`)
    await page.getByLabel('Model name').fill(model)
    await expect(page.getByLabel('Make')).toHaveValue('BMW')
    await page.getByLabel('Condition').selectOption('Stable')
    await page.getByLabel('Year').fill('2019')
    await page.getByLabel('Why it has no VIN').fill('Kit car')
    await page.getByLabel('Usage time').fill('6 months')
    // The field accepts any string. A note explains that it is not a price.
    await page.getByLabel('Original price').fill('new: forty thousand')
    await page.getByLabel('Resell price').fill('ask me')
    await expect(page.getByText('We can’t read this as a price. Try 21,500.')).toBeVisible()
    await page.getByLabel('Resell price').fill('24,900')
    await page.getByLabel('Phone').fill('555-0100')
    await page.route('**/api/1/upload?*', (route) => (isBroken ? failInside(route) : route.fallback()))
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([await photo('front.jpg', 600, 400), await photo('rear.jpg', 600, 400)])
    await expect(page.getByRole('list', { name: 'Photos in order' }).locator('> li')).toHaveCount(2)
    await page.getByRole('button', { name: 'Make photo 2 the cover photo' }).click()
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await expect(preview).toContainText(`2019 BMW ${model}`)
    await expect(preview.getByRole('listitem')).toHaveText([
      'Photos: given',
      'Year: given',
      'Mileage: missing',
      'Transmission: missing',
      'Price: given',
    ])
    await add.click()
    await expect(page.getByText('Something went wrong on our end').first()).toBeVisible()
    await expect(page.getByLabel('Model name')).toHaveValue(model)
    await expect(page).toHaveURL('/dashboard/addcars')
    expect(calls).toHaveLength(0)
  })

  await test.step('each photo shows its progress, and two clicks add one car', async () => {
    await page.getByLabel('Mileage (optional)', { exact: true }).fill('38000')
    const letThrough = await delayCalls(page, '**/api/1/upload?*')
    isBroken = false
    await add.dblclick()
    await expect(page.getByRole('progressbar', { name: 'Upload' })).toHaveCount(2)
    await waitUntilRead(page, async () => letThrough(), 2)
    await expect(page.getByText('Car added successfully')).toBeVisible()
    await expect(page).toHaveURL('/dashboard/mycars')
    await expect(findTableRow(page, model)).toContainText('In stock')
    expect(calls).toHaveLength(1)
    const [car] = await apiCall<{ images: string[]; available: string; paid: boolean }[]>(
      baseURL!,
      'GET',
      '/allCars?mine=1',
      seller.token,
    )
    expect(car).toMatchObject({ available: 'instock', paid: false, category: 'BMW', condition: 'Stable' })
    expect(car!.images).toHaveLength(2)
  })

  await test.step('an admin who sells sees all cars after adding one, and only four fields are required', async () => {
    await makeAdmin(baseURL!, seller.token)
    await page.goto('/dashboard/addcars')
    const another = createUniqueModel('Q7')
    await page.getByLabel('Model name').fill(another)
    await page.getByLabel('Usage time').fill('1 year')
    await page.getByLabel('Original price').fill('1')
    await page.getByLabel('Phone').fill('555-0100')
    const checklist = page.getByRole('region', { name: 'For a complete listing' })
    await expect(checklist.getByRole('listitem')).toHaveCount(5)
    await page.getByLabel('Phone').focus()
    await checklist.getByRole('button', { name: 'Add the mileage' }).click()
    await expect(page.getByLabel('Mileage (optional)', { exact: true })).toBeFocused()
    await page.keyboard.type('38000')
    await expect(checklist.getByRole('listitem')).toHaveCount(4)
    await add.click()
    await expect(page).toHaveURL('/dashboard/managecars')
    await expect(findTableRow(page, another)).toContainText('Details missing: a photo, the year, the VIN')
    await expect(findTableRow(page, another)).toContainText('Price on request')
    await page.goto(`/search?q=${encodeURIComponent(another)}`)
    await expect(page.getByRole('article', { name: another })).toContainText('No photo yet')
    await expect(page.getByRole('article', { name: another })).toContainText('Price on request')
    const cars = await apiCall<object[]>(baseURL!, 'GET', '/allCars?mine=1', seller.token)
    expect(cars).toContainEqual(
      expect.objectContaining({ modelName: another, category: 'Audi', condition: '', mileage: 38_000 }),
    )
  })
})

test(
  'on a phone, an unpayable price needs one confirmation, photos reorder, and Add car stays visible',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    await useToken(page.context(), seller.token)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/dashboard/addcars')
    const add = page.getByRole('button', { name: 'Add car', exact: true })
    await expect(add).toBeInViewport({ ratio: 1 })
    expect((await add.boundingBox())!.width).toBeGreaterThan(340)

    const model = createUniqueModel('Coupe')
    const price = page.getByLabel('Resell price')
    await page.getByLabel('Model name').fill(model)
    await page.getByLabel('Usage time').fill('1 year')
    await page.getByLabel('Original price').fill('40,000')
    await page.getByLabel('Phone').fill('555-0100')
    await price.fill('$21,5')
    const calls = recordRequestPaths(page, 'POST', /\/api\/cars\/add$/)
    await add.click()
    await expect(page.getByText('Choose a make.', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Make')).toBeFocused()
    await chooseMake(page, 'Audi')

    await page.getByLabel('Year').fill('2016')
    await page.getByLabel('Mileage (optional)', { exact: true }).fill('90000')
    await page.getByLabel('Why it has no VIN').fill('Kit car')
    await page.getByRole('button', { name: 'Use $21,500' }).click()
    await expect(price).toHaveValue('21,500')
    await expect(page.getByText('Did you mean')).toHaveCount(0)

    // A photo may contain a list of hints.
    const photos = page.getByRole('list', { name: 'Photos in order' }).locator('> li')
    const pictures = [await photo('front.jpg', 600, 400), await photo('rear.jpg', 400, 600)]
    await waitUntilRead(page, () => page.locator('input[type=file]').first().setInputFiles(pictures), 2)
    await expect(page.getByRole('progressbar', { name: 'Upload' })).toHaveCount(0)
    await expect(photos.first().getByRole('img')).toHaveAccessibleName('Preview of front.jpg')
    await photos.nth(1).getByRole('img').dragTo(photos.first().getByRole('img'))
    await expect(photos.first().getByRole('img')).toHaveAccessibleName('Preview of rear.jpg')

    await price.fill('a good offer ')
    await add.click()
    await expect(price).toBeFocused()
    await expect(page.getByText('To keep “a good offer”, choose Add car again.')).toBeVisible()
    // The form also asks about a price above the card limit. Submitting it again confirms it.
    await price.fill('2,000,000')
    await add.click()
    await expect(page.getByText('To keep “2,000,000”, choose Add car again.')).toBeVisible()
    expect(calls).toHaveLength(0)
    await add.click()
    await expect(page.getByText('Car added successfully')).toBeVisible()
    await expect(findTableRow(page, model)).toContainText('$2,000,000')
    expect(calls).toHaveLength(1)
  },
)

test('a seller edits, deletes, and restores cars, and sees a sale made in another window', async ({
  page,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const [car, soon] = [await listCar(baseURL!, seller.token), await listCar(baseURL!, seller.token)]
  const stranger = await newAccount(baseURL!, 'seller', 'Olga Other')
  const foreign = await listCar(baseURL!, stranger.token)
  await useToken(page.context(), seller.token)
  await blockNews(page)
  await page.goto('/dashboard/mycars')
  const row = findTableRow(page, car.modelName)

  await test.step('the table has the specification’s columns and only the seller’s own cars', async () => {
    // The price may have a label, depending on the cars of other tests.
    await expect(row).toContainText('In stock$24,900')
    await expect(row).toContainText(`today${seller.email}555-0100`)
    expect(await readColumnHeaders(page)).toEqual([
      'Model Name',
      'Availability',
      'Resell Price',
      'Listed',
      'Seller Email',
      'Seller Contact',
      'Actions',
    ])
    await expect(findTableRow(page, foreign.modelName)).toHaveCount(0)
  })

  await test.step('on a phone, values that every row would repeat are hidden', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(row.getByText('today')).toBeVisible()
    await expect(row.getByText('$24,900')).toBeVisible()
    await expect(row.getByText('555-0100')).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('the seller copies its link and lists a similar car', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await choose(page, row, 'Copy link')
    await expect(page.getByText('Link copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/car/${car._id}$`))
    await choose(page, row, 'Duplicate')
    await expect(page.getByText(`Copied from your ${car.carName}`)).toBeVisible()
    const twin = createUniqueModel('A6')
    await expect(page.getByLabel('Model name')).toHaveValue(car.modelName)
    await expect(page.getByLabel('Make')).toHaveValue('Audi')
    await page.getByLabel('Model name').fill(twin)
    // The connection returns, but the request for the car fails. The user's input must remain.
    const itsAddress = new RegExp(`/api/cars/${car._id}$`)
    await page.route(itsAddress, (route) => route.abort())
    const failedRequest = page.waitForEvent('requestfailed', (request) => itsAddress.test(request.url()))
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await failedRequest
    await expect(page.getByLabel('Model name')).toHaveValue(twin)
    await page.unroute(itsAddress)
    await fillRemainingFields(page)
    await page.getByRole('button', { name: 'Add car', exact: true }).click()
    await expect(findTableRow(page, twin)).toContainText('In stock$24,900')
    await expect(row).toBeVisible()
  })

  await test.step('an edit is saved once for two clicks', async () => {
    const calls = recordRequestPaths(page, 'PUT', /\/api\/cars\//)
    await choose(page, row, 'Edit')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Edit ${car.carName}`)
    await page.getByLabel('Resell price').fill('23,500')
    await page.getByRole('button', { name: 'Save changes' }).dblclick()
    await expect(page.getByText('Changes saved')).toBeVisible()
    await expect(row).toContainText('$23,500')
    expect(calls).toHaveLength(1)
  })

  await test.step('a car that the server cannot delete reappears, and a deleted car can be restored', async () => {
    await failDeleting(page, row, /\/api\/myCars\//, () => choose(page, row, 'Delete'))
    await choose(page, row, 'Delete')
    await expect(page.getByText(`${car.modelName} deletion successfull`)).toBeVisible()
    await expect(row).toHaveCount(0)
    await undo(page, 'deletion successfull')
    await expect(row).toContainText('In stock')
  })

  await test.step('another seller’s car cannot be edited', async () => {
    await navigateInApp(page, `/dashboard/mycars/${foreign._id}/edit`)
    await expect(page.getByRole('heading', { level: 1, name: 'This isn’t your car' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to the cars' }).click()
    await navigateInApp(page, '/dashboard/mycars/no-such-car/edit')
    await expect(page.getByRole('heading', { level: 1, name: 'This car is no longer listed' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to the cars' }).click()
  })

  await test.step('a car sold in another window cannot be deleted or edited, and shows its sale', async () => {
    const editing = await page.context().newPage()
    await blockNews(editing)
    await editing.goto(`/dashboard/mycars/${soon._id}/edit`)
    await editing.getByLabel('Location').fill('Portland')
    const sold = findTableRow(page, soon.modelName)
    await expect(sold).toContainText('In stock')
    const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    await payFor(baseURL!, buyer.token, await putOnList(baseURL!, buyer.token, soon._id))
    await choose(page, sold, 'Delete')
    await expect(page.getByText('This car is sold.', { exact: true })).toBeVisible()
    await expect(sold).toContainText('Sold')
    await editing.getByRole('button', { name: 'Save changes' }).click()
    await expect(editing.getByText('This car is sold.', { exact: true })).toBeVisible()
    await expect(editing.getByLabel('Location')).toHaveValue('Portland')
  })
})

test('the second of two windows that edit one car shows both versions and loses neither', async ({
  page,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const car = await listCar(baseURL!, seller.token)
  await useToken(page.context(), seller.token)
  await page.goto(`/dashboard/mycars/${car._id}/edit`)
  await page.getByLabel('Location').fill('Portland')
  const otherPage = await page.context().newPage()
  await otherPage.goto(`/dashboard/mycars/${car._id}/edit`)
  await otherPage.getByLabel('Phone').fill('555-0199')
  await otherPage.getByRole('button', { name: 'Save changes' }).click()
  await expect(otherPage.getByText('Changes saved')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Someone else edited this after you opened it')).toBeVisible()
  await expect(page.getByRole('row', { name: /Phone.*555-0199.*555-0100/ })).toBeVisible()
  await expect(page.getByLabel('Location')).toHaveValue('Portland')
  await page.getByRole('button', { name: 'Save my version' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
})

test(
  'a sale shows the buyer’s contact once paid, and a report hides its author',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const [paid, open] = [await listCar(baseURL!, seller.token), await listCar(baseURL!, seller.token)]
    const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    await payFor(baseURL!, buyer.token, await putOnList(baseURL!, buyer.token, paid._id))
    await putOnList(baseURL!, buyer.token, open._id)
    const report = {
      reportedItemInfo: { _id: open._id },
      reason: 'not as described',
      note: 'The rear is bent.',
    }
    await apiCall(baseURL!, 'POST', '/report', buyer.token, report)
    await useToken(page.context(), seller.token)

    await page.goto('/dashboard/overview')
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'Paid sales 1' })).toBeVisible()
    await expect(main).toContainText('Bea Buyer paid for your Audi')
    await expect(main).toContainText(`Not-as-described report: Audi ${open.modelName}`)

    await test.step('the sales by month are shown as a chart or as a table', async () => {
      const sales = main.getByRole('region', { name: /^One car sold in \w+ so far, none in \w+$/ })
      await expect(sales.getByRole('listitem')).toHaveText([
        /: 0/,
        /: 0/,
        /: 0/,
        /: 0/,
        /: 0/,
        /^\w+ \d{4}: 1/,
      ])
      await sales.getByRole('button', { name: 'Show as table' }).click()
      await expect(sales.getByRole('listitem')).toHaveCount(0)
      await expect(sales.getByRole('row').last()).toHaveText(/^\w+ \d{4}1\$24,900$/)
      await sales.getByRole('button', { name: 'Show as chart' }).click()
      await expect(sales.getByRole('listitem')).toHaveCount(6)
    })

    await test.step('the newest buyers are listed with a link to all buyers', async () => {
      const newest = main.getByRole('region', { name: 'Recent buyers' })
      await expect(newest.getByRole('row').filter({ hasText: paid.modelName })).toContainText('Bea Buyerpaid')
      await expect(newest.getByRole('row').filter({ hasText: open.modelName })).toContainText('not paid')
      await expect(newest.getByRole('link', { name: 'View all sales' })).toHaveAttribute(
        'href',
        '/dashboard/sales',
      )
    })

    await main.getByRole('link', { name: 'View sale', exact: true }).click()

    await expect(findTableRow(page, paid.modelName)).toContainText('Station car park')
    await expect(findTableRow(page, paid.modelName).getByRole('link', { name: '555-0111' })).toBeVisible()
    await expect(findTableRow(page, paid.modelName).getByRole('link', { name: buyer.email })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Paid 1' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Interested 1' }).click()
    await expect(findTableRow(page, paid.modelName)).toHaveCount(0)
    await expect(findTableRow(page, open.modelName)).toContainText('After payment')
    await expect(findTableRow(page, open.modelName)).toContainText('not paid')
    await expect(findTableRow(page, open.modelName)).not.toContainText('555-0111')
    await expect(findTableRow(page, open.modelName)).not.toContainText(buyer.email)

    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await menu.getByRole('link', { name: 'Reports' }).click()
    const reported = findTableRow(page, open.modelName)
    await expect(reported).toContainText('The rear is bent.')
    await expect(reported).not.toContainText('Bea')
    await expect(reported).not.toContainText(buyer.email)
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  },
)

test(
  'a seller’s lists fit the longest names on the smallest screen',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    test.slow()
    const seller = await newAccount(baseURL!, 'seller', 'S'.repeat(100))
    const car = await listCar(baseURL!, seller.token, {
      modelName: createUniqueModel('W'.repeat(100)),
      selllerContact: '5'.repeat(40),
      usageTime: 'u'.repeat(60),
      location: 'L'.repeat(120),
    })
    const buyer = await newAccount(baseURL!, 'buyer', 'B'.repeat(100))
    await payFor(baseURL!, buyer.token, await putOnList(baseURL!, buyer.token, car._id))
    await apiCall(baseURL!, 'POST', '/report', buyer.token, {
      reportedItemInfo: { _id: car._id },
      note: 'N'.repeat(500),
    })
    await useToken(page.context(), seller.token)
    for (const name of ['mycars', 'managecars', 'sales', 'reports', 'overview', 'addcars'])
      await expectToFit(page, `/dashboard/${name}`)
  },
)

test('a private seller’s form starts with photos, uses horsepower, and continues an open draft', async ({
  page,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  await apiCall(baseURL!, 'POST', '/cars/drafts', seller.token, {
    category_name: 'Subaru',
    modelName: 'Impreza',
    year: 2011,
  })
  await useToken(page.context(), seller.token)
  await page.goto('/dashboard/addcars')
  const sections = page.getByRole('form', { name: 'Add car' }).getByRole('heading', { level: 2 })
  await expect(sections).toHaveText([
    'Photos',
    'Which car is it?',
    'Car',
    'Price',
    'Buying',
    'Contact',
    'Title and history',
    'Marks and damage',
    'Details',
    'More details',
    'Your car',
    'For a complete listing',
  ])
  await expect(page.getByLabel('Stock number')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show stock number, engine size, and power' }).click()
  await expect(page.getByLabel('Stock number')).toBeVisible()
  const power = page.getByLabel('Power (hp)')
  await power.fill('203')
  await page.getByLabel('Engine size (L)').fill('2.5')
  await power.blur()
  await expect(power).toHaveValue('203')

  await page.getByLabel('Model name').fill(createUniqueModel('Subaru Impreza'))
  await expect(page.getByRole('combobox', { name: /^Make/ })).toHaveValue('Subaru')
  await page.getByLabel('Usage time').fill('3 years')
  await page.getByLabel('Original price').fill('24,000')
  await page.getByLabel('Phone').fill('555-0100')
  await page.getByRole('button', { name: 'Add car', exact: true }).click()

  await test.step('a new listing can be opened, shared, and printed with one press', async () => {
    await expect(page.getByText(/^Your Subaru Impreza .* is listed$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
    const print = page.getByRole('link', { name: 'Print' })
    await page.evaluate(() =>
      Object.assign(window, { print: () => Object.assign(window, { isPrinted: true }) }),
    )
    await print.click()
    await page.waitForFunction(() => 'isPrinted' in window)
    const details = page.getByRole('region', { name: 'Details' }).first()
    await expect(details.getByRole('row', { name: 'Engine size' })).toContainText('2.5 L')
    await expect(details.getByRole('row', { name: 'Power' })).toContainText('hp')
  })

  await page.goto('/dashboard/addcars')
  await page.getByRole('link', { name: 'Continue your 2011 Subaru Impreza' }).click()
  await expect(page.getByLabel('Year')).toHaveValue('2011')
})
