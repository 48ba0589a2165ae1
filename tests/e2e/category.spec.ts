import type { Page } from '@playwright/test'
import { apiCall, expect, newAccount, test, createUniqueEmail, useToken } from '../support/e2e.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { pressPopupKey } from '../support/popup-keys.ts'
import { buildModelQuery, listCar, putOnList, createUniqueModel } from './market.ts'
import { signIn } from './steps.ts'

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })

async function fillBuyForm(page: Page) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone number').fill('555-0111')
  await dialog.getByLabel('Meeting place').fill('Station car park')
}

test('a category has its name and the cards of its cars, with long descriptions cut', async ({
  page,
  baseURL,
}) => {
  const { token: seller } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { token } = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  const longWord = 'abcdefghij'.repeat(10)
  const [untruncated, cut] = await Promise.all([
    listCar(baseURL!, seller, { modelName: createUniqueModel('A3 Whole'), description: longWord }),
    listCar(baseURL!, seller, { modelName: createUniqueModel('A3 Cut'), description: `${longWord}k` }),
  ])
  await useToken(page.context(), token)
  await page.goto(`/cars/Audi?${buildModelQuery(cut.modelName)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audi')
  await expect(page.locator('main [role=status]').filter({ hasText: 'found' })).toHaveText('1 car found')
  const card = page.getByRole('article', { name: cut.modelName })
  await expect(card.getByText(/^abc/)).toHaveText(`${longWord.slice(0, 90)}....`)
  await expect(card).toContainText('$24,900')

  await navigateInApp(page, `/cars/Audi?${buildModelQuery(untruncated.modelName)}`)
  await expect(page.getByRole('article', { name: untruncated.modelName }).getByText(/^abc/)).toHaveText(
    longWord,
  )

  await navigateInApp(page, '/cars/Zastava')
  await expect(page.getByRole('heading', { level: 1, name: 'We don’t have that make' })).toBeVisible()
  await expect(page).toHaveTitle('We don’t have that make · Kerblight')
  // An empty list has nothing to search, filter, or sort.
  const main = page.getByRole('main')
  await expect(main.getByRole('searchbox')).toHaveCount(0)
  await expect(main.getByRole('combobox')).toHaveCount(0)
  await expect(main.getByRole('button')).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'See all makes' })).toBeVisible()
  await page.goto('/cars/Zastava?fuel=Petrol')
  await expect(page.getByRole('heading', { level: 1, name: 'We don’t have that make' })).toBeVisible()
})

test(
  'buying requires a visitor to sign in, and then continues with the form of that car',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { token: seller } = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const { modelName, carName } = await listCar(baseURL!, seller)
    const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    await page.goto(`/search?${buildModelQuery(modelName)}`)
    await page.getByRole('button', { name: `Buy ${carName}` }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await signIn(page, buyer.email)
    await expect(page).toHaveURL(`/search?${buildModelQuery(modelName)}`)

    const dialog = page.getByRole('dialog', { name: `Buy ${carName}` })
    for (const [label, value] of [
      ['Email', buyer.email],
      ['Name', 'Bea Buyer'],
      ['Model', modelName],
      ['Price', '$24,900'],
    ] as const)
      await expect(dialog.locator('dt', { hasText: label }).locator('+ dd'), label).toHaveText(value)
  },
)

test(
  'the buy form names missing fields, keeps the input, and is sent once',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { token: seller } = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const { modelName, carName } = await listCar(baseURL!, seller)
    const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    await useToken(page.context(), buyer.token)
    await page.goto(`/cars/Audi?${buildModelQuery(modelName)}`)
    const buyButton = page.getByRole('button', { name: `Buy ${carName}` })
    const dialog = page.getByRole('dialog')
    const phone = dialog.getByLabel('Phone number')
    const add = dialog.getByRole('button', { name: 'Add to purchase list' })
    await buyButton.click()
    await add.click()
    await expect(phone).toHaveAccessibleDescription(/^Number is required/)
    await expect(dialog.getByLabel('Meeting place')).toHaveAccessibleDescription(/Place is required/)
    await expect(phone).toBeFocused()

    await fillBuyForm(page)
    await page.reload()
    await expect(phone).toHaveValue('555-0111')
    await pressPopupKey(dialog, 'Escape')
    await expect(dialog).toBeHidden()
    await buyButton.click()
    await expect(phone).toHaveValue('555-0111')

    await page.route('**/api/purchase', (route) => route.abort(), { times: 1 })
    await add.click()
    await expect(dialog.getByRole('alert')).toContainText('We can’t reach Kerblight')
    await expect(dialog.getByLabel('Meeting place')).toHaveValue('Station car park')

    const sentReports: unknown[] = []
    await page.route('**/api/purchase', async (route) => {
      sentReports.push(route.request().postDataJSON())
      await route.continue()
    })
    const refreshed = page.waitForResponse(/\/api\/cars\?/)
    await add.dblclick()
    await expect(page.getByText('successfully added to purchaseList')).toBeVisible()
    await expect(page.getByText('go and check dashboard')).toBeVisible()
    await expect(dialog).toBeHidden()
    await refreshed
    expect(sentReports).toHaveLength(1)

    const toasts = page.getByRole('region', { name: 'Notifications', exact: true })
    await toasts.getByRole('button', { name: 'View your list' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('row', { name: new RegExp(modelName) })).toBeVisible()

    await test.step('Back from a page that the dialog opened returns to the page without the dialog', async () => {
      await page.goBack()
      await buyButton.click()
      await expect(dialog).toContainText('This car is on your purchase list.')
      await expect(phone).toHaveCount(0)
      await dialog.getByRole('button', { name: 'Pay $24,900' }).click()
      await expect(page.getByRole('heading', { name: /^Payment for / })).toBeVisible()
      await page.goBack()
      await expect(buyButton).toBeVisible()
      await expect(dialog).toHaveCount(0)
    })
  },
)

test(
  'a price that changed in the meantime is shown before anything is added',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { token: seller } = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const { _id, modelName, carName } = await listCar(baseURL!, seller)
    const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    await useToken(page.context(), buyer.token)
    await page.goto(`/cars/Audi?${buildModelQuery(modelName)}`)
    await page.getByRole('button', { name: `Buy ${carName}` }).click()
    await fillBuyForm(page)
    const change = { ids: [_id], change: { resellPrice: '25,400' } }
    await apiCall(baseURL!, 'PATCH', '/cars', seller, change)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add to purchase list' }).click()
    await expect(dialog.getByRole('alert')).toContainText('It’s now $25,400. Nothing has been added yet.')
    await dialog.getByRole('button', { name: 'Accept the new price, $25,400' }).click()
    await expect(page.getByText('successfully added to purchaseList')).toBeVisible()
  },
)

test('the seller’s own car and a car without a price cannot be bought', async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { token: otherToken } = await newAccount(baseURL!, 'seller', 'Olga Other')
  const word = createUniqueEmail('q').slice(2, 12)
  const ownCar = await listCar(baseURL!, token, { modelName: `Own ${word}` })
  const priceless = await listCar(baseURL!, otherToken, { modelName: `Ask ${word}`, resellPrice: 'ask me' })
  await useToken(page.context(), token)
  await page.goto(`/cars/Audi?q=${word}`)
  const ownCard = page.getByRole('article', { name: ownCar.modelName })
  await expect(ownCard).toContainText('Your listing')
  await expect(ownCard.getByRole('button', { name: /^Buy/ })).toHaveCount(0)
  const card = page.getByRole('article', { name: priceless.modelName })
  await expect(card).toContainText('price on request', { ignoreCase: true })
  await expect(card.getByRole('button', { name: /^Buy/ })).toBeDisabled()
})

test(
  'a car that other buyers want shows its current state in every window',
  { tag: '@full' },
  async ({ page, baseURL, context }) => {
    const { token: seller } = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const car = await listCar(baseURL!, seller)
    const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    const rival = await newAccount(baseURL!, 'buyer', 'Rob Rival')
    await useToken(context, buyer.token)
    const item = await putOnList(baseURL!, rival.token, car._id)
    await apiCall(baseURL!, 'POST', '/create-payment-intent', rival.token, {
      purchasedItemID: item._id,
      sellingPrice: item.sellingPrice,
    })
    await page.goto(`/cars/Audi?${buildModelQuery(car.modelName)}`)
    const card = page.getByRole('article', { name: car.modelName })
    await expect(card).toContainText('Reserved')
    const otherPage = await context.newPage()
    await otherPage.goto(`/car/${car._id}`)
    await expect(otherPage.getByText('Another buyer is checking out.', { exact: false })).toBeVisible()
    await expect(otherPage.getByRole('button', { name: 'Add to purchase list' })).toBeEnabled()
  },
)
