import type { Page } from '@playwright/test'
import { runDeals } from '../../server/sale/stripe/run-deals.ts'
import { findBarriers } from '../support/axe.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { expect, test, useToken } from '../support/own-server.ts'
import type { TestServer } from '../support/server.ts'
import { expectToFit, findTableRow } from './dashboard-steps.ts'
import { fillCard, payButton } from './steps.ts'

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  serverOptions: async ({ sandbox }, use) => {
    await use(sandbox)
  },
})

/** Builds a car that its seller reserves for a deposit of $500. */
async function offerCar({ ctx }: TestServer) {
  const seller = await buildPerson(ctx, { full_name: 'Sam Seller', account: 'seller' })
  const buyer = await buildPerson(ctx, { full_name: 'Bea Buyer' })
  const carId = await buildCar(ctx, seller.id, {
    deposit: 500,
    depositDays: 2,
    images: ['/art/avatar.svg'],
  })
  return { seller, buyer, carPath: `/car/${carId}` }
}

async function enter(page: Page, { token }: Person, path: string): Promise<Page> {
  await useToken(page.context(), token)
  await page.goto(path)
  return page
}

/** Reserves the car from its page. */
async function reserve(page: Page) {
  await page.getByRole('button', { name: 'Reserve for $500' }).click()
  const dialog = page.getByRole('dialog', { name: /^Reserve / })
  await expect(dialog).toContainText('A deposit reserves the car for 2 days and counts toward the price.')
  await dialog.getByLabel('Phone number').fill('555-0111')
  await dialog.getByLabel('Meeting place').fill('Station car park')
  await dialog.getByRole('button', { name: 'Continue to deposit' }).click()
  await expect(page.getByRole('heading', { name: /^Reserve 2021 Audi/ })).toBeVisible()
  await fillCard(page, '4242 4242 4242 4242')
  await expect(payButton(page)).toHaveText('Pay $500')
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Reserved', exact: true })).toBeFocused()
}

test('a buyer reserves a car, another buyer sees it, and the buyer pays the rest', async ({
  page: buyer,
  server,
  secondContext,
}) => {
  test.slow()
  const offer = await offerCar(server)
  await enter(buyer, offer.buyer, offer.carPath)
  await reserve(buyer)
  await expect(
    buyer.getByText(/The car is yours to buy until \w{3}, \w{3} \d+, \d+:\d\d [AP]M/),
  ).toBeVisible()
  await expect(buyer.getByRole('link', { name: 'Call Sam Seller' })).toHaveAttribute('href', 'tel:5550100')
  expect(await findBarriers(buyer)).toEqual([])

  await test.step('another buyer can only put it on their list', async () => {
    const rival = await (await secondContext()).newPage()
    await enter(rival, await buildPerson(server.ctx), server.url + offer.carPath)
    await expect(
      rival.getByText('Another buyer has reserved it or is checking out.', { exact: false }),
    ).toBeVisible()
    await expect(rival.getByRole('button', { name: 'Add to purchase list' })).toBeVisible()
    await expect(rival.getByRole('button', { name: /^Reserve/ })).toHaveCount(0)
  })

  await test.step('the car page shows the reservation', async () => {
    await buyer.goto(offer.carPath)
    await expect(buyer.getByText(/^You reserved this car until/)).toBeVisible()
    await expect(buyer.getByRole('link', { name: 'Pay the rest: $24,400' })).toBeVisible()
  })

  await buyer.goto('/dashboard')
  const row = findTableRow(buyer, 'A4 Avant')
  await expect(row).toContainText(/reserved\s*until/)
  await row.getByRole('link', { name: 'Pay the rest: $24,400' }).click()
  await expect(buyer.getByText('Deposit paid')).toBeVisible()
  await expect(buyer.getByText('−$500')).toBeVisible()
  await fillCard(buyer, '4242 4242 4242 4242')
  await expect(payButton(buyer)).toHaveText('Pay $24,400')
  await payButton(buyer).click()
  await expect(buyer.getByText('Congratulation Your payment is successfull')).toBeVisible()
  await buyer.getByRole('link', { name: 'See your deal' }).click()
  await expect(buyer.getByRole('region', { name: 'Deal' })).toContainText('$24,900')
  await buyer.goto('/dashboard')
  await buyer.getByRole('link', { name: /^Receipt for/ }).click()
  await expect(buyer.getByText('Rest by card')).toBeVisible()
  await expect(buyer.getByText('$24,400.00 USD')).toBeVisible()
})

test('a visitor signs in to reserve a car', async ({ page, server }) => {
  const { carPath } = await offerCar(server)
  await page.goto(carPath)
  await page.getByRole('button', { name: 'Reserve for $500' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Sign in to reserve the 2021 Audi', { exact: false })).toBeVisible()
})

test('a buyer ends a reservation, and the car is for sale again', async ({ page, server }) => {
  const { buyer, carPath } = await offerCar(server)
  await enter(page, buyer, carPath)
  await reserve(page)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^End reservation: / }).click()
  const question = page.getByRole('alertdialog', { name: /^End the reservation of/ })
  await expect(question).toContainText('We refund your deposit of $500 in full')
  await question.getByRole('button', { name: 'End reservation' }).click()
  await expect(page.getByText('Reservation ended')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Pay now \$24,900/ })).toBeVisible()
  await page.goto(carPath)
  await expect(page.getByRole('link', { name: 'Reserve for $500' })).toBeVisible()
})

test(
  'the seller records a payment at the dealership',
  { tag: '@full' },
  async ({ page: buyer, server, secondContext }) => {
    test.slow()
    const offer = await offerCar(server)
    await enter(buyer, offer.buyer, offer.carPath)
    await reserve(buyer)
    const seller = await (await secondContext()).newPage()
    await enter(seller, offer.seller, `${server.url}/dashboard/sales`)
    await expect(findTableRow(seller, 'A4 Avant')).toContainText('555-0111')
    await expectToFit(seller, `${server.url}/dashboard/sales`)
    await seller.getByRole('button', { name: /^Paid at the dealership/ }).click()
    const question = seller.getByRole('alertdialog', { name: 'Did Bea Buyer pay $24,400 at the dealership?' })
    await expect(question).toContainText('We pay out the deposit of $500, minus any fee, after the handover.')
    await question.getByRole('button', { name: 'Yes, it’s paid' }).click()
    await expect(seller.getByText('Next: agree on a time for the handover.')).toBeVisible()

    await buyer.goto('/dashboard')
    await buyer.getByRole('link', { name: /^Deal for/ }).click()
    await expect(buyer.getByRole('region', { name: 'Deal' })).toContainText(
      '$500 by card, $24,400 recorded as paid at the dealership',
    )
    await expect(buyer.getByRole('region', { name: 'Price' })).toContainText('Total$24,900.00')
    await buyer.goto('/dashboard')
    await buyer.getByRole('link', { name: /^Receipt for/ }).click()
    await expect(buyer.getByText('Rest, recorded as paid at the dealership')).toBeVisible()
  },
)

test(
  'an expired reservation is refunded and ends on an open page',
  { tag: '@full' },
  async ({ page, server }) => {
    const { buyer, carPath } = await offerCar(server)
    await enter(page, buyer, carPath)
    await reserve(page)
    const past = new Date(server.ctx.now().getTime() - 1000).toISOString()
    await server.ctx.db.updateTable('deposits').set({ reserved_until: past }).execute()
    await runDeals(server.ctx)
    await expect(page.getByRole('heading', { name: 'This reservation has ended' })).toBeVisible()
    await expect(
      page.getByText('Your deposit of $500 is going back to your card.', { exact: false }),
    ).toBeVisible()
  },
)
