import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import type { Problem } from '../../contract/api/problems.ts'
import { compareWithStripe } from '../../server/sale/accounting/compare-with-stripe.ts'
import { withStripeProblem } from '../../server/gateways/payments/stripe-client.ts'
import { findMissedDealEvents, runDeals } from '../../server/sale/stripe/run-deals.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPurchase, type Person } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import {
  outcomes,
  readDealBalances,
  buildPayableSeller,
  buildSeller,
  callStripe,
  confirmReceived,
  buildDealInState,
  listBookErrors,
  createLaterContext,
  onboard,
  readDeal,
  refund,
  sell,
  readDealState,
  listTransfers,
  visitOnboarding,
  withdraw,
} from '../support/deals.ts'
import { startPaying } from './sale-steps.ts'

const HOUR_DAYS = 1 / 24

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

async function accountOf({ token }: Person): Promise<EndpointOutput<'getPayoutAccount'>> {
  return (await call<EndpointOutput<'getPayoutAccount'>>(app.url, 'getPayoutAccount', { token })).body
}

async function payoutsOf({ token }: Person): Promise<EndpointOutput<'listPayouts'>> {
  return (await call<EndpointOutput<'listPayouts'>>(app.url, 'listPayouts', { token })).body
}

describe('the comparison of the books with Stripe', () => {
  it('is missing until it has run, and then has the time of the last run', async () => {
    const { token } = app.people.admin
    const read = async () =>
      (await call<EndpointOutput<'getLedgerComparison'>>(app.url, 'getLedgerComparison', { token })).body
    expect(await read()).toEqual({ comparedAt: null })
    for (const minutes of [0, 1]) {
      const now = new Date(app.ctx.now().getTime() + minutes * 60_000)
      await compareWithStripe({ ...app.ctx, now: () => now })
      expect((await read()).comparedAt).toBe(now.toISOString())
    }
  })
})

describe('onboarding', () => {
  it('starts without an account and uses one account for every link', async () => {
    const seller = await buildSeller(app)
    expect(await accountOf(seller)).toMatchObject({ state: 'none', reasons: [], debtMinor: 0 })
    const link = () =>
      call<EndpointOutput<'addPayoutLink'>>(app.url, 'addPayoutLink', { token: seller.token })
    const responses = [...(await Promise.all([link(), link()])), await link()]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(responses.map(({ body }) => body.url)).size).toBe(3)
    expect(await accountOf(seller)).toMatchObject({ state: 'information-needed' })
    const accounts = await app.ctx.db.selectFrom('payout_accounts').selectAll().execute()
    expect(accounts.filter(({ user_id: id }) => id === seller.id)).toHaveLength(1)
  })

  it('returns to the payouts page, and each link works once', async () => {
    const { token } = await buildSeller(app)
    const { body } = await call<EndpointOutput<'addPayoutLink'>>(app.url, 'addPayoutLink', { token })
    const open = async () => (await fetch(body.url, { redirect: 'manual' })).headers.get('location')
    expect(await open()).toContain('/setup/session/')
    expect(await open()).toBe(`${app.ctx.config.publicUrl}/dashboard/payouts?onboarding=expired`)
  })

  const states = {
    complete: 'active',
    pending: 'restricted',
    unfinished: 'information-needed',
    restricted: 'restricted',
    rejected: 'rejected',
  } as const
  it.each(outcomes)('reports the outcome “%s” after an event', async (outcome) => {
    const seller = await buildSeller(app)
    await visitOnboarding(app, seller, outcome)
    expect(await accountOf(seller)).toMatchObject({ state: 'information-needed' })
    await app.stripe.webhooks.flush()
    await expect.poll(async () => (await accountOf(seller)).state).toBe(states[outcome])
    const { reasons } = await accountOf(seller)
    expect(reasons.length > 0).toBe(outcome !== 'complete')
  })

  const refreshAccount = <T = EndpointOutput<'refreshPayoutAccount'>>({ token }: Person) =>
    call<T>(app.url, 'refreshPayoutAccount', { token })

  it.each(outcomes)('reports the outcome “%s” right away when the seller asks', async (outcome) => {
    const seller = await buildSeller(app)
    await visitOnboarding(app, seller, outcome)
    const { status, body } = await refreshAccount(seller)
    expect([status, body.state]).toEqual([200, states[outcome]])
    expect(body).toEqual(await accountOf(seller))
  })

  it('reports a missing account without a call to Stripe', async () => {
    const { body } = await refreshAccount(await buildSeller(app))
    expect(body).toMatchObject({ state: 'none' })
  })

  it('keeps the last known state if Stripe does not respond, and mentions no charge', async () => {
    const seller = await buildSeller(app)
    await visitOnboarding(app, seller, 'complete')
    const { getAccount } = app.ctx.payments
    app.ctx.payments.getAccount = () => withStripeProblem(Promise.reject(new Error('connect ECONNREFUSED')))
    try {
      const { status, body } = await refreshAccount<Problem>(seller)
      expect([status, body.detail]).toEqual([503, 'Stripe isn’t responding. Try again in a moment.'])
      expect(await accountOf(seller)).toMatchObject({ state: 'information-needed' })
    } finally {
      app.ctx.payments.getAccount = getAccount
    }
  })

  it.each(outcomes)(
    'reads the outcome “%s” from Stripe if no event arrives within an hour',
    async (outcome) => {
      const seller = await buildSeller(app)
      await visitOnboarding(app, seller, outcome)
      await findMissedDealEvents(createLaterContext(app, HOUR_DAYS * 0.9))
      expect(await accountOf(seller)).toMatchObject({ state: 'information-needed' })
      await findMissedDealEvents(createLaterContext(app, HOUR_DAYS * 1.1))
      expect(await accountOf(seller)).toMatchObject({ state: states[outcome] })
    },
  )

  it('notifies the seller once about an active account', async () => {
    const seller = await buildSeller(app)
    await onboard(app, seller)
    await app.stripe.webhooks.flush()
    await findMissedDealEvents(createLaterContext(app, 1))
    const messages = await call<EndpointOutput<'listMessages'>>(app.url, 'listMessages', {
      token: seller.token,
    })
    expect(messages.body.map(({ subject }) => subject)).toEqual(['You can receive payouts'])
  })
})

describe('required payouts', () => {
  it('prevent payment for a seller’s cars until the seller completes onboarding', async () => {
    const strict = await startTestApp({ env: { PAYOUTS: 'required' }, stripe: { webhooks: 'hold' } })
    try {
      const { buyer, seller } = strict.people
      const carId = await buildCar(strict.ctx, seller.id)
      const purchaseID = await buildPurchase(strict.ctx, buyer.id, carId)
      const pay = async () =>
        (await startPaying(strict, buyer, purchaseID)) as { status: number; body: object }
      expect((await pay()).body).toMatchObject({ code: 'seller-not-payable' })
      for (const outcome of ['unfinished', 'pending', 'restricted'] as const) {
        await onboard(strict, seller, outcome)
        expect((await pay()).body).toMatchObject({ code: 'seller-not-payable' })
      }
      await onboard(strict, seller)
      expect((await pay()).status).toBe(200)
    } finally {
      await strict.close()
    }
  })
})

describe('a payout', () => {
  it('is one transfer of the charge’s money without the fee, in the deal’s group', async () => {
    const seller = await buildSeller(app)
    const accountId = await onboard(app, seller)
    const sale = await sell(app, { seller })
    expect((await confirmReceived(app, sale)).body).toMatchObject({ state: 'released' })
    const [confirmed, again] = await Promise.all([confirmReceived(app, sale), confirmReceived(app, sale)])
    expect([confirmed.body.state, again.body.state]).toEqual(['released', 'released'])
    await runDeals(app.ctx)

    const intent = await callStripe<{ latest_charge: string }>(app, `payment_intents/${sale.intentId}`)
    const [transfer, ...others] = await listTransfers(app, sale)
    expect(others).toEqual([])
    expect(transfer).toMatchObject({
      amount: 2_440_200,
      destination: accountId,
      source_transaction: intent.latest_charge,
      transfer_group: sale.purchaseID,
    })
    const listed = {
      purchaseID: sale.purchaseID,
      sellerName: 'Sam Seller',
      paidMinor: 2_490_000,
      feeMinor: 49_800,
      debtMinor: 0,
      amount: 2_440_200,
      reversedMinor: 0,
      state: 'sent',
      transferID: transfer!.id,
    }
    expect(await payoutsOf(seller)).toMatchObject([listed])
    expect((await payoutsOf(app.people.admin))[0]).toMatchObject(listed)
    expect(await payoutsOf(app.people.otherSeller)).toEqual([])
  })

  it('does not show the fee and the payout to the buyer', async () => {
    const sale = await buildDealInState(app, 'released')
    const deal = await readDeal(app, sale, sale.buyer)
    for (const field of ['feeMinor', 'payoutMinor', 'needsPayoutAccount'])
      expect(deal).not.toHaveProperty(field)
    const token = sale.buyer.token
    expect((await call(app.url, 'listPayouts', { token })).status).toBe(403)
  })

  const setFee = (body: object) => call(app.url, 'setFee', { token: app.people.admin.token, body })
  const setSellerFee = (sellerID: string, body: object) =>
    call(app.url, 'setSellerFee', { token: app.people.admin.token, params: { sellerID }, body })

  it.each([
    { rate: { basisPoints: 250 }, price: '24,900', fee: 62_250 },
    { rate: { basisPoints: 0 }, price: '24,900', fee: 0 },
    // Half a cent is rounded up.
    { rate: { basisPoints: 250 }, price: '1,000.20', fee: 2_501 },
    { rate: { basisPoints: 250 }, price: '1,000.19', fee: 2_500 },
    { rate: { basisPoints: 100, minimum: '300' }, price: '24,900', fee: 30_000 },
    { rate: { basisPoints: 100, maximum: '99.50' }, price: '24,900', fee: 9_950 },
    { rate: { basisPoints: 100, minimum: '300', maximum: '400' }, price: '50,000', fee: 40_000 },
    { rate: { basisPoints: 100, minimum: '300' }, price: '200', fee: 20_000 },
  ])('deducts the fee $fee for $price at the rate $rate', async ({ rate, price, fee }) => {
    const seller = await buildPayableSeller(app)
    expect((await setSellerFee(seller.id, rate)).status).toBe(200)
    const sale = await sell(app, { seller, price })
    await confirmReceived(app, sale)
    const [payout] = await payoutsOf(seller)
    expect(payout).toMatchObject({ feeMinor: fee, amount: payout!.paidMinor - fee, state: 'sent' })
    const transfers = await listTransfers(app, sale)
    expect(transfers.map(({ amount }) => amount)).toEqual(payout!.amount > 0 ? [payout!.amount] : [])
    expect(await readDealState(app, sale)).toBe('released')
  })

  it('applies the rate at the time of payment, and prefers a seller’s own rate to the general rate', async () => {
    const [seller, special] = [await buildPayableSeller(app), await buildPayableSeller(app)]
    await setFee({ basisPoints: 300 })
    await setSellerFee(special.id, { basisPoints: 100 })
    const sales = [await sell(app, { seller }), await sell(app, { seller: special })]
    expect(await accountOf(special)).toMatchObject({ fee: { basisPoints: 100, minimum: 0, maximum: null } })
    await call(app.url, 'deleteSellerFee', {
      token: app.people.admin.token,
      params: { sellerID: special.id },
    })
    await setFee({ basisPoints: 200 })
    for (const sale of sales) await confirmReceived(app, sale)
    expect(await payoutsOf(seller)).toMatchObject([{ feeMinor: 74_700 }])
    expect(await payoutsOf(special)).toMatchObject([{ feeMinor: 24_900 }])
    expect(await accountOf(special)).toMatchObject({ fee: { basisPoints: 200 } })
  })

  it('waits for the seller’s account and is sent after its activation', async () => {
    const seller = await buildSeller(app)
    await onboard(app, seller, 'pending')
    const sale = await sell(app, { seller })
    expect((await confirmReceived(app, sale)).body).toMatchObject({ state: 'handed-over' })
    await runDeals(createLaterContext(app, 5))
    expect(await listTransfers(app, sale)).toEqual([])
    expect(await readDeal(app, sale, seller)).toMatchObject({ needsPayoutAccount: true })
    await onboard(app, seller)
    await runDeals(app.ctx)
    expect(await listTransfers(app, sale)).toHaveLength(1)
    expect(await readDeal(app, sale, seller)).toMatchObject({
      state: 'released',
      needsPayoutAccount: false,
    })
  })

  it('refused by Stripe is shown as delayed and tried again with current amounts', async () => {
    const seller = await buildSeller(app)
    await onboard(app, seller)
    const sale = await sell(app, { seller })
    await visitOnboarding(app, seller, 'restricted')
    expect((await confirmReceived(app, sale)).body).toMatchObject({ state: 'handed-over' })
    expect(await payoutsOf(seller)).toMatchObject([{ state: 'failed', transferID: null }])
    expect((await payoutsOf(seller))[0]!.failure).not.toBeNull()
    await refund(app, sale, { amount: '900', refundedAmount: 0 })
    await onboard(app, seller)
    await runDeals(app.ctx)
    expect(await listTransfers(app, sale)).toEqual([])
    await runDeals(createLaterContext(app, 1))
    expect(await listTransfers(app, sale)).toMatchObject([{ amount: 2_352_000 }])
    expect(await payoutsOf(seller)).toMatchObject([{ state: 'sent', failure: null, paidMinor: 2_400_000 }])
  })

  it('leaves nothing of the sale in the platform’s account', async () => {
    const sale = await buildDealInState(app, 'closed')
    const { buyer, seller, platform } = await readDealBalances(app, sale)
    expect({ buyer, seller, platform }).toEqual({ buyer: -2_490_000, seller: 2_440_200 })
    expect(await listBookErrors(app)).toEqual([])
  })
})

describe('deleting an account', () => {
  const deleteMe = ({ token }: Person) => call(app.url, 'deleteMe', { token })

  it.each(['paid', 'handover-agreed', 'handed-over', 'problem', 'disputed'] as const)(
    'is rejected for both sides while their deal is %s',
    async (state) => {
      const { buyer, seller } = await buildDealInState(app, state)
      for (const person of [buyer, seller])
        expect(await deleteMe(person)).toMatchObject({ status: 409, body: { code: 'money-in-flight' } })
    },
  )

  it('is rejected for the seller while the buyer may return the car', async () => {
    const seller = await buildPayableSeller(app)
    const sale = await sell(app, { seller, car: { returns: '3 days' } })
    await confirmReceived(app, sale)
    const refusal = await deleteMe(seller)
    expect(refusal).toMatchObject({ status: 409, body: { code: 'money-in-flight' } })
    expect(refusal.body).toHaveProperty('detail', expect.stringContaining('return a car') as string)
    const confirmed = { confirmed_at: createLaterContext(app, -3.01).now().toISOString() }
    await app.ctx.db.updateTable('deals').set(confirmed).where('purchase_id', '=', sale.purchaseID).execute()
    expect((await deleteMe(seller)).status).toBe(200)
  })

  it('is rejected for a seller who owes money, but an admin can delete the account', async () => {
    const seller = await buildSeller(app)
    const account = await onboard(app, seller)
    const sale = await sell(app, { seller })
    await confirmReceived(app, sale)
    await withdraw(app, account, 2_440_200)
    await refund(app, sale)
    const refusal = await deleteMe(seller)
    expect(refusal).toMatchObject({ status: 409, body: { code: 'money-in-flight' } })
    expect(refusal.body).toHaveProperty('detail', expect.stringContaining('You owe $24,402') as string)
    const { token } = app.people.admin
    expect((await call(app.url, 'deleteUser', { token, params: { id: seller.id } })).status).toBe(200)
    const entry = app.ctx.db.selectFrom('audit').select('detail').where('target', '=', seller.id)
    expect(await entry.execute()).toEqual([{ detail: 'Owed $24,402' }])
  })

  it.each(['released', 'closed', 'refunded'] as const)('is allowed once the deal is %s', async (state) => {
    const { buyer, seller } = await buildDealInState(app, state)
    for (const person of [buyer, seller]) expect((await deleteMe(person)).status).toBe(200)
  })
})
