import { afterEach, beforeEach, expect, it } from 'vitest'
import { problemReasons } from '../../contract/deal-life.ts'
import { handoverCode } from '../../server/sale/deals/handover-code.ts'
import { findDeal } from '../../server/sale/records/deal.repository.ts'
import { hasOpenDispute } from '../../server/sale/records/dispute.repository.ts'
import { calculateFee } from '../../contract/fees.ts'
import { findDealMoney } from '../../server/sale/records/deal-money.ts'
import { findPayout } from '../../server/sale/records/payout.repository.ts'
import { findPayment } from '../../server/sale/records/payment.repository.ts'
import { findOpenPart } from '../../server/sale/records/refund-part.repository.ts'
import { confirm, parseIntentId, savePayment, startPaying } from '../api/sale-steps.ts'
import {
  checkClaim,
  checkReturned,
  complete,
  endReservation,
  listCharges,
  listPaymentDisputes,
  listIntents,
  recordDealershipPayment,
  reserve,
  reserveAsRival,
  startDeposit,
  startRest,
  topUp,
  type Offer,
} from '../support/deposit-faults.ts'
import { fc, propertySeed } from '../support/fast-check.ts'
import { checkStatements } from '../support/statements.ts'
import {
  act,
  checkBooks,
  checkSums,
  DAY_MS,
  readDealRow,
  listHeldEvents,
  HOUR_MS,
  getMoneyTotals,
  addCarToPurchaseList,
  readPaymentRow,
  receiveEvent,
  recover,
  refundDeal,
  runHourlyJobs,
  runJobs,
  startDealApp,
  type DealApp,
  type TestDeal,
} from '../support/deal-faults.ts'

/** Number of histories. Each app runs a few, because its jobs also check the sellers of earlier histories. */
const HISTORIES = process.env.FULL === '1' ? 10_000 : 300
const PER_GROUP = 50
const PER_APP = 10

let app: DealApp
/** Number of histories that the app has begun. */
let begun = 0

async function startApp(): Promise<void> {
  app = await startDealApp()
  await topUp(app)
  begun = 0
}

beforeEach(startApp)
afterEach(() => app?.close())

const cards = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_createDispute',
  'pm_card_createDisputeInquiry',
  'pm_card_refundFail',
  'pm_card_pendingRefund',
] as const

const side = fc.constantFrom('buyer' as const, 'seller' as const)
/** Typed amounts of partial refunds. */
const part = fc.constantFrom('0.01', '100', '5,000', '20,000', '24,899.99')

const fault = fc.record({
  do: fc.constant('fault' as const),
  skip: fc.nat(3),
  when: fc.constantFrom('before' as const, 'after' as const),
  isCrash: fc.boolean(),
})
type FaultStep = typeof fault extends fc.Arbitrary<infer T> ? T : never

const step = fc.oneof(
  fc.record({ do: fc.constant('propose' as const), side }),
  fc.record({ do: fc.constant('accept' as const), side }),
  fc.record({ do: fc.constantFrom('code' as const, 'wrongCode' as const, 'received' as const) }),
  fc.record({ do: fc.constant('problem' as const), side, reason: fc.constantFrom(...problemReasons) }),
  fc.record({ do: fc.constant('decide' as const), outcome: fc.constantFrom('refund', 'release') }),
  fc.record({ do: fc.constant('decidePart' as const), amount: part }),
  fc.record({ do: fc.constant('refundPart' as const), amount: part }),
  fc.record({
    do: fc.constant('refundAtStripe' as const),
    amount: fc.constantFrom<number[]>(1, 90_000, 2_000_000),
  }),
  fc.record({ do: fc.constant('refundAll' as const) }),
  fc.record({ do: fc.constant('withdraw' as const) }),
  fc.record({ do: fc.constant('bank' as const), decision: fc.constantFrom('winning', 'losing') }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom<number[]>(1, 5, 30, 80, 100) }),
  fc.record({ do: fc.constantFrom('jobs' as const, 'jobs' as const, 'hourly' as const) }),
  fc.record({ do: fc.constant('event' as const), index: fc.nat(9), times: fc.integer({ min: 1, max: 2 }) }),
  fault,
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const reservationStep = fc.oneof(
  fc.record({ do: fc.constant('end' as const), side }),
  fc.record({ do: fc.constantFrom('dealership' as const, 'startRest' as const, 'rival' as const) }),
  fc.record({
    do: fc.constantFrom('payRest' as const, 'again' as const),
    card: fc.constantFrom(...cards),
    isSaved: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('refundAtStripe' as const),
    amount: fc.constantFrom<number[]>(1, 20_000, 50_000),
  }),
  fc.record({ do: fc.constant('refundAll' as const) }),
  fc.record({ do: fc.constant('bank' as const), decision: fc.constantFrom('winning', 'losing') }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom<number[]>(1, 30, 50, 170) }),
  fc.record({ do: fc.constantFrom('jobs' as const, 'hourly' as const) }),
  fc.record({ do: fc.constant('event' as const), index: fc.nat(9), times: fc.integer({ min: 1, max: 2 }) }),
  fault,
)
type ReservationStep = typeof reservationStep extends fc.Arbitrary<infer T> ? T : never

const reservation = fc.record({
  card: fc.constantFrom(...cards),
  steps: fc.array(reservationStep, { maxLength: 8 }),
  last: fc.constantFrom('payRest' as const, 'dealership' as const, null),
})

const history = fc.record({
  card: fc.constantFrom(...cards),
  /** The reservation that comes before the deal, or instead of it. */
  reservation: fc.option(reservation, { freq: 2 }),
  isSaved: fc.boolean(),
  /** Most histories confirm the handover early, because most faults lie behind it. */
  first: fc.constantFrom<Step['do'][]>(['received'], ['code'], ['propose'], []),
  steps: fc.array(step, { minLength: 4, maxLength: 16 }),
})
type History = typeof history extends fc.Arbitrary<infer T> ? T : never

it.each(Array.from({ length: HISTORIES / PER_GROUP }, (_, index) => index))(
  'random deal histories preserve the accounting rules (group %i)',
  async (group) => {
    const options = { numRuns: PER_GROUP, seed: propertySeed + group, endOnFailure: true }
    const result = await fc.check(
      fc.asyncProperty(history, (each) => runHistory(each)),
      options,
    )
    expect(result.errorInstance, fc.defaultReportMessage(result)).toBeNull()
  },
  600_000,
)

async function runHistory({ card, isSaved, reservation, first, steps }: History): Promise<void> {
  if (begun === PER_APP) {
    await app.close()
    await startApp()
  }
  begun++
  app.pass(HOUR_MS)
  const begin = app.ctx.now()
  const deal = reservation
    ? await runReservation({ ...reservation, isSaved }, card)
    : await pay(card, isSaved)
  if (deal === null) return checkBooks(app, begin)
  const violations = watchTransfers(deal)
  const opening = first.map((name): Step => ({ do: name, side: 'buyer' }) as Step)
  for (const each of [...opening, ...steps]) {
    const { status, isLost } = await perform(each, (action) => take(deal, action))
    if (!isLost) expect(status, each.do).toBeLessThan(500)
    await checkSums(app)
    expect((await getMoneyTotals(app, deal)).transfers.length).toBeLessThan(2)
    expect(violations).toEqual([])
  }
  await finish(deal)
  expect(violations).toEqual([])
  await checkEnd(deal, begin)
}

/** Reserves a car, and takes the steps of the reservation. Returns the deal, or null if the buyer bought nothing. */
async function runReservation(
  { card, isSaved, steps, last }: NonNullable<History['reservation']> & { isSaved: boolean },
  restCard: History['card'],
): Promise<TestDeal | null> {
  const offer = await reserve(app, { card, isSaved })
  for (const each of steps) {
    const { status, isLost } = await perform(each, (action) => takeReservation(offer, action))
    if (!isLost) expect(status, each.do).toBeLessThan(500)
    await checkSums(app)
    await checkClaim(app, offer.carId)
  }
  await restart()
  if (last === 'payRest') await takeReservation(offer, { do: last, card: restCard, isSaved })
  if (last === 'dealership') await takeReservation(offer, { do: last })
  await recover(app, 1)
  return (await findTestDeal(offer)) ?? finishReservation(offer)
}

async function findTestDeal(offer: Offer): Promise<TestDeal | null> {
  const deal = await findDeal(app.ctx.db, offer.purchaseId)
  return deal && { ...offer, intentId: (await findPayment(app.ctx.db, deal.paymentId))!.intentId }
}

/** Lets the reservations expire and the bank decide, and checks that no one's money is left. */
async function finishReservation(offer: Offer): Promise<null> {
  app.pass(3 * DAY_MS)
  await recover(app)
  await closeDisputes(offer)
  await recover(app)
  await checkReturned(app, offer.carId)
  return null
}

type ReservationAction = Exclude<ReservationStep, FaultStep>

/** Takes a step before the sale. Steps that the reservation does not allow are rejected. */
async function takeReservation(offer: Offer, each: ReservationAction): Promise<number> {
  const { buyer, purchaseId } = offer
  switch (each.do) {
    case 'end':
      return endReservation(app, offer, each.side)
    case 'dealership':
      return recordDealershipPayment(app, offer)
    case 'rival':
      return reserveAsRival(app, offer)
    case 'startRest':
      return (await startRest(app, offer)).status
    case 'payRest':
      return complete(app, buyer, await startRest(app, offer), each)
    case 'again':
      return complete(app, buyer, await startDeposit(app, buyer, offer), each)
    default: {
      const intentId = (await listIntents(app, purchaseId))[0]!
      return take({ ...offer, intentId }, each)
    }
  }
}

async function closeDisputes({ purchaseId }: Offer): Promise<void> {
  for (const { id } of await listPaymentDisputes(app, purchaseId))
    await app.stripeClient.disputes.close(id).catch(() => {})
}

/** Pays for a car. The browser may close before it has saved the payment. */
async function pay(card: string, isSaved: boolean): Promise<TestDeal> {
  const offer = await addCarToPurchaseList(app)
  const { body } = await startPaying(app, offer.buyer, offer.purchaseId)
  await confirm(app, body.clientSecret, card)
  if (isSaved) await savePayment(app, offer.buyer, body.clientSecret, offer.purchaseId)
  else {
    app.pass(60_000)
    await runJobs(app)
  }
  return { ...offer, intentId: parseIntentId(body.clientSecret) }
}

/** Checks each transfer when it is requested. Returns the rules that were broken. */
function watchTransfers({ purchaseId }: TestDeal): string[] {
  const violations: string[] = []
  const { ctx, gateway } = app
  gateway.onTransfer = async ({ amount, transferGroup }) => {
    if (transferGroup !== purchaseId) violations.push(`a transfer for the finished deal ${transferGroup}`)
    const deal = (await findDeal(ctx.db, purchaseId))!
    const { payments, paid, refunded, lost } = await findDealMoney(ctx.db, deal)
    const left = paid - refunded - lost
    const openParts = await Promise.all(payments.map(({ id }) => findOpenPart(ctx.db, id)))
    const { data: transfers } = await app.stripeClient.transfers.list({ transfer_group: purchaseId })
    const charges = (await listCharges(app, purchaseId)).filter(({ intentId }) =>
      payments.some((payment) => payment.intentId === intentId),
    )
    const atStripe = charges.reduce((sum, charge) => sum + charge.amount - charge.refunded, 0)
    const rules = {
      'a confirmed handover': deal.confirmedAt !== null && deal.state === 'handed-over',
      'no open dispute': !(await hasOpenDispute(ctx.db, purchaseId)),
      'no open refund': payments.every(({ state }) => state !== 'refund-pending') && !openParts.some(Boolean),
      'no earlier transfer': transfers.length === 0,
      'the amount that is left': amount <= left - calculateFee(left, deal.feeRate),
      'the amount that Stripe has': amount <= atStripe,
    }
    for (const [rule, isKept] of Object.entries(rules))
      if (!isKept) violations.push(`a transfer needs ${rule}`)
  }
  return violations
}

interface Result {
  status: number
  /** True if a call to Stripe failed, or the process ended in it. */
  isLost: boolean
}

/** Resolves when the process ends in a call to Stripe; null if no such end is planned. */
let crash: Promise<void> | null = null

function isFault(each: { do: string }): each is FaultStep {
  return each.do === 'fault'
}

/** Takes a step. Steps that the deal's state does not allow are rejected. */
async function perform<T extends { do: string }>(
  each: T | FaultStep,
  take: (action: T) => Promise<number>,
): Promise<Result> {
  if (isFault(each)) {
    const happened = app.gateway.plan(each)
    crash = each.isCrash ? happened.then(() => void (crash = null)) : null
    return { status: 200, isLost: false }
  }
  let isLost = false
  const running = take(each).catch((error: unknown) => {
    isLost = app.gateway.takeFaulted()
    if (!isLost) throw error
    return 503
  })
  app.unfinished.push(running)
  const status = await (crash ? Promise.race([running, crash.then(() => 503)]) : running)
  return { status, isLost: app.gateway.takeFaulted() || isLost }
}

async function take(deal: TestDeal, each: Exclude<Step, { do: 'fault' }>): Promise<number> {
  switch (each.do) {
    case 'propose':
    case 'accept':
    case 'code':
    case 'wrongCode':
    case 'received':
    case 'problem':
      return takeSide(deal, each)
    case 'decide':
      return decide(deal, { outcome: each.outcome })
    case 'decidePart':
      return decide(deal, { outcome: 'partial-refund', amount: each.amount })
    case 'refundPart':
      return (await refundDeal(app, deal, each.amount)).status
    case 'refundAll':
      return (await refundDeal(app, deal)).status
    case 'wait':
      app.pass(each.hours * HOUR_MS)
      return 200
    case 'jobs':
      return runJobs(app).then(() => 200)
    case 'hourly':
      return runHourlyJobs(app).then(() => 200)
    case 'event':
      return deliver(deal, each)
    default:
      return takeAtStripe(deal, each)
  }
}

type SideStep = Extract<Step, { do: 'propose' | 'accept' | 'code' | 'wrongCode' | 'received' | 'problem' }>

/** Takes a step of the buyer or the seller. */
async function takeSide(deal: TestDeal, each: SideStep): Promise<number> {
  const stored = (await findDeal(app.ctx.db, deal.purchaseId))!
  const params = { purchaseID: deal.purchaseId }
  const request = async (who: 'buyer' | 'seller', name: Parameters<typeof act>[2], body?: unknown) =>
    (await act(app, deal[who], name, { params, ...(body !== undefined && { body }) })).status
  const code = handoverCode(app.ctx.config, stored)
  switch (each.do) {
    case 'propose': {
      const time = new Date(app.ctx.now().getTime() + 20 * HOUR_MS).toISOString()
      return request(each.side, 'setHandover', { times: [time] })
    }
    case 'accept': {
      const theirs = stored.proposals.findLast(({ by }) => by !== each.side)
      return theirs ? request(each.side, 'setHandover', { accept: theirs.times[0] }) : 409
    }
    case 'code':
      return request('seller', 'enterHandoverCode', { code })
    case 'wrongCode':
      return request('seller', 'enterHandoverCode', { code: code === '000000' ? '000001' : '000000' })
    case 'received':
      return request('buyer', 'confirmReceived')
    case 'problem':
      return request(each.side, 'reportDealProblem', { reason: each.reason, text: 'It has a dent.' })
  }
}

async function decide({ purchaseId }: TestDeal, decision: Record<string, unknown>): Promise<number> {
  const request = { params: { purchaseID: purchaseId }, body: { reason: 'The dent', ...decision } }
  return (await act(app, app.people.admin, 'decideDealProblem', request)).status
}

/** Delivers one of Stripe's events late, or twice. Events that no step delivers are lost. */
async function deliver({ intentId }: TestDeal, { index, times }: Extract<Step, { do: 'event' }>) {
  const ids = listHeldEvents(app, intentId)
  const id = ids[index % ids.length]!
  for (let time = 0; time < times; time++) await receiveEvent(app, id)
  return 200
}

type StripeStep = Extract<Step, { do: 'refundAtStripe' | 'withdraw' | 'bank' }>

/** Performs a step in Stripe. Its event might never reach the server. Stripe may refuse it. */
async function takeAtStripe({ intentId, seller }: TestDeal, each: StripeStep): Promise<number> {
  const { stripeClient } = app
  const stripeAccount = seller.accountId
  const disputes = await stripeClient.disputes.list({ payment_intent: intentId })
  const requests = {
    refundAtStripe: ({ amount }: { amount?: number }) =>
      stripeClient.refunds.create({ payment_intent: intentId, ...(amount && { amount }) }),
    withdraw: async () => {
      const { available } = await stripeClient.balance.retrieve({}, { stripeAccount })
      const amount = available[0]?.amount ?? 0
      return stripeClient.payouts.create({ amount, currency: 'usd' }, { stripeAccount })
    },
    bank: ({ decision }: { decision?: string }) => {
      const evidence = { uncategorized_text: `${decision}_evidence` }
      return stripeClient.disputes.update(disputes.data[0]?.id ?? 'none', { evidence, submit: true })
    },
  }
  return requests[each.do](each as never).then(
    () => 200,
    () => 400,
  )
}

/** Restarts the server after the last fault. */
async function restart(): Promise<void> {
  app.gateway.clear()
  app.gateway.takeFaulted()
  crash = null
  await recover(app)
}

/** Runs the jobs until the deal is over, as its people, the bank, and the timers end it. */
async function finish(deal: TestDeal): Promise<void> {
  await restart()
  for (let round = 0; round < 4; round++) {
    const { state } = await readDealRow(app, deal.purchaseId)
    if (state === 'disputed') await closeDisputes(deal)
    else if (state === 'problem') await decide(deal, { outcome: 'release' })
    else if (state === 'paid' || state === 'handover-agreed') await confirmOrExpire(deal)
    else if (state === 'handed-over') app.pass(HOUR_MS)
    else break
    await recover(app, 2)
  }
  // The bank may not have decided a dispute of an earlier deposit yet.
  await closeDisputes(deal)
  await recover(app, 2)
}

/** Lets the buyer confirm the handover, or lets the time pass after which the buyer is refunded. */
async function confirmOrExpire(deal: TestDeal): Promise<void> {
  if (deal.purchaseId.charCodeAt(0) % 4 > 0) {
    await take(deal, { do: 'received' })
    return
  }
  app.pass(81 * DAY_MS)
  // Each run sends at most one reminder per deal.
  for (let run = 0; run < 28; run++) await runJobs(app)
}

/** Checks that the charge ended as a sale or a refund, and that the books agree with Stripe. */
async function checkEnd(deal: TestDeal, begin: Date): Promise<void> {
  const { state } = await readDealRow(app, deal.purchaseId)
  expect(['released', 'closed', 'refunded']).toContain(state)
  await checkBooks(app, begin)
  await checkStatements(app, deal.seller)
  await checkReturned(app, deal.carId)
  const { transfers, reversed } = await getMoneyTotals(app, deal)
  const charges = await listCharges(app, deal.purchaseId)
  expect(await accountOf(deal, 'buyer')).toBe(
    charges.reduce((sum, { amount, refunded, lost }) => sum + refunded + lost - amount, 0),
  )
  const transferred = transfers.reduce((sum, amount) => sum + amount, 0) - reversed
  const debt = await accountOf(deal, 'debt')
  expect(await accountOf(deal, 'seller')).toBe(transferred - debt)
  expect(await accountOf(deal, 'platform')).toBe((await owedToBuyer(deal)) - debt)
}

/** Returns the amount of refunds that the bank has returned, so an admin has to refund the buyer in another way. */
async function owedToBuyer({ purchaseId }: TestDeal): Promise<number> {
  const { db } = app.ctx
  const { payments, paid, refunded, lost } = await findDealMoney(db, (await findDeal(db, purchaseId))!)
  const ofDeal = new Set(payments.map(({ intentId }) => intentId))
  const payout = await findPayout(db, purchaseId)
  const isPaidOut = payout?.state === 'sent'
  let owed = isPaidOut ? Math.max(0, payout.returnedFor - (refunded + lost - (paid - payout.paid))) : 0
  for (const { intentId, amount, ...returned } of await listCharges(app, purchaseId)) {
    const { state } = await readPaymentRow(app, intentId)
    if (state === 'refund-failed' && returned.lost === 0 && !(isPaidOut && ofDeal.has(intentId)))
      owed += amount - returned.refunded
  }
  return owed
}

async function accountOf({ purchaseId }: TestDeal, account: 'buyer' | 'seller' | 'platform' | 'debt') {
  const { sum } = await app.ctx.db
    .selectFrom('ledger_entries')
    .select(({ fn }) => fn.sum<number | null>('amount').as('sum'))
    .where('purchase_id', '=', purchaseId)
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return sum ?? 0
}
