import type { Page } from '@playwright/test'
import { pages } from '../../contract/pages.ts'
import type { LedgerDifference, PayoutAccountState } from '../../contract/payouts.ts'
import { newId } from '../../server/db/id.ts'
import type { Row } from '../../server/db/tables.ts'
import { findBarriers } from '../support/axe.ts'
import { buildCar, buildPayment, buildPerson, buildPurchase, type Person } from '../support/factories.ts'
import { expect, test, useToken } from '../support/own-server.ts'
import type { TestServer } from '../support/server.ts'
import { breakCalls, readColumnHeaders, expectToFit, findTableRow } from './dashboard-steps.ts'

async function buildAccount(
  { ctx }: TestServer,
  { id }: Person,
  state: Exclude<PayoutAccountState, 'none'>,
  reasons: readonly string[] = [],
) {
  const now = ctx.now().toISOString()
  const values = { state, reasons: JSON.stringify(reasons), checked_at: now }
  await ctx.db
    .insertInto('payout_accounts')
    .values({ user_id: id, account_id: `acct_${id}`, created_at: now, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Builds a sold car with a payout to its seller. */
async function buildPayout(
  { ctx }: TestServer,
  seller: Person,
  modelName: string,
  fields: Partial<Row<'payouts'>> = {},
) {
  const buyer = await buildPerson(ctx, { full_name: 'Bea Buyer' })
  const carId = await buildCar(ctx, seller.id, { state: 'sold', model_name: modelName })
  const purchaseId = await buildPurchase(ctx, buyer.id, carId, { state: 'paid' })
  const payment = await buildPayment(ctx, purchaseId)
  const now = ctx.now().toISOString()
  await ctx.db
    .insertInto('deals')
    .values({
      purchase_id: purchaseId,
      payment_id: payment.id,
      car_id: carId,
      buyer_id: buyer.id,
      seller_id: seller.id,
      state: 'released',
      resumed_state: null,
      charge_id: `ch_${newId()}`,
      fee_basis_points: 200,
      fee_minimum: 0,
      fee_maximum: null,
      handover_at: now,
      code_counter: 0,
      code_blocked_until: null,
      confirmed_at: now,
      confirmed_by: 'code',
      release_at: null,
      released_at: now,
      remind_at: null,
      listing: '{}',
      created_at: now,
    })
    .execute()
  await ctx.db
    .insertInto('payouts')
    .values({
      id: newId(),
      purchase_id: purchaseId,
      seller_id: seller.id,
      account_id: `acct_${seller.id}`,
      paid: 2_490_000,
      fee: 49_800,
      debt: 0,
      amount: 2_440_200,
      state: 'sent',
      failure: null,
      transfer_id: `tr_${newId()}`,
      next_attempt_at: now,
      created_at: now,
      sent_at: now,
      ...fields,
    })
    .execute()
  return purchaseId
}

async function enter(page: Page, { ctx }: TestServer, fields: Partial<Row<'users'>>): Promise<Person> {
  const person = await buildPerson(ctx, fields)
  await useToken(page.context(), person.token)
  return person
}

const seller = { full_name: 'Sam Seller', account: 'seller' } as const
const admin = { full_name: 'Ada Admin', role: 'admin' } as const

/** Responds with a link to a page of this server instead of a Stripe page. */
async function linkTo(page: Page, url: string): Promise<void> {
  await page.route('**/api/payout-account/links', (route) => route.fulfill({ json: { url } }))
}

test('a seller sets up payouts, and the page follows Stripe’s decisions', async ({ page, server }) => {
  const person = await enter(page, server, seller)
  await page.goto(pages.payouts.path)
  const account = page.getByRole('region', { name: 'Your payout account' })

  await test.step('a new seller goes to Stripe in the same tab', async () => {
    await expect(account.getByRole('heading', { name: 'Get paid for your cars' })).toBeVisible()
    await expect(account).toContainText('You get $24,402 of $24,900.')
    await expect(page.getByRole('heading', { name: 'No payouts yet' })).toBeVisible()
    await breakCalls(page, /payout-account\/links/, 'POST')
    await account.getByRole('button', { name: 'Get paid' }).click()
    await expect(page.getByText('Something went wrong on our end.')).toBeVisible()
    await page.unroute(/payout-account\/links/)
    await linkTo(page, `${server.url}${pages.payouts.path}?onboarding=done`)
    await account.getByRole('button', { name: 'Get paid' }).dblclick()
    await expect(page).toHaveURL(/onboarding=done$/)
    await expect(account).toContainText('You’re back from Stripe')
  })

  await test.step('Stripe requires more information, and the page updates automatically', async () => {
    await buildAccount(server, person, 'information-needed', ['Your ID document has expired.'])
    await expect(account.getByRole('heading', { name: 'Stripe needs more information' })).toBeVisible()
    await expect(account).toContainText('Your ID document has expired.')
    await expect(account.getByRole('button', { name: 'Continue with Stripe' })).toBeVisible()
    expect(await findBarriers(page)).toEqual([])
  })

  await test.step('an expired link leads to a new link', async () => {
    await page.goto(`${pages.payouts.path}?onboarding=expired`)
    await expect(account.getByRole('alert')).toContainText('That link has expired')
    await linkTo(page, `${server.url}${pages.payouts.path}?onboarding=done`)
    await account.getByRole('button', { name: 'Continue with Stripe' }).click()
    await expect(page).toHaveURL(/onboarding=done$/)
  })

  await test.step('Stripe restricts, rejects, and accepts the account', async () => {
    await buildAccount(server, person, 'restricted')
    await expect(account).toContainText('You can’t receive payouts right now')
    await buildAccount(server, person, 'rejected')
    await expect(account).toContainText('Stripe rejected your account')
    await expect(account.getByRole('button')).toHaveCount(0)
    await buildAccount(server, person, 'active')
    await expect(account).toContainText('You’re all set')
    await expect(account.getByRole('heading', { name: 'You’re ready to get paid' })).toBeVisible()
    await expect(account.getByRole('button')).toHaveCount(0)
  })
})

test(
  'the page reads the account from Stripe when the seller returns',
  { tag: '@full' },
  async ({ page, server }) => {
    const person = await enter(page, server, seller)
    await buildAccount(server, person, 'information-needed')
    server.ctx.payments.getAccount = async (id) => ({ id, state: 'active', reasons: [] })
    await page.goto(`${pages.payouts.path}?onboarding=done`)
    const account = page.getByRole('region', { name: 'Your payout account' })
    await expect(account).toContainText('You’re all set')
    await expect(account.getByRole('heading', { name: 'You’re ready to get paid' })).toBeVisible()
  },
)

test('an admin searches, filters, and sorts payouts', { tag: '@full' }, async ({ page, server }) => {
  await enter(page, server, admin)
  const sam = await buildPerson(server.ctx, seller)
  await buildPayout(server, sam, 'Golf', { amount: 100_000 })
  await buildPayout(server, sam, 'Corolla', { state: 'failed', sent_at: null, transfer_id: null })
  await page.goto(pages.payouts.path)
  await expect(findTableRow(page, 'Golf')).toBeVisible()
  const firstRow = page.getByRole('table', { name: 'All payouts' }).getByRole('row').nth(1)

  await page.getByRole('columnheader', { name: 'Payout' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=amount/)
  await expect(firstRow).toContainText('Golf')
  await page.getByRole('columnheader', { name: 'Payout' }).getByRole('button').click()
  await expect(firstRow).toContainText('Corolla')

  await page.getByRole('searchbox').fill('golf')
  await expect(findTableRow(page, 'Corolla')).toHaveCount(0)
  await expect(findTableRow(page, 'Golf')).toBeVisible()
  await page.goto(`${pages.payouts.path}?state=failed`)
  await expect(findTableRow(page, 'Corolla')).toBeVisible()
  await expect(findTableRow(page, 'Golf')).toHaveCount(0)
  expect(await findBarriers(page)).toEqual([])
})

test('a seller sees their own payouts and debt, at each width', async ({ page, server }) => {
  const person = await enter(page, server, seller)
  const other = await buildPerson(server.ctx, { ...seller, full_name: 'Olga Other' })
  await buildAccount(server, person, 'active')
  const purchaseId = await buildPayout(server, person, 'A4', { debt: 100_000, amount: 2_340_200 })
  await buildPayout(server, person, 'Golf', {
    state: 'failed',
    failure: 'The account can’t receive transfers.',
    sent_at: null,
    reversed: 12_300,
  })
  await buildPayout(server, other, 'Corolla')
  const entry = { posting: newId(), at: server.ctx.now().toISOString(), user_id: person.id }
  await server.ctx.db
    .insertInto('ledger_entries')
    .values([
      {
        ...entry,
        id: newId(),
        purchase_id: purchaseId,
        account: 'debt',
        amount: 50_000,
        kind: 'debt',
        reference: 'r',
      },
    ])
    .execute()
  await page.goto(pages.payouts.path)
  const row = findTableRow(page, 'A4')
  await expect(row).toContainText('$24,900')
  expect(await readColumnHeaders(page)).toEqual([
    'Car',
    'Paid',
    'Fee',
    'Debt deducted',
    'Payout',
    'Taken back',
    'Status',
    'Date',
  ])
  for (const text of ['$498', '$1,000', '$23,402', 'Paid out']) await expect(row).toContainText(text)
  await expect(findTableRow(page, 'Golf')).toContainText('Delayed')
  await expect(findTableRow(page, 'Golf')).toContainText(
    'The account can’t receive transfers. We’ll try again.',
  )
  await expect(findTableRow(page, 'Golf')).toContainText('$123')
  await expect(findTableRow(page, 'Corolla')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Your payout account' })).toContainText('You owe$500')
  await expect(row.getByRole('link')).toHaveAttribute('href', /^\/dashboard\/deals\//)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toBe('kerblight-payouts.csv')
  await expectToFit(page, pages.payouts.path)
})

test('an admin sees all payouts and compares the books with Stripe', async ({ page, server }) => {
  await enter(page, server, admin)
  const sam = await buildPerson(server.ctx, seller)
  await buildPayout(server, sam, 'A4')
  await page.goto(pages.payouts.path)
  await expect(findTableRow(page, 'A4')).toContainText('Sam Seller')
  await expect(page.getByText('The books are not compared with Stripe yet')).toBeVisible()
  await server.ctx.db
    .insertInto('ledger_comparison')
    .values({ only_row: 1, compared_at: server.ctx.now().toISOString() })
    .execute()
  await expect(page.getByText('The books agree with Stripe')).toBeVisible()
  await expect(page.getByText('Last compared:').locator('time')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your payout account' })).toHaveCount(0)

  await server.ctx.db
    .insertInto('ledger_differences')
    .values({
      id: newId(),
      kind: 'missing-here',
      reference: 're_unknown',
      purchase_id: null,
      booked: null,
      stripe: 50_000,
      found_at: server.ctx.now().toISOString(),
      resolved_at: null,
    })
    .execute()
  await expect(findTableRow(page, 're_unknown')).toContainText('$500')
  await expect(findTableRow(page, 're_unknown')).toContainText('Missing in the books')
  await expect(page.getByText('Last compared:').locator('time')).toBeVisible()
  expect(await findBarriers(page)).toEqual([])
  await expectToFit(page, pages.payouts.path)
})

test('an admin charges a fee again that was refunded without a reversal', async ({ page, server }) => {
  await enter(page, server, admin)
  const difference: LedgerDifference = {
    _id: newId(),
    kind: 'fee-refund',
    reference: 'tr_surplus_fee',
    purchaseID: null,
    bookedMinor: 49_800,
    stripeMinor: 0,
    foundAt: server.ctx.now().toISOString(),
  }
  let differences = [difference]
  const corrections: string[] = []
  await page.route('**/api/ledger/comparison', (route) =>
    route.fulfill({ json: { comparedAt: difference.foundAt } }),
  )
  await page.route('**/api/ledger/differences', (route) => route.fulfill({ json: differences }))
  const button = findTableRow(page, 'tr_surplus_fee').getByRole('button', {
    name: 'Book the fee again: tr_surplus_fee',
  })

  await test.step('a correction removes the difference', async () => {
    await page.route('**/api/ledger/differences/*/correction', (route) => {
      corrections.push(new URL(route.request().url()).pathname)
      differences = []
      return route.fulfill({ json: { acknowledged: true, modifiedCount: 1 } })
    })
    await page.goto(pages.payouts.path)
    await expect(findTableRow(page, 'tr_surplus_fee')).toContainText('Fee given up without a reversal')
    await button.dblclick()
    await expect(page.getByText('Books corrected')).toBeVisible()
    await expect(page.getByText('The books agree with Stripe')).toBeVisible()
    expect(corrections).toEqual([`/api/ledger/differences/${difference._id}/correction`])
    await page.unroute('**/api/ledger/differences/*/correction')
  })

  await test.step('a difference that no longer exists disappears, too', async () => {
    differences = [difference]
    await page.reload()
    await expect(button).toBeVisible()
    differences = []
    await button.click()
    await expect(page.getByText('The books agree with Stripe')).toBeVisible()
  })
})

test('sellers see their proceeds while they type a price and for each interested buyer', async ({
  page,
  server,
}) => {
  const person = await enter(page, server, seller)
  const buyer = await buildPerson(server.ctx)
  const carId = await buildCar(server.ctx, person.id, { price_minor: 2_490_000, resell_price: '24,900' })
  await buildPurchase(server.ctx, buyer.id, carId)
  await page.goto(pages.addCar.path)
  const price = page.getByLabel('Resell price')
  await expect(price).toHaveAccessibleDescription('What the buyer pays, in US dollars')
  await price.fill('24,900')
  await expect(price).toHaveAccessibleDescription('You get $24,402 of $24,900')
  await price.fill('')
  await page.goto(pages.sales.path)
  await expect(page.getByRole('row').last()).toContainText('You get $24,402')
})

test.describe('with required payouts', () => {
  test.use({ serverOptions: { config: { payoutsRequired: true } } })

  test('a buyer learns that the seller can’t be paid before entering a card', async ({ page, server }) => {
    const buyer = await enter(page, server, { full_name: 'Bea Buyer' })
    const sam = await buildPerson(server.ctx, seller)
    const carId = await buildCar(server.ctx, sam.id)
    const purchaseId = await buildPurchase(server.ctx, buyer.id, carId)
    await page.goto(pages.payment.path.replace(':id', purchaseId))
    const alert = page.getByRole('alert').filter({ hasText: 'This car can’t be paid for yet' })
    await expect(alert).toContainText('The seller hasn’t set up payouts yet.')
    await expect(page.getByRole('button', { name: /^Pay \$/ })).toHaveCount(0)
    await alert.getByRole('link', { name: 'Back to your list' }).click()
    await expect(page).toHaveURL(pages.purchases.path)
  })
})
