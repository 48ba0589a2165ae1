import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareWithStripe } from '../../server/sale/accounting/compare-with-stripe.ts'
import { listOpenDifferences } from '../../server/sale/records/ledger-difference.repository.ts'
import { findPayoutAccount } from '../../server/sale/records/payout-account.repository.ts'
import { buildPerson } from '../support/factories.ts'
import { confirm, parseIntentId, savePayment, startPaying } from '../api/sale-steps.ts'
import {
  act,
  checkBooks,
  confirmReceived,
  readDealRow,
  fates,
  interruptCall,
  getMoneyTotals,
  addCarToPurchaseList,
  payDeal,
  readPaymentRow,
  recover,
  refundDeal,
  runHourlyJobs,
  startDealApp,
  type DealApp,
  type Fault,
  type TestDeal,
} from '../support/deal-faults.ts'

const PAID = 2_490_000
const PAYOUT = 2_440_200

let app: DealApp
beforeAll(async () => {
  app = await startDealApp()
})
afterAll(() => app?.close())

const interrupt = (fault: Fault, work: () => Promise<unknown>) => interruptCall(app, fault, work)

/** Flows whose steps call Stripe, with the money that they must lead to. */
interface Flow {
  title: string
  call: NonNullable<Fault['name']>
  /** Number of the same calls that the flow makes first. */
  skip?: number
  prepare: () => Promise<TestDeal>
  work: (deal: TestDeal) => Promise<unknown>
  state: string
  money: Awaited<ReturnType<typeof getMoneyTotals>>
}

const paidOut = async (card?: string) => {
  const deal = await payDeal(app, card)
  expect((await confirmReceived(app, deal)).body.state).toBe('released')
  return deal
}

const confirmedWithoutPayout = async () => {
  const deal = await payDeal(app)
  void app.gateway.plan({ name: 'createTransfer', when: 'after' })
  await confirmReceived(app, deal)
  app.pass(60_000)
  return deal
}

/** A paid-out deal whose share was reversed, although the response to that was lost. */
const reversedWithoutResponse = async () => {
  const deal = await paidOut()
  void app.gateway.plan({ name: 'reverseTransfer', when: 'after' })
  await refundDeal(app, deal)
  return deal
}

const disputed = async () => {
  const deal = await paidOut('pm_card_createDispute')
  await runHourlyJobs(app)
  return deal
}

async function disputeOf({ intentId }: TestDeal): Promise<string> {
  const { data } = await app.stripeClient.disputes.list({ payment_intent: intentId })
  return data[0]!.id
}

/** Submits evidence that makes the bank decide immediately. */
async function submit(deal: TestDeal, text: string): Promise<void> {
  const params = { id: await disputeOf(deal) }
  const body = { evidence: { uncategorized_text: text } }
  await act(app, app.people.admin, 'updateDispute', { params, body })
  await act(app, app.people.admin, 'submitDispute', { params })
}

const withProblem = async () => {
  const deal = await payDeal(app)
  const body = { reason: 'other', text: 'It has a dent.' }
  const params = { purchaseID: deal.purchaseId }
  expect((await act(app, deal.buyer, 'reportDealProblem', { params, body })).status).toBe(200)
  return deal
}

function decide({ purchaseId }: TestDeal, body: Record<string, unknown>) {
  return act(app, app.people.admin, 'decideDealProblem', { params: { purchaseID: purchaseId }, body })
}

const nothing = { transfers: [], reversed: 0, refunds: [] }
const sent = { transfers: [PAYOUT], reversed: 0, refunds: [] }
const partReturned = { transfers: [PAYOUT], reversed: 98_000, refunds: [100_000] }
const allReturned = { transfers: [PAYOUT], reversed: PAYOUT, refunds: [PAID] }
const lost = { transfers: [PAYOUT], reversed: PAYOUT, refunds: [] }

const disputeCard = 'pm_card_createDispute'
const pay = () => payDeal(app)
const release = (deal: TestDeal) => confirmReceived(app, deal)
const refundAll = (deal: TestDeal) => refundDeal(app, deal)
const refundPart = (deal: TestDeal) => refundDeal(app, deal, '1,000')
const hourly = () => runHourlyJobs(app)
const jobs = () => recover(app, 1)
const win = (deal: TestDeal) => submit(deal, 'winning_evidence')
const lose = (deal: TestDeal) => submit(deal, 'losing_evidence')
const decideRelease = (deal: TestDeal) => decide(deal, { outcome: 'release', reason: 'It is the car' })
const decideRefund = (deal: TestDeal) => decide(deal, { outcome: 'refund', reason: 'The dent' })
const partial = { outcome: 'partial-refund', reason: 'The dent', amount: '1,000' }

const flow = (
  title: string,
  call: Flow['call'],
  [prepare, work]: [Flow['prepare'], Flow['work']],
  [state, money]: [string, Flow['money']],
  skip = 0,
): Flow => ({ title, call, prepare, work, state, money, skip })

const refunded = { ...nothing, refunds: [PAID] }
const partRefunded = { ...nothing, refunds: [100_000] }
const afterPart = (deal: TestDeal) => decide(deal, partial)

const flows: Flow[] = [
  flow('a payout', 'createTransfer', [pay, release], ['released', sent]),
  flow('a repeated payout', 'listTransfers', [confirmedWithoutPayout, jobs], ['released', sent]),
  flow('a full refund', 'refund', [pay, refundAll], ['refunded', refunded]),
  flow('a partial refund', 'listRefunds', [pay, refundPart], ['paid', partRefunded]),
  flow('a partial refund', 'refund', [pay, refundPart], ['paid', partRefunded]),
  flow('the record of a partial refund', 'listRefunds', [pay, refundPart], ['paid', partRefunded], 1),
  flow('a refund after the payout', 'refund', [() => paidOut(), refundAll], ['refunded', allReturned]),
  flow(
    'a refund after the payout',
    'reverseTransfer',
    [() => paidOut(), refundAll],
    ['refunded', allReturned],
  ),
  flow(
    'a part after the payout',
    'reverseTransfer',
    [() => paidOut(), refundPart],
    ['released', partReturned],
  ),
  flow('a repeated reversal', 'listReversals', [reversedWithoutResponse, jobs], ['refunded', allReturned]),
  flow('a missed dispute', 'listDisputes', [() => paidOut(disputeCard), hourly], ['disputed', sent]),
  flow('the evidence', 'updateDispute', [() => paidOut(disputeCard), hourly], ['disputed', sent]),
  flow('a won dispute', 'getDispute', [disputed, win], ['released', sent]),
  flow('a won dispute', 'updateDispute', [disputed, win], ['released', sent], 1),
  flow('a lost dispute', 'getDispute', [disputed, lose], ['refunded', lost]),
  flow('a lost dispute', 'reverseTransfer', [disputed, lose], ['refunded', lost]),
  flow('the decision to release', 'createTransfer', [withProblem, decideRelease], ['released', sent]),
  flow('the decision to refund', 'refund', [withProblem, decideRefund], ['refunded', refunded]),
  flow('the decision to refund a part', 'refund', [withProblem, afterPart], ['paid', partRefunded]),
]

describe.each(flows)('$title interrupted at $call', ({ call, skip, prepare, work, state, money }) => {
  it.each(fates)('ends in the same state if the process stops %s the call', async (_, fate) => {
    const begin = app.ctx.now()
    const deal = await prepare()
    await interrupt({ name: call, ...(skip && { skip }), ...fate }, () => work(deal))
    await recover(app)
    await repeatIfOpen(deal, work)
    await recover(app)
    expect((await readDealRow(app, deal.purchaseId)).state).toBe(state)
    expect(await getMoneyTotals(app, deal)).toEqual(money)
    await checkBooks(app, begin)
  })
})

/** Repeats a person's step that the interruption has left undone, as the person would. */
async function repeatIfOpen(deal: TestDeal, work: Flow['work']): Promise<void> {
  const { state } = await readDealRow(app, deal.purchaseId)
  const { state: paymentState } = await readPaymentRow(app, deal.intentId)
  const { refunds } = await getMoneyTotals(app, deal)
  const isDone = paymentState !== 'paid' || (refunds.length > 0 && state !== 'problem')
  const isWaiting = state === 'paid' || state === 'problem' || state === 'disputed' || state === 'released'
  if (!isDone && isWaiting && work !== hourly && work !== jobs) await work(deal)
}

describe('a payment interrupted at a Stripe call', () => {
  it.each(fates)('can be started again if the process stops %s createIntent', async (_, fate) => {
    const offer = await addCarToPurchaseList(app)
    const start = () => startPaying(app, offer.buyer, offer.purchaseId)
    await interrupt({ name: 'createIntent', ...fate }, start)
    await recover(app, 1)
    const { buyer } = offer
    const { body } = await act<{ clientSecret: string }>(app, buyer, 'createPaymentIntent', {
      body: { purchasedItemID: offer.purchaseId, sellingPrice: '24,900' },
    })
    await confirm(app, body.clientSecret)
    await recover(app, 1)
    const { state } = await readDealRow(app, offer.purchaseId)
    expect(state).toBe('paid')
    await checkBooks(app)
  })

  it.each(fates)('becomes one sale if the process stops %s getIntent', async (_, fate) => {
    const offer = await addCarToPurchaseList(app)
    const { body } = await startPaying(app, offer.buyer, offer.purchaseId)
    await confirm(app, body.clientSecret)
    const save = () => savePayment(app, offer.buyer, body.clientSecret, offer.purchaseId)
    await interrupt({ name: 'getIntent', ...fate }, save)
    await recover(app, 1)
    expect((await readDealRow(app, offer.purchaseId)).state).toBe('paid')
    expect(await readPaymentRow(app, parseIntentId(body.clientSecret))).toMatchObject({
      state: 'paid',
      is_sale: 1,
    })
    await checkBooks(app)
  })

  it.each(fates)('frees the car if the process stops %s cancelIntent', async (_, fate) => {
    const offer = await addCarToPurchaseList(app)
    const { body } = await startPaying(app, offer.buyer, offer.purchaseId)
    const cancel = () => act(app, offer.buyer, 'cancelAttempt', { params: { id: body.attemptID } })
    await interrupt({ name: 'cancelIntent', ...fate }, cancel)
    await recover(app, 1)
    const car = app.ctx.db.selectFrom('cars').select('state').where('id', '=', offer.carId)
    expect(await car.executeTakeFirstOrThrow()).toEqual({ state: 'instock' })
    const { status } = await app.stripeClient.paymentIntents.retrieve(parseIntentId(body.clientSecret))
    expect(status).toBe('canceled')
  })
})

describe('a payout account whose setup is interrupted at a Stripe call', () => {
  it.each(
    (['createAccount', 'createAccountLink'] as const).flatMap((call) =>
      fates.map(([words, fate]) => [words, call, fate] as const),
    ),
  )('is created once if the process stops %s %s', async (_, call, fate) => {
    const seller = await buildPerson(app.ctx, { account: 'seller' })
    const setUp = () => act(app, seller, 'addPayoutLink', {})
    await interrupt({ name: call, ...fate }, setUp)
    await recover(app, 1)
    expect((await setUp()).status).toBe(200)
    const stored = await findPayoutAccount(app.ctx.db, seller.id)
    const { data } = await app.stripeClient.v2.core.accounts.list({ limit: 1 })
    expect(data[0]?.id).toBe(stored?.id)
    expect(data[0]?.metadata?.userID).toBe(seller.id)
  })
})

describe('the comparison with Stripe', () => {
  it('finds no differences after all interruptions', async () => {
    await compareWithStripe(app.ctx)
    expect(await listOpenDifferences(app.ctx.db)).toEqual([])
  })
})
