import { findBarriers, measureSidewaysScroll } from '../support/axe.ts'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { pagePath } from '../../contract/pages.ts'
import type { Payment } from '../../contract/payments.ts'
import { buildModelQuery, listCar, newAdmin } from './market.ts'
import { fillCard, payButton } from './steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a seller’s fees are part of the price that a buyer sees and pays', async ({
  page,
  baseURL,
  secondContext,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const car = await listCar(baseURL!, seller.token)
  const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  const sellersContext = await secondContext()
  await useToken(sellersContext, seller.token)
  const atSeller = await sellersContext.newPage()

  await test.step('the seller adds two fees, and corrects an amount', async () => {
    await atSeller.setViewportSize({ width: 320, height: 640 })
    await atSeller.goto('/dashboard/payouts')
    await atSeller.getByRole('button', { name: 'Add a fee' }).click()
    const first = atSeller.getByRole('group', { name: 'Fee 1' })
    await first.getByLabel('Fee', { exact: true }).fill('Documentation fee')
    await first.getByLabel('Amount').fill('no idea')
    await atSeller.getByRole('button', { name: 'Add a fee' }).click()
    const second = atSeller.getByRole('group', { name: 'Fee 2' })
    await second.getByLabel('Fee', { exact: true }).fill('Preparation')
    await second.getByLabel('Amount').fill('100.50')
    await atSeller.getByRole('button', { name: 'Save fees' }).click()
    await expect(first).toContainText('Enter an amount')
    await first.getByLabel('Amount').fill('299')
    expect(await measureSidewaysScroll(atSeller)).toBe(0)
    expect(await findBarriers(atSeller)).toEqual([])
    await atSeller.getByRole('button', { name: 'Save fees' }).click()
    await expect(atSeller.getByText('Fees saved')).toBeVisible()
  })

  await test.step('the seller sees who changed the fees', async () => {
    await atSeller.getByText('Changes to your fees').click()
    const changes = atSeller.getByRole('list', { name: 'Changes to your fees' }).getByRole('listitem')
    await expect(changes).toHaveCount(1)
    await expect(changes).toContainText(`by ${seller.email}`)
    await expect(changes).toContainText(/Before: .*After: .*Documentation fee.*\$299/)
    expect(await measureSidewaysScroll(atSeller)).toBe(0)
    await atSeller.reload()
    await expect(atSeller.getByRole('group', { name: 'Fee 2' }).getByLabel('Amount')).toHaveValue(/^100\.5/)
  })

  await test.step('results and the car page show the price with the fees', async () => {
    await page.goto(`/search?${buildModelQuery(car.modelName)}`)
    const card = page.getByRole('article').filter({ hasText: car.modelName })
    await expect(card).toContainText('$25,299.50')
    await expect(card).toContainText('incl. fees')
    await page.goto(pagePath('car', { id: car._id }))
    await page.getByText('Includes $399.50 in fees').click()
    await expect(page.getByRole('article').first()).toContainText(/Price before fees\s*\$24,900/)
    await expect(page.getByRole('article').first()).toContainText(/Documentation fee\s*\$299/)
    const prices = page.getByRole('region', { name: 'Price history' })
    await expect(prices).toContainText('prices before fees')
    await expect(prices).toContainText('Listed at $24,900')
  })

  await test.step('the buyer pays the price with the fees', async () => {
    await useToken(page.context(), buyer.token)
    await page.goto(pagePath('car', { id: car._id }))
    await page.getByRole('button', { name: /^Buy/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Phone number').fill('555-0111')
    await dialog.getByLabel('Meeting place').fill('Station')
    await dialog.getByRole('button', { name: 'Pay now' }).click()
    await expect(page.getByRole('heading', { name: /^Payment for .* charge: .*25,299\.50/ })).toBeVisible()
    await fillCard(page, '4242 4242 4242 4242')
    await payButton(page).click()
    await expect(page.getByText('Congratulation Your payment is successfull')).toBeVisible()
    const { token } = await newAdmin(baseURL!)
    const payments = await apiCall<Payment[]>(baseURL!, 'GET', '/payments?limit=20', token)
    expect(payments.find(({ carID }) => carID === car._id)?.amount).toBe(2_529_950)
  })
})
