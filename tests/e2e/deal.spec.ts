import type { Page } from '@playwright/test'
import { handoverCode } from '../../server/sale/deals/handover-code.ts'
import { findPayment } from '../../server/sale/records/payment.repository.ts'
import { openDeal } from '../../server/sale/deals/open-deal.ts'
import { findPurchase } from '../../server/sale/records/purchase.repository.ts'
import { findBarriers } from '../support/axe.ts'
import { buildCar, buildPayment, buildPerson, buildPurchase } from '../support/factories.ts'
import { expect, test, useToken } from '../support/own-server.ts'
import type { TestServer } from '../support/server.ts'
import { expectToFit } from './dashboard-steps.ts'

/** Builds a sale that has just been paid for. */
async function sellCar({ ctx }: TestServer, names: { buyer?: string; seller?: string; place?: string } = {}) {
  const {
    buyer: buyerName = 'Bea Buyer',
    seller: sellerName = 'Sam Seller',
    place = 'Station car park',
  } = names
  const seller = await buildPerson(ctx, { full_name: sellerName, account: 'seller' })
  const buyer = await buildPerson(ctx, { full_name: buyerName })
  const admin = await buildPerson(ctx, { full_name: 'Ada Admin', role: 'admin' })
  const carId = await buildCar(ctx, seller.id, { state: 'sold', images: ['/art/avatar.svg'] })
  const id = await buildPurchase(ctx, buyer.id, carId, {
    state: 'paid',
    buyer_name: buyerName,
    meeting_place: place,
  })
  const { id: paymentId } = await buildPayment(ctx, id)
  const payment = (await findPayment(ctx.db, paymentId))!
  const purchase = (await findPurchase(ctx.db, id))!
  await ctx.db.transaction().execute((trx) => openDeal(trx, ctx.now(), { payment, purchase, charge: null }))
  return { id, path: `/dashboard/deals/${id}`, buyer, seller, admin }
}

async function enter(page: Page, { token }: { token: string }, path: string): Promise<Page> {
  await useToken(page.context(), token)
  await page.goto(path)
  return page
}

function codeOf({ ctx }: TestServer, purchaseId: string): string {
  return handoverCode(ctx.config, { purchaseId, codeCounter: 0 })
}

const statusOf = (page: Page) => page.getByRole('region', { name: 'Deal' }).getByRole('status')

test('buyer and seller agree on a time and confirm the handover with the code', async ({
  page: buyer,
  server,
  secondContext,
}) => {
  test.slow()
  const sale = await sellCar(server)
  await enter(buyer, sale.buyer, '/dashboard')
  await buyer.getByRole('link', { name: /^Deal for/ }).click()
  await expect(buyer).toHaveURL(sale.path)
  await expect(statusOf(buyer)).toContainText('Your turn')
  await expect(buyer.getByText('We hold your money until the handover is confirmed.')).toBeVisible()
  const seller = await (await secondContext()).newPage()
  await enter(seller, sale.seller, `${server.url}/dashboard/sales`)
  await seller.getByRole('link', { name: /^See deal for/ }).click()
  await expect(statusOf(seller)).toContainText('Bea Buyer’s turn')

  await test.step('the buyer proposes two times, and the seller sees them immediately', async () => {
    await expect(buyer.getByLabel('Place')).toHaveValue('Station car park')
    await buyer.getByRole('button', { name: 'Add a second time' }).click()
    await buyer.getByLabel('Second time', { exact: true }).fill('18:30')
    await buyer.getByRole('button', { name: 'Propose times' }).dblclick()
    await expect(statusOf(buyer)).toContainText('You proposed two times. Sam Seller accepts one')
    await expect(statusOf(seller)).toContainText('Bea Buyer proposed two times. Accept one')
  })

  await test.step('the seller accepts a time, and both parties see it', async () => {
    await seller.getByRole('button', { name: /^Accept .* 6:30 PM/ }).click()
    for (const page of [buyer, seller]) {
      await expect(statusOf(page)).toContainText('Next: the handover')
      await expect(page.getByRole('region', { name: 'Handover', exact: true })).toContainText('6:30 PM')
      await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeVisible()
    }
    await expect(buyer.getByRole('link', { name: 'Call Sam Seller' })).toHaveAttribute('href', 'tel:5550100')
  })

  await test.step('the odometer is compared with the listing', async () => {
    const odometer = buyer.getByLabel('Odometer reading')
    await odometer.fill('37,900')
    await expect(buyer.getByText('That’s 100 mi less than listed.')).toBeVisible()
    await odometer.fill('38020')
    await expect(buyer.getByText('This fits the listing.')).toBeVisible()
    await buyer.reload()
    await expect(odometer).toHaveValue('38020')
  })

  await test.step('only the right code confirms the handover', async () => {
    const code = codeOf(server, sale.id)
    await expect(buyer.getByText(`${code.slice(0, 3)} ${code.slice(3)}`)).toBeVisible()
    await expect(buyer.getByRole('img', { name: 'QR code of the handover code' })).toBeVisible()
    const field = seller.getByLabel('Code', { exact: true })
    await field.fill('12')
    await seller.getByRole('button', { name: 'Confirm handover' }).click()
    await expect(seller.getByText('Enter the six digits.')).toBeVisible()
    await field.fill(code === '000000' ? '111111' : '000000')
    await seller.getByRole('button', { name: 'Confirm handover' }).click()
    await expect(seller.getByText('That’s not the buyer’s code.')).toBeVisible()
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await seller.getByRole('button', { name: 'Confirm handover' }).dblclick()
    await expect(statusOf(seller)).toContainText('The handover is confirmed.')
    await expect(statusOf(buyer)).toContainText('The handover is confirmed. We’re paying Sam Seller.')
    await expect(buyer.getByText(code.slice(0, 3) + ' ' + code.slice(3))).toHaveCount(0)
  })

  await expect(seller.getByRole('link', { name: 'Set up payouts' })).toHaveAttribute(
    'href',
    '/dashboard/payouts',
  )
  await expect(seller.getByRole('region', { name: 'Money' })).toContainText('−$498')
})

test(
  'five wrong codes block the code, and the buyer confirms instead',
  { tag: '@full' },
  async ({ page: seller, server, secondContext }) => {
    const sale = await sellCar(server)
    await enter(seller, sale.seller, sale.path)
    const confirm = seller.getByRole('button', { name: 'Confirm handover' })
    const wrong = codeOf(server, sale.id) === '000000' ? '111111' : '000000'
    for (let attempt = 0; attempt < 6; attempt++) {
      await seller.getByLabel('Code', { exact: true }).fill(wrong)
      const response = seller.waitForResponse(/\/code$/)
      await confirm.click()
      await response
    }
    await expect(seller.getByRole('alert')).toContainText(/Five codes were wrong. Try again at .*\d:\d\d/)
    await expect(confirm).toBeDisabled()

    const buyer = await enter(await (await secondContext()).newPage(), sale.buyer, server.url + sale.path)
    await buyer.getByRole('button', { name: 'I have the car' }).click()
    const question = buyer.getByRole('alertdialog', { name: 'Do you have the car and the keys?' })
    await question.getByRole('button', { name: 'Yes, I have the car' }).dblclick()
    await expect(statusOf(buyer)).toContainText('The handover is confirmed.')
    await expect(statusOf(seller)).toContainText('The handover is confirmed.')
  },
)

test('the buyer reports a problem, and an admin confirms the sale', async ({
  page: buyer,
  server,
  secondContext,
}) => {
  const sale = await sellCar(server)
  await enter(buyer, sale.buyer, sale.path)
  await buyer.getByRole('button', { name: 'Something’s wrong' }).click()
  const dialog = buyer.getByRole('dialog', { name: 'What’s wrong?' })
  await dialog.getByLabel('Reason').selectOption('The seller didn’t hand it over')
  await dialog.getByLabel('What happened?').fill('Nobody came.')
  await dialog.getByRole('button', { name: 'Report problem' }).click()
  await expect(statusOf(buyer)).toContainText('Our team’s turn')

  const admin = await enter(await (await secondContext()).newPage(), sale.admin, server.url + sale.path)
  await expect(admin.getByRole('region', { name: 'Problem' })).toContainText('Nobody came.')
  await admin.getByRole('button', { name: 'Decide' }).click()
  const decision = admin.getByRole('dialog', { name: /^Decide: / })
  await decision.getByRole('radio', { name: /^Refund a part/ }).check()
  await decision.getByRole('button', { name: 'Decide' }).click()
  await expect(decision.getByText('Enter a reason. Both sides see it.')).toBeVisible()
  await decision.getByRole('radio', { name: 'Release the money to the seller' }).check()
  await decision.getByLabel('Reason').fill('The keys were handed over on video.')
  await decision.getByRole('button', { name: 'Let the sale stand' }).click()
  const problem = buyer.getByRole('region', { name: 'Problem' })
  await expect(problem).toContainText('The sale stands')
  await expect(problem).toContainText('The keys were handed over on video.')
})

test('a deal between other users looks missing', async ({ page, server }) => {
  const { path } = await sellCar(server)
  await enter(page, await buildPerson(server.ctx), path)
  await expect(page.getByRole('heading', { name: 'We couldn’t find that deal' })).toBeVisible()
})

test(
  'the longest names and places fit on the smallest screen',
  { tag: '@full' },
  async ({ page, server }) => {
    const sale = await sellCar(server, {
      buyer: 'B'.repeat(100),
      seller: 'S'.repeat(100),
      place: 'W'.repeat(200),
    })
    await enter(page, sale.buyer, sale.path)
    await expectToFit(page, sale.path)
    expect(await findBarriers(page)).toEqual([])
  },
)
