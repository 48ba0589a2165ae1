import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { bookFeeRefund } from '../../server/sale/accounting/book.ts'
import { returnShare } from '../../server/sale/payouts/return-share.ts'
import { listFees } from '../../server/features/statements/statement-texts.ts'
import { findDeal } from '../../server/sale/records/deal.repository.ts'
import { findPayout } from '../../server/sale/records/payout.repository.ts'
import {
  act,
  checkBooks,
  confirmReceived,
  fates,
  getMoneyTotals,
  interruptCall,
  payDeal,
  readPaymentRow,
  recover,
  refundDeal,
  runHourlyJobs,
  runJobs,
  startDealApp,
  type DealApp,
  type Fault,
  type TestDeal,
} from '../support/deal-faults.ts'
import { readDealBalances } from '../support/deals.ts'
import { listIntents, recordDealershipPayment, reserve } from '../support/deposit-faults.ts'
import { DEPOSIT } from '../support/deposits.ts'
import { checkStatements, readStatements } from '../support/statements.ts'

const PAID = 2_490_000
const PAYOUT = 2_440_200

let app: DealApp
beforeAll(async () => {
  app = await startDealApp()
})
afterAll(() => app?.close())

/** The bank returns each refund to this card. */
const card = 'pm_card_refundFail'

/** A car whose seller has received the money. */
async function sell(): Promise<TestDeal> {
  const deal = await payDeal(app, card)
  expect((await confirmReceived(app, deal)).body.state).toBe('released')
  return deal
}

async function sellAtDealership(): Promise<TestDeal> {
  const offer = await reserve(app, { card, isSaved: true })
  await recordDealershipPayment(app, offer)
  const deal = { ...offer, intentId: (await listIntents(app, offer.purchaseId))[0]! }
  expect((await confirmReceived(app, deal)).body.state).toBe('released')
  return deal
}

function withdraw({ seller }: TestDeal, amount: number) {
  const account = { stripeAccount: seller.accountId }
  return app.stripeClient.payouts.create({ amount, currency: 'usd' }, account)
}

/** Interrupts the refund of a sale. The bank returns the refund before the server continues. */
async function interruptRefund(deal: TestDeal, fault: Fault): Promise<void> {
  await interruptCall(app, fault, () => refundDeal(app, deal))
  await vi.waitUntil(async () => {
    const { data } = await app.stripeClient.refunds.list({ payment_intent: deal.intentId })
    return data[0]?.status === 'failed'
  })
  await runHourlyJobs(app)
  expect((await readPaymentRow(app, deal.intentId)).state).toBe('refund-failed')
}

interface Outcome {
  /** The reversed part of the payout, in cents. */
  reversed: number
  /** The money that the platform owes the buyer, in cents. Its account has less, by the debt of the seller. */
  held: number
  debt: number
}

async function outcomeOf(deal: TestDeal): Promise<Outcome> {
  const { platform = 0, debt = 0 } = await readDealBalances(app, { purchaseID: deal.purchaseId })
  return { reversed: (await getMoneyTotals(app, deal)).reversed, held: platform + debt, debt }
}

/** Returns the outcomes after the refund was returned, and after an admin has repeated it. Checks the books. */
async function readOutcomes(deal: TestDeal): Promise<Outcome[]> {
  await recover(app)
  const returned = await outcomeOf(deal)
  expect((await refundDeal(app, deal)).status).toBe(200)
  const repeated = await outcomeOf(deal)
  await recover(app)
  await checkBooks(app)
  return [returned, repeated]
}

const nothing = { reversed: 0, held: 0, debt: 0 }

const sales: [string, () => Promise<TestDeal>, number, number][] = [
  ['a sale', sell, PAID, PAYOUT],
  ['a sale at the dealership', sellAtDealership, DEPOSIT, 49_000],
]

describe.each(sales)(
  'a refund of %s that is returned while the share is being reversed',
  (_, prepare, paid, payout) => {
    const whole = { reversed: payout, held: paid, debt: 0 }

    it.each(fates)(
      'leaves the share to the buyer if the process stops %s the reversal',
      async (_name, fate) => {
        const deal = await prepare()
        await interruptRefund(deal, { name: 'reverseTransfer', ...fate })
        expect(await readOutcomes(deal)).toEqual([whole, { ...whole, held: 0 }])
      },
    )

    it.each(fates)('leaves the share to the buyer if the retry stops %s its query', async (_name, fate) => {
      const deal = await prepare()
      await interruptRefund(deal, { name: 'reverseTransfer', when: 'after', isCrash: true })
      await interruptCall(app, { name: 'listReversals', ...fate }, () => runJobs(app))
      expect(await readOutcomes(deal)).toEqual([whole, { ...whole, held: 0 }])
    })

    it.each(fates)(
      'reverses the share only for the buyer if the process stops %s the refund',
      async (_name, fate) => {
        const deal = await prepare()
        await interruptCall(app, { name: 'refund', ...fate }, () => refundDeal(app, deal))
        await recover(app)
        expect([nothing, whole]).toContainEqual(await outcomeOf(deal))
        await checkBooks(app)
      },
    )

    it.each(fates)(
      'takes nothing from an empty account if the process stops %s its query',
      async (_name, fate) => {
        const deal = await prepare()
        await withdraw(deal, payout)
        await interruptRefund(deal, { name: 'getAccountBalance', ...fate })
        expect(await readOutcomes(deal)).toEqual([nothing, { ...nothing, debt: payout }])
      },
    )
  },
)

describe('a refund that is returned while a part of the share is being reversed', () => {
  it.each(fates)('leaves that part to the buyer if the process stops %s the reversal', async (_, fate) => {
    const deal = await sell()
    await withdraw(deal, PAYOUT - 1_000_000)
    // Stripe refuses the reversal of the whole share first.
    const skip = fate.when === 'before' ? 1 : 0
    await interruptRefund(deal, { name: 'reverseTransfer', skip, ...fate })
    expect(await readOutcomes(deal)).toEqual([
      { reversed: 1_000_000, held: 1_020_408, debt: 0 },
      { reversed: 1_000_000, held: 0, debt: 1_440_200 },
    ])
  })
})

it('an admin restores the fee that an earlier release refunded without a reversal', async () => {
  const deal = await payDeal(app)
  await confirmReceived(app, deal)
  const { admin } = app.people
  const list = async () =>
    (await act<EndpointOutput<'listLedgerDifferences'>>(app, admin, 'listLedgerDifferences', {})).body
  const correct = async () => {
    const request = { params: { id: deal.purchaseId } }
    return (await act<{ modifiedCount: number }>(app, admin, 'correctLedgerDifference', request)).body
  }
  const { id, transferId } = (await findPayout(app.ctx.db, deal.purchaseId))!
  const parties = (await findDeal(app.ctx.db, deal.purchaseId))!
  expect(await list()).toEqual([])
  const fee = PAID - PAYOUT
  await bookFeeRefund(app.ctx.db, parties, { reference: `${id}-${PAID}`, amount: fee }, app.ctx.now())
  const amounts = { bookedMinor: fee, stripeMinor: 0 }
  expect(await list()).toMatchObject([
    { _id: deal.purchaseId, kind: 'fee-refund', reference: transferId, ...amounts },
  ])
  expect(await outcomeOf(deal)).toEqual({ ...nothing, held: fee })

  const counts = (await Promise.all([correct(), correct()])).map(({ modifiedCount }) => modifiedCount)
  expect(counts.toSorted()).toEqual([0, 1])
  expect(await list()).toEqual([])
  expect(await outcomeOf(deal)).toEqual(nothing)
  await checkBooks(app)
  const [statement] = await readStatements(app, deal.seller)
  expect(statement).toMatchObject({
    totals: { feeMinor: fee, feeRefundMinor: fee, feeCorrectionMinor: fee },
    changes: expect.arrayContaining([expect.objectContaining({ kind: 'fee-correction', amount: fee })]),
  })
  expect(listFees(statement!).map(({ feeMinor }) => feeMinor)).toEqual([fee, -fee, fee])
  await checkStatements(app, deal.seller)

  expect((await refundDeal(app, deal)).status).toBe(200)
  await recover(app)
  expect(await outcomeOf(deal)).toEqual({ ...nothing, reversed: PAYOUT })
  expect(await list()).toEqual([])
  await checkBooks(app)
})

it.each([
  ['', PAYOUT],
  [' from an account with too low a balance', 980_100],
])('parallel processes reverse the share and refund the fee to the cent%s', async (_, available) => {
  const deal = await payDeal(app)
  await confirmReceived(app, deal)
  if (available < PAYOUT) await withdraw(deal, PAYOUT - available)
  const fee = (await readDealBalances(app, { purchaseID: deal.purchaseId })).fee!
  let refunded = 0
  for (const cents of [1_000_101, 1, 24, 25, 26, 49, 77_777]) {
    refunded += cents
    void app.gateway.plan({ name: 'reverseTransfer', when: 'after' })
    await refundDeal(app, deal, (cents / 100).toFixed(2))
    await Promise.all([1, 2, 3].map(() => returnShare(app.ctx, deal.purchaseId)))
    app.gateway.clear()
    const share = Math.round((PAYOUT * refunded) / PAID)
    const reversed = Math.min(share, available)
    expect(await outcomeOf(deal)).toMatchObject({ reversed, debt: share - reversed })
    expect((await readDealBalances(app, { purchaseID: deal.purchaseId })).fee).toBe(fee - (refunded - share))
  }
  await checkBooks(app)
})
