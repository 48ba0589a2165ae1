import type { Page } from '@playwright/test'
import { apiCall, expect, newAccount, test, createUniqueEmail, useToken } from '../support/e2e.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { delayCalls } from '../support/delayed-calls.ts'
import { buildModelQuery, listCar as listByApi, putOnList, createUniqueModel } from './market.ts'
import { buy, fillCard, listCar, openPayment, payButton, register, signIn } from './steps.ts'

const successMessage = 'Congratulation Your payment is successfull'

test('a car goes from a listing with a photo to a sale visible to every user', async ({
  page,
  baseURL,
  secondContext,
}) => {
  test.slow()
  const model = createUniqueModel()

  await test.step('a seller registers with a photo and lists a car with a photo', async () => {
    await register(page, { name: 'Sam Seller', email: createUniqueEmail('seller'), account: 'Seller' })
    await listCar(page, model)
    await expect(page.getByRole('row', { name: new RegExp(model) })).toContainText('In stock')
  })

  const buyer = await (await secondContext()).newPage()
  await test.step('a buyer registers, finds the car, and puts it on the purchase list', async () => {
    await register(buyer, { name: 'Bea Buyer', email: createUniqueEmail('buyer'), account: 'Buyer' })
    await buyer
      .getByRole('link', { name: /See cars.*Audi|Audi.*See cars/ })
      .first()
      .click()
    await expect(buyer).toHaveURL('/cars/Audi')
    await navigateInApp(buyer, `/cars/Audi?${buildModelQuery(model)}`)
    const picture = buyer.getByRole('article', { name: model }).locator('img')
    await expect(picture).toBeVisible()
    expect(
      await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
    ).toBeGreaterThan(0)
    await buy(buyer, model)
  })

  const late = await newAccount(baseURL!, 'buyer', 'Lena Late')
  const lateContext = await secondContext()
  await useToken(lateContext, late.token)
  const latePage = await lateContext.newPage()
  await test.step('a second buyer puts the same car on the purchase list', () => buy(latePage, model))

  await test.step('the buyer pays', async () => {
    await openPayment(buyer, model)
    await fillCard(buyer, '4242 4242 4242 4242')
    await payButton(buyer).click()
    await expect(buyer.getByText(successMessage)).toBeVisible()
    await expect(buyer.getByText(/^pi_/)).toBeVisible()
  })

  await test.step('the buyer reviews the purchase from its receipt, and finds the review', async () => {
    // The buyer and the seller have not met yet, so the payment page does not suggest a review.
    const offer = buyer.getByRole('link', { name: 'Leave a review' })
    await expect(offer).toHaveCount(0)
    await buyer.getByRole('link', { name: 'View receipt' }).click()
    await offer.click()
    const question = buyer.getByRole('slider', { name: `How was buying the 2019 Audi ${model}?` })
    await question.press('End')
    const secondTab = await buyer.context().newPage()
    await secondTab.goto(buyer.url())
    await secondTab.getByLabel('Message').fill('Twice.')
    await buyer.getByRole('button', { name: 'Leave feedback' }).click()
    await expect(buyer).toHaveURL('/my-reviews')
    const card = buyer.getByRole('article')
    await expect(card).toContainText('Verified purchase')
    await expect(card).toContainText(`Bought the 2019 Audi ${model}`)

    await secondTab.getByRole('button', { name: 'Leave feedback' }).click()
    await expect(secondTab.getByRole('alert')).toContainText('already reviewed this purchase')
    await expect(secondTab.getByLabel('Message')).toHaveValue('Twice.')
    await secondTab.reload()
    await expect(
      secondTab.getByRole('heading', { name: 'You’ve already reviewed this purchase' }),
    ).toBeVisible()
    await secondTab.close()

    await navigateInApp(buyer, '/dashboard')
    await buyer.getByRole('link', { name: `Edit your review of the 2019 Audi ${model}` }).click()
    await expect(question).toHaveAttribute('aria-valuetext', '5 of 5 stars')
  })

  await test.step('the seller sees it as sold, and the category no longer lists it', async () => {
    await page.goto('/dashboard/mycars')
    await expect(page.getByRole('row', { name: new RegExp(model) })).toContainText('Sold')
    await navigateInApp(buyer, '/cars/Audi')
    await expect(buyer.getByRole('article').first()).toBeVisible()
    await expect(buyer.getByRole('article', { name: model })).toHaveCount(0)
  })

  await test.step('the second buyer cannot pay', async () => {
    await navigateInApp(latePage, '/dashboard')
    const row = latePage.getByRole('row', { name: new RegExp(model) })
    await expect(row).toContainText('no longer available')
    await expect(row.getByRole('link', { name: /Pay now/ })).toHaveCount(0)
  })
})

test.describe('paying', () => {
  /** Opens the payment page of a car that is on a buyer's list. */
  async function openWithCar(page: Page, baseURL: string) {
    const seller = await newAccount(baseURL, 'seller', 'Sam Seller')
    const { _id: carId, modelName } = await listByApi(baseURL, seller.token)
    const buyer = await newAccount(baseURL, 'buyer', 'Bea Buyer')
    await putOnList(baseURL, buyer.token, carId)
    await useToken(page.context(), buyer.token)
    await openPayment(page, modelName)
    return { buyer, seller, carId, modelName }
  }

  test('shows an error for a declined card, keeps the form, and succeeds on a second attempt', async ({
    page,
    baseURL,
  }) => {
    await openWithCar(page, baseURL!)
    await fillCard(page, '4000 0000 0000 0002')
    await payButton(page).click()
    const message = page.getByText('Your card was declined.')
    await expect(message).toBeVisible()
    const [red, green] = await message.evaluate((element) =>
      getComputedStyle(element)
        .color.match(/[\d.]+/g)!
        .map(Number),
    )
    expect(red!).toBeGreaterThan(green! * 2)
    const card = page.frameLocator('iframe[title="Secure card payment input frame"]')
    await expect(card.locator('[name=cardnumber]')).toHaveValue(/0002$/)
    await fillCard(page, '4242 4242 4242 4242')
    await payButton(page).click()
    await expect(page.getByText(successMessage)).toBeVisible()
  })

  test(
    'accepts a number that is typed before the card form has loaded its code',
    { tag: '@full' },
    async ({ page, baseURL }) => {
      await openWithCar(page, baseURL!)
      const arrive = await delayCalls(page, '**/assets/card-frame*')
      await page.reload({ waitUntil: 'commit' })
      const card = page.frameLocator('iframe[title="Secure card payment input frame"]')
      await card.locator('[name=cardnumber]').fill('4000 0000 0000 0002')
      arrive()
      await card.locator('[name=exp-date]').fill('1234')
      await card.locator('[name=cvc]').fill('123')
      await payButton(page).click()
      await expect(page.getByText('Your card was declined.')).toBeVisible()
    },
  )

  test('requires authentication for some cards, and then pays', async ({ page, baseURL }) => {
    await openWithCar(page, baseURL!)
    await fillCard(page, '4000 0025 0000 3155')
    await payButton(page).click()
    const complete = page
      .locator('iframe')
      .last()
      .contentFrame()
      .getByRole('button', { name: /complete/i })
    await complete.click()
    await expect(page.getByText(successMessage)).toBeVisible()
  })

  test(
    'shows a failed authentication as a card error, and keeps the form',
    { tag: '@full' },
    async ({ page, baseURL }) => {
      await openWithCar(page, baseURL!)
      await fillCard(page, '4000 0025 0000 3155')
      await payButton(page).click()
      await page.locator('iframe').last().contentFrame().getByRole('button', { name: /fail/i }).click()
      await expect(page.getByText(/unable to authenticate/i)).toBeVisible()
      await expect(payButton(page)).toBeEnabled()
    },
  )

  test('is completed by the webhook if the browser closes before POST /payments', async ({
    page,
    baseURL,
    secondContext,
  }) => {
    const { buyer, modelName } = await openWithCar(page, baseURL!)
    await page.route('**/api/payments', (route) => route.abort())
    await fillCard(page, '4242 4242 4242 4242')
    const paymentRequest = page.waitForRequest('**/api/payments')
    await payButton(page).click()
    await paymentRequest
    await page.close()
    const context = await secondContext()
    await useToken(context, buyer.token)
    const secondPage = await context.newPage()
    await secondPage.goto('/dashboard')
    const row = secondPage.getByRole('row', { name: new RegExp(modelName) })
    await expect(row.getByRole('button', { name: 'paid' })).toBeDisabled({ timeout: 30_000 })
  })

  test('keeps the hold on a reload, and releases it when the user leaves the page', async ({
    page,
    baseURL,
  }) => {
    const { carId } = await openWithCar(page, baseURL!)
    const holdText = await page.getByText(/Held for you until/).textContent()
    await page.reload()
    await expect(payButton(page)).toBeEnabled()
    await expect(page.getByText(/Held for you until/)).toHaveText(holdText!)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect
      .poll(async () => (await apiCall<{ available: string }>(baseURL!, 'GET', `/cars/${carId}`)).available)
      .toBe('instock')
  })

  test('charges once after a second click', async ({ page, baseURL }) => {
    await openWithCar(page, baseURL!)
    await fillCard(page, '4242 4242 4242 4242')
    await payButton(page).dblclick()
    await expect(page.getByText(successMessage)).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('button', { name: 'paid' })).toBeDisabled()
  })
})

test('requires a sign-in first and returns to the car', async ({ page, baseURL }) => {
  const { email } = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  await page.goto('/cars/Tesla')
  await expect(page).toHaveURL('/login')
  await signIn(page, email)
  await expect(page.getByText('Login in success')).toBeVisible()
  await expect(page).toHaveURL('/cars/Tesla')
})
