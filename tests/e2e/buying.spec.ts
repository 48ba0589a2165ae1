import type { Locator } from '@playwright/test'
import { expect, newAccount, test, useToken } from '../support/e2e.ts'
import { listCar, putOnList } from './market.ts'
import { fillCard, payButton } from './steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('from a car to paid in three presses, with the last phone number filled in', async ({
  page,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const [before, car] = await Promise.all([
    listCar(baseURL!, seller.token),
    listCar(baseURL!, seller.token, { modelName: 'A6 Press by press' }),
  ])
  const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  await putOnList(baseURL!, buyer.token, before._id)
  await useToken(page.context(), buyer.token)
  await page.setViewportSize({ width: 390, height: 844 })
  let presses = 0
  const press = (target: Locator) => target.click().then(() => (presses += 1))

  await page.goto(`/car/${car._id}`)
  await press(page.getByRole('button', { name: /^Buy/ }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Phone number')).toHaveValue('555-0111')
  await expect(dialog).toContainText(
    'Adding doesn’t hold the car. We hold it for 15 minutes once you check out.',
  )
  await dialog.getByLabel('Meeting place').fill('Station')
  await press(dialog.getByRole('button', { name: 'Pay now' }))

  await expect(page.getByRole('heading', { name: /^Payment for A6 Press by press charge/ })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`/car/${car._id}`)
  await expect(dialog).toHaveCount(0)
  await page.goForward()
  await fillCard(page, '4242 4242 4242 4242')
  await press(payButton(page))
  await expect(page.getByText('Congratulation Your payment is successfull')).toBeVisible()
  expect(presses).toBe(3)
})
