import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDeal } from '../../server/sale/records/deal.repository.ts'
import { findLatestDeposit } from '../../server/sale/records/deposit.repository.ts'
import { findPayment } from '../../server/sale/records/payment.repository.ts'
import {
  checkBooks,
  confirmReceived,
  DAY_MS,
  fates,
  interruptCall,
  getMoneyTotals,
  recover,
  refundDeal,
  runHourlyJobs,
  runJobs,
  startDealApp,
  type DealApp,
  type Fault,
  type TestDeal,
} from '../support/deal-faults.ts'
import {
  checkClaim,
  complete,
  endReservation,
  listCharges,
  listPaymentDisputes,
  offerReservableCar,
  recordDealershipPayment,
  reserve,
  startDeposit,
  startRest,
  type Offer,
} from '../support/deposit-faults.ts'
import { DEPOSIT } from '../support/deposits.ts'

const REST = 2_440_000
const PAYOUT = 2_440_200

let app: DealApp
beforeAll(async () => {
  app = await startDealApp()
})
afterAll(() => app?.close())

interface Outcome {
  car: 'instock' | 'reserved' | 'sold'
  deposit: 'held' | 'credited' | 'refunded' | 'paid-at-dealership'
  /** The state of the deal, if any. */
  deal: string | null
  /** The amount of each charge and the amount that its buyer got back, in cents. */
  charges: [amount: number, returned: number][]
  transfers: number[]
}

/** A flow whose steps call Stripe. A person repeats the work if the interruption has left it undone. */
interface Flow {
  title: string
  call: NonNullable<Fault['name']>
  /** Number of the same calls that the flow makes first. */
  skip?: number
  prepare: () => Promise<Offer>
  work: (offer: Offer) => Promise<unknown>
  outcome: Outcome
}

const visa = { card: 'pm_card_visa', isSaved: true }

const offered = () => offerReservableCar(app)
const reserved = () => reserve(app)
const payDeposit = async (offer: Offer) =>
  complete(app, offer.buyer, await startDeposit(app, offer.buyer, offer), visa)
const payRest = async (offer: Offer) => complete(app, offer.buyer, await startRest(app, offer), visa)
const end = (offer: Offer) => endReservation(app, offer, 'buyer')
const sellAtDealership = (offer: Offer) => recordDealershipPayment(app, offer)

/** A reservation whose buyer has started to pay the rest. */
const payingRest = async () => {
  const offer = await reserved()
  await startRest(app, offer)
  return offer
}

const expired = async () => {
  const offer = await reserved()
  app.pass(2 * DAY_MS)
  return offer
}

const sold = async () => {
  const offer = await reserved()
  await payRest(offer)
  return offer
}

const dealOf = async (offer: Offer): Promise<TestDeal> => {
  const { paymentId } = (await findDeal(app.ctx.db, offer.purchaseId))!
  return { ...offer, intentId: (await findPayment(app.ctx.db, paymentId))!.intentId }
}

const confirmHandover = async (offer: Offer) => confirmReceived(app, await dealOf(offer))

/** Refunds a sale as an admin. The next run of the jobs refunds its deposit. */
const refundSale = async (offer: Offer) => {
  await refundDeal(app, await dealOf(offer))
  await runJobs(app)
}

/** Refunds $24,600 of a sale, of which $200 come from the deposit. */
const refundPart = async (offer: Offer) => refundDeal(app, await dealOf(offer), '24,600')

const paidOut = async () => {
  const offer = await sold()
  await confirmHandover(offer)
  return offer
}

/** A reservation whose deposit the buyer's bank has returned, which the server doesn't know yet. */
const lostDeposit = async () => {
  const offer = await reserve(app, { ...visa, card: 'pm_card_createDispute' })
  const [dispute] = await listPaymentDisputes(app, offer.purchaseId)
  await app.stripeClient.disputes.close(dispute!.id)
  return offer
}

const jobs = () => runJobs(app)
const hourly = () => runHourlyJobs(app)

const held: Outcome = {
  car: 'reserved',
  deposit: 'held',
  deal: null,
  charges: [[DEPOSIT, 0]],
  transfers: [],
}
const returned: Outcome = { ...held, car: 'instock', deposit: 'refunded', charges: [[DEPOSIT, DEPOSIT]] }
const atDealership: Outcome = { ...held, car: 'sold', deposit: 'paid-at-dealership', deal: 'paid' }
const bought: Outcome = {
  car: 'sold',
  deposit: 'credited',
  deal: 'paid',
  charges: [
    [DEPOSIT, 0],
    [REST, 0],
  ],
  transfers: [],
}
const refunded: Outcome = {
  ...bought,
  deal: 'refunded',
  charges: [
    [DEPOSIT, DEPOSIT],
    [REST, REST],
  ],
}

const partRefunded: Outcome = {
  ...bought,
  charges: [
    [DEPOSIT, 20_000],
    [REST, REST],
  ],
}
const partReturned: Outcome = { ...partRefunded, deal: 'released', transfers: [PAYOUT] }

const flow = (
  title: string,
  call: Flow['call'],
  [prepare, work]: [Flow['prepare'], Flow['work']],
  outcome: Outcome,
  skip = 0,
): Flow => ({ title, call, prepare, work, outcome, skip })

const flows: Flow[] = [
  flow('the start of a deposit', 'createIntent', [offered, payDeposit], held),
  flow('the payment of a deposit', 'getIntent', [offered, payDeposit], held),
  flow('the start of the rest', 'createIntent', [reserved, payRest], bought),
  flow('the payment of the rest', 'getIntent', [reserved, payRest], bought),
  flow('the end of a reservation', 'refund', [reserved, end], returned),
  flow('the end while the rest is being paid', 'cancelIntent', [payingRest, end], returned),
  flow('the end while the rest is being paid', 'refund', [payingRest, end], returned),
  flow('the expiry of a reservation', 'refund', [expired, jobs], returned),
  flow('a payment at the dealership', 'getIntent', [reserved, sellAtDealership], atDealership),
  flow('a payment at the dealership', 'cancelIntent', [payingRest, sellAtDealership], atDealership),
  flow('the payout', 'createTransfer', [sold, confirmHandover], {
    ...bought,
    deal: 'released',
    transfers: [PAYOUT],
  }),
  flow('the refund of a sale', 'refund', [sold, refundSale], refunded),
  flow('the refund of the deposit of a sale', 'refund', [sold, refundSale], refunded, 1),
  flow('a partial refund of rest and deposit', 'refund', [sold, refundPart], partRefunded),
  flow('a partial refund of rest and deposit', 'refund', [sold, refundPart], partRefunded, 1),
  flow('the record of a partial refund of the rest', 'listRefunds', [sold, refundPart], partRefunded, 1),
  flow('the record of a partial refund of the deposit', 'listRefunds', [sold, refundPart], partRefunded, 3),
  flow('a partial refund after the payout', 'refund', [paidOut, refundPart], partReturned, 1),
  flow('a partial refund after the payout', 'reverseTransfer', [paidOut, refundPart], partReturned),
  flow('a lost dispute of a deposit', 'listDisputes', [lostDeposit, hourly], returned),
]

describe.each(flows)('$title interrupted at $call', ({ call, skip, prepare, work, outcome }) => {
  it.each(fates)('ends in the same state if the process stops %s the call', async (_, fate) => {
    const begin = app.ctx.now()
    const offer = await prepare()
    await interruptCall(app, { name: call, skip, ...fate }, () => work(offer))
    await recover(app, 1)
    if ((await outcomeOf(offer)).deal !== outcome.deal || !(await isDone(offer, outcome))) await work(offer)
    await recover(app)
    expect(await outcomeOf(offer)).toEqual(outcome)
    await checkClaim(app, offer.carId)
    await checkBooks(app, begin)
  })
})

async function isDone({ purchaseId }: Offer, { deposit }: Outcome): Promise<boolean> {
  return (await findLatestDeposit(app.ctx.db, purchaseId))?.state === deposit
}

async function outcomeOf({ carId, purchaseId }: Offer) {
  const { db } = app.ctx
  const car = db.selectFrom('cars').select('state').where('id', '=', carId)
  const charges = await listCharges(app, purchaseId)
  return {
    car: (await car.executeTakeFirstOrThrow()).state,
    deposit: (await findLatestDeposit(db, purchaseId))?.state,
    deal: (await findDeal(db, purchaseId))?.state ?? null,
    charges: charges.map((charge) => [charge.amount, charge.refunded + charge.lost]),
    transfers: (await getMoneyTotals(app, { purchaseId, intentId: charges[0]?.intentId ?? '' })).transfers,
  }
}
