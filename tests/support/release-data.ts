import { availabilities, makesShown } from '../../contract/cars/cars.ts'
import { revertStates } from '../../contract/cars/car-changes.ts'
import type { DocumentFacts } from '../../contract/deal-documents.ts'
import { caseReasons, dealStates, problemOutcomes, type DealActor } from '../../contract/deal-life.ts'
import type { DepositState } from '../../contract/deposits.ts'
import { disputeStates } from '../../contract/disputes.ts'
import { payoutAccountStates, payoutStates } from '../../contract/payouts.ts'
import { feedKinds, feedStatuses } from '../../contract/feed-names.ts'
import { encodings, soldChoices } from '../../contract/import-questions.ts'
import { importStates, missingChoices, rowActions } from '../../contract/imports.ts'
import { messageKinds } from '../../contract/messages.ts'
import { issueStates } from '../../contract/newsletter.ts'
import { alertFrequencies } from '../../contract/search-limits.ts'
import { shortlistFrequencies } from '../../contract/shortlist-limits.ts'
import { paymentStates } from '../../contract/payment-intent.ts'
import { reportReasons, reportStates } from '../../contract/reports.ts'
import type { Context } from '../../server/context.ts'
import { insertAuditEntry } from '../../server/core/audit/audit.repository.ts'
import { writeCars } from '../../server/db/change-set.ts'
import { newId } from '../../server/db/id.ts'
import type { Row } from '../../server/db/tables.ts'
import { beginEdition } from '../../server/features/recalls/recall.repository.ts'
import { createSearchMatcher } from '../../server/features/searches/match-searches.ts'
import { insertDocumentDetails } from '../../server/sale/records/deal-document.repository.ts'
import { insertSignature } from '../../server/sale/records/deal-signature.repository.ts'
import { savePayoutAccount } from '../../server/sale/records/payout-account.repository.ts'
import { call } from './api-client.ts'
import {
  buildCar,
  buildDeal,
  buildImport,
  buildIssue,
  buildMake,
  buildPayment,
  buildPerson,
  buildPurchase,
  buildReport,
  buildSearch,
  buildReview,
  buildSubscriber,
  buildUpload,
  type CarOverrides,
  type Person,
} from './factories.ts'
import { buildRecalls } from './recalls.ts'
import {
  allAuditActions,
  cancelReasons,
  changeKinds,
  confirmers,
  dealActors,
  differenceKinds,
  erasureSteps,
  ledgerAccounts,
  postingKinds,
  undoKinds,
} from './release-states.ts'
import type { TestServer } from './server.ts'

interface People {
  admin: Person
  /** A verified seller. `seller` is a private one. */
  dealer: Person
  seller: Person
  buyers: readonly [Person, Person]
  /** A seller without a session, so no call reads this account's data. */
  absent: Person
}

/** Characters that an engine, JSON, or a list might change. */
const odd = `Ä’\\ "quoted" \u{1f697} İstanbul ß\tTab\nnew line 'x'; {} \\u0041 end `

/** Returns the server's current time minus `hours`. */
function hoursAgo({ now }: Context, hours: number): string {
  return new Date(now().getTime() - hours * 3600_000).toISOString()
}

/**
 * Fills an empty database with rows in every table and every state. All people, cars, and strings are
 * fictional.
 */
export async function buildReleaseData(server: TestServer): Promise<void> {
  const { ctx } = server
  const people = await buildPeople(ctx)
  const cars = await buildStock(ctx, people)
  await changeCars(ctx, people, cars[3]!)
  await buildRecalls(ctx, cars.slice(0, 2))
  // The load of this edition was interrupted.
  await beginEdition(ctx.db, ctx.now())
  await buildSales(ctx, people, cars)
  await buildDeals(ctx, people, cars)
  await buildReviewsAndReports(ctx, people, cars)
  await buildMessages(ctx, people)
  await buildNewsletter(ctx, people.admin)
  await buildImports(ctx, people.dealer, cars)
  await buildShortlists(ctx, people, cars)
  await buildFeeds(server, people, cars)
  await buildUndos(ctx, people.dealer)
  await buildLongReverts(ctx, people.dealer)
  await buildErasures(ctx, people.admin)
  await buildAudit(ctx, people)
  await buildPhotos(ctx, people.seller, cars)
}

async function buildPeople(ctx: Context): Promise<People> {
  const person = (name: string, fields: Partial<Row<'users'>> = {}) =>
    buildPerson(ctx, {
      full_name: name,
      email: `${name.toLowerCase().replace(' ', '.')}@people.test`,
      ...fields,
    })
  const people: People = {
    admin: await person('Ada Root', { role: 'admin', created_at: hoursAgo(ctx, 900) }),
    dealer: await person('Lena Lot', {
      account: 'seller',
      verified: 1,
      created_at: hoursAgo(ctx, 800),
      zip: '44304',
    }),
    seller: await person('Émile Žák', { account: 'seller', email: 'emile@people.test' }),
    buyers: [
      await person('Bo Young', { email_at: hoursAgo(ctx, 1) }),
      await person('Zoë Quinn', { email: 'zoe@people.test' }),
    ],
    absent: await person('Ana Away', { account: 'seller' }),
  }
  await person('Una New', { email_verified: 0, account_chosen: 0, saved_at: null })
  await person('Gil Gone', { deleted_at: hoursAgo(ctx, 10), full_name: '', email: '' })
  const { dealer, absent } = people
  await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: hoursAgo(ctx, 2) })
    .where('user_id', '=', absent.id)
    .execute()
  await ctx.db.updateTable('sessions').set({ client: 'console' }).where('user_id', '=', dealer.id).execute()
  return people
}

/** Builds a row about two cars with the same photo. */
function buildMatch(ctx: Context, cars: readonly string[], isClosed: boolean): Row<'photo_matches'> {
  const [first_car, second_car] = cars.toSorted()
  return {
    first_car: first_car!,
    second_car: second_car!,
    first_photo: '/images/0a.webp',
    second_photo: '/images/4a.webp',
    found_at: hoursAgo(ctx, 2),
    closed_at: isClosed ? hoursAgo(ctx, 1) : null,
  }
}

/** A value for each fact about a car. */
const facts: CarOverrides = {
  color: 'Blue',
  interiorColor: 'Black',
  drive: 'all',
  doors: 5,
  seats: 5,
  engineCc: 1984,
  powerKw: 150,
  owners: 2,
  trim: 'S line',
  engine: '2.0 TFSI',
  registration: 'KER 8L',
  title: 'rebuilt',
  accidents: 'minor',
  serviceHistory: 'partial',
  warranty: 'dealer',
  warrantyUntil: '2027-06-30',
  lastInspection: '2026-05-31',
  tires: 'good',
  keys: 2,
  batteryHealth: 93,
  evRange: 240,
  zip: '60601',
  cover_focus: '0.25 0.75',
  marks: JSON.stringify({
    marks: [{ view: 'left', x: 43, y: 60, kind: 'dent', size: 'medium', note: 'Parking lot', photo: null }],
    marksAt: '2026-11-19T10:00:00.000Z',
  }),
}

/** Builds two cars in each state: a dealer's with all facts, and a private seller's with few. */
async function buildStock(ctx: Context, { dealer, seller }: People): Promise<string[]> {
  for (const visibility of makesShown)
    await buildMake(ctx, { name: `Wartburg ${visibility}`, shown: visibility })
  await ctx.db.insertInto('former_makes').values({ name: 'Wartborg', make: 'Wartburg always' }).execute()
  const cars: string[] = []
  for (const [index, state] of availabilities.entries()) {
    const time = {
      posted_at: hoursAgo(ctx, 100 - index),
      listed_at: state === 'draft' ? null : hoursAgo(ctx, 90 - index),
    }
    const allFacts = {
      ...facts,
      ...time,
      state,
      model_name: `A4 ${state}`,
      stock_no: `K-${index}`,
      images: [`/images/${index}a.webp`, `/images/${index}b.webp`],
    }
    cars.push(
      await buildCar(ctx, dealer.id, {
        ...allFacts,
        ...soldElsewhere(state),
        vin: `WAUZZZ8K0AA0000${index + 10}`,
      }),
    )
    const fewFacts = {
      ...time,
      state,
      category_name: state === 'draft' ? null : 'BMW',
      model_name: `i4 ${odd}`,
    }
    cars.push(
      await buildCar(ctx, seller.id, {
        ...fewFacts,
        description: odd,
        no_vin_reason: 'Kit car',
        resell_price: 'ask me',
        mileage_unit: 'km',
      }),
    )
  }
  await buildCar(ctx, dealer.id, { hidden_at: hoursAgo(ctx, 5), state: 'withdrawn' })
  await buildCar(ctx, dealer.id, {
    featured_at: hoursAgo(ctx, 3),
    idempotency_key: 'key-1',
    idempotency_digest: 'digest-1',
  })
  await buildCar(ctx, seller.id, {
    state: 'in-review',
    vin: 'WAUZZZ8K0AA000013',
    held_vin: 'WAUZZZ8K0AA000013',
  })
  await buildCar(ctx, seller.id, { vin: 'WAUZZZ8K0AA000014', cleared_vin: 'WAUZZZ8K0AA000014' })
  return cars
}

function soldElsewhere(state: string): CarOverrides {
  if (state !== 'sold-elsewhere') return {}
  return { elsewhere_price_minor: 2_300_000, elsewhere_on: '2026-11-20', elsewhere_note: 'At an auction' }
}

/**
 * Makes each kind of change to a listed car. Its ledger then contains change sets of every kind, and its
 * price has changed.
 */
async function changeCars(ctx: Context, { admin, dealer }: People, otherCar: string): Promise<void> {
  const car = await buildCar(ctx, dealer.id, { images: ['/images/x.webp'], model_name: 'A6 changed' })
  for (const [index, kind] of changeKinds.entries())
    await writeCars(ctx, index % 4 === 3 ? admin : dealer, kind, async (trx) => {
      const changes = {
        description: `Change ${index}`,
        price_minor: 2_490_000 - index * 100,
        version: index + 2,
      }
      await trx.updateTable('cars').set(changes).where('id', '=', car).execute()
      if (kind === 'bulk-edit')
        await trx.updateTable('cars').set({ location: odd }).where('id', '=', otherCar).execute()
    })
  await ctx.db.updateTable('cars').set({ trim: 'By nobody', year: null }).where('id', '=', car).execute()
  await recordRevert(ctx, dealer)
}

/** Adds a change set that reverts an earlier one. */
async function recordRevert({ db, now }: Context, { id: actor }: Person): Promise<void> {
  const { id } = await db
    .selectFrom('change_sets')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  const set = { id: id + 1, kind: 'revert' as const, actor, at: now().toISOString(), count: 1, reverts: 2 }
  await db.insertInto('change_sets').values(set).execute()
}

const purchaseStates = ['unpaid', 'paying', 'paid', 'refunded', 'removed'] as const
const attemptStates = ['opening', 'open', 'succeeded', 'cancelled'] as const

async function buildSales(ctx: Context, people: People, cars: readonly string[]): Promise<void> {
  const { buyers } = people
  for (const [index, state] of purchaseStates.entries())
    for (const [buyerIndex, { id }] of buyers.entries())
      await buildPurchase(ctx, id, cars[(index * 2 + buyerIndex) % cars.length]!, {
        state,
        meeting_place: odd,
        created_ms: ctx.now().getTime() - index * 1000 - buyerIndex,
        hidden_at: state === 'paid' && buyerIndex === 1 ? hoursAgo(ctx, 1) : null,
        told_price_minor: buyerIndex === 1 ? 2_400_000 : null,
        told_price_at: buyerIndex === 1 ? hoursAgo(ctx, 2) : null,
      })
  await buildAttempts(ctx, people, cars)
  for (const [index, state] of paymentStates.entries())
    for (const is_sale of [0, 1] as const) await buildSale(ctx, people, state, is_sale, cars[index + 8]!)
  for (const isHandled of [true, false])
    await ctx.db
      .insertInto('webhook_events')
      .values({
        id: `evt_${newId()}`,
        type: 'charge.refunded',
        payload: JSON.stringify({ id: 'evt_1', data: { object: { object: 'charge', id: 'ch_1' } } }),
        received_at: hoursAgo(ctx, 4),
        handled_at: isHandled ? hoursAgo(ctx, 3) : null,
      })
      .execute()
}

/** Builds a payment attempt in each state, and a canceled attempt for each reason. */
async function buildAttempts(
  ctx: Context,
  { admin, buyers }: People,
  cars: readonly string[],
): Promise<void> {
  const heldUntil = ctx.now().getTime() + 600_000
  const attempts = [
    ...attemptStates.map((state) => ({ state, cancel_reason: null })),
    ...cancelReasons.map((cancel_reason) => ({ state: 'cancelled' as const, cancel_reason })),
  ]
  for (const [index, attempt] of attempts.entries()) {
    const isLive = attempt.state === 'opening' || attempt.state === 'open'
    const buyer = buyers[index % 2]!
    const car = cars[10 + index]!
    await ctx.db
      .insertInto('attempts')
      .values({
        ...attempt,
        id: newId(),
        purchase_id: await buildPurchase(ctx, buyer.id, car, { state: isLive ? 'paying' : 'removed' }),
        car_id: car,
        buyer_id: buyer.id,
        intent_id: attempt.state === 'opening' ? null : `pi_attempt${index}`,
        client_secret: isLive ? `secret${index}` : null,
        amount: 2_490_000,
        currency: 'usd',
        cancelled_by: attempt.cancel_reason === 'ended-by-admin' ? admin.id : null,
        held_until: new Date(heldUntil + index * 1000).toISOString(),
        created_at: hoursAgo(ctx, index + 1),
        active_at: hoursAgo(ctx, index),
      })
      .execute()
  }
}

async function buildSale(
  ctx: Context,
  { buyers }: People,
  state: Row<'payments'>['state'],
  is_sale: 0 | 1,
  car: string,
): Promise<void> {
  const { id } = buyers[is_sale]
  const isPaid = state === 'paid'
  const purchase = await buildPurchase(ctx, id, car, {
    state: isPaid ? 'paid' : 'refunded',
    price_minor: 2_490_000,
  })
  const refund = { refund_id: `re_${newId()}`, refund_reason: odd, refunded_at: hoursAgo(ctx, 1) }
  const attempt = await ctx.db
    .selectFrom('attempts')
    .select('id')
    .where('state', '=', 'succeeded')
    .executeTakeFirstOrThrow()
  const payment = await buildPayment(ctx, purchase, {
    state,
    is_sale,
    attempt_id: is_sale ? attempt.id : null,
    refunded_amount: isPaid ? 500 : 2_490_000,
    paid_at: hoursAgo(ctx, 24 * (1 + paymentStates.indexOf(state)) + is_sale),
    ...(!isPaid && refund),
  })
  for (const state of ['open', 'done', 'failed'] as const)
    await ctx.db
      .insertInto('refund_parts')
      .values({
        id: newId(),
        payment_id: payment.id,
        amount: 500,
        reason: odd,
        state,
        asked_at: hoursAgo(ctx, 2),
      })
      .execute()
}

/** Builds a deal in each state, with rows in all states of the tables that belong to deals. */
async function buildDeals(ctx: Context, people: People, cars: readonly string[]): Promise<void> {
  const ids: string[] = []
  const payments: Row<'payments'>[] = []
  for (const [index, state] of dealStates.entries()) {
    const id = await buildPurchase(ctx, people.buyers[0].id, cars[index]!, {
      state: state === 'refunded' ? 'refunded' : 'paid',
      price_minor: 1_990_000,
    })
    payments.push(await buildDeal(ctx, id, { paid_at: hoursAgo(ctx, 300 + index) }))
    ids.push(id)
    await ctx.db
      .updateTable('deals')
      .set({ state, place: odd, handover_at: hoursAgo(ctx, 200), confirmed_at: hoursAgo(ctx, 190) })
      .where('purchase_id', '=', id)
      .execute()
  }
  await buildDealStates(ctx, people, ids)
  await buildDocuments(ctx, people, ids[0]!)
  await buildDeposits(ctx, people, ids[0]!)
  await buildPayouts(ctx, people, ids)
  await buildDisputes(ctx, payments)
  await buildBooks(ctx, people, ids)
}

async function buildDealStates(ctx: Context, { admin }: People, ids: readonly string[]): Promise<void> {
  const { db } = ctx
  const at = hoursAgo(ctx, 100)
  for (const [index, resumed_state] of dealStates.filter((state) => state !== 'disputed').entries())
    await db.updateTable('deals').set({ resumed_state }).where('purchase_id', '=', ids[index]!).execute()
  for (const [index, confirmed_by] of confirmers.entries())
    await db.updateTable('deals').set({ confirmed_by }).where('purchase_id', '=', ids[index]!).execute()
  for (const side of dealActors)
    await db
      .insertInto('deal_events')
      .values({ id: newId(), purchase_id: ids[0]!, at, side, actor_id: null, text: odd })
      .execute()
  for (const [index, reason] of caseReasons.entries()) {
    const outcome = problemOutcomes[index] ?? null
    const decision = { outcome_reason: odd, decided_by: admin.id, decided_at: at }
    await db
      .insertInto('deal_problems')
      .values({
        id: newId(),
        purchase_id: ids[index]!,
        side: index % 2 ? 'seller' : 'buyer',
        reason,
        text: odd,
        opened_at: at,
        outcome,
        ...(outcome === null ? { outcome_reason: null, decided_by: null, decided_at: null } : decision),
      })
      .execute()
  }
}

async function buildDocuments(ctx: Context, { dealer, buyers }: People, purchaseId: string): Promise<void> {
  const facts: DocumentFacts = {
    odometer: 38_140,
    odometerUnit: 'mi',
    odometerStatement: 'actual',
    titleHolder: odd,
    titleNumber: '',
    titleState: 'Oregon',
    titleBrand: 'clean',
    lienHolder: '',
    warranty: 'warranty',
    warrantyText: odd,
  }
  const signature = { textVersion: '2026-11', signedAt: hoursAgo(ctx, 90) }
  for (const revision of [1, 2]) {
    const details = { revision, facts, buyerName: odd, sellerName: 'Lena Lot', savedAt: hoursAgo(ctx, 95) }
    await insertDocumentDetails(ctx.db, purchaseId, details)
    const bySide = { buyer: buyers[0].id, seller: dealer.id }
    for (const side of ['buyer', 'seller'] as const) {
      const signer = { side, userId: bySide[side], name: odd, revision }
      await insertSignature(ctx.db, purchaseId, { ...signature, ...signer })
    }
  }
}

/** Builds a deposit in each state, ended by each side. The credited one belongs to a sale. */
async function buildDeposits(ctx: Context, { dealer, buyers }: People, soldId: string): Promise<void> {
  const ends: [DepositState, DealActor | null][] = [
    ['held', null],
    ['credited', 'buyer'],
    ['paid-at-dealership', 'seller'],
    ...dealActors.map((side): [DepositState, DealActor] => ['refunded', side]),
  ]
  for (const [index, [state, ended_by]] of ends.entries()) {
    const carState = state === 'held' ? 'reserved' : 'instock'
    const carId = await buildCar(ctx, dealer.id, { state: carState, deposit: 250, depositDays: 3 })
    const purchaseId = state === 'credited' ? soldId : await buildPurchase(ctx, buyers[1].id, carId)
    const isReturned = state === 'refunded'
    const payment = await buildPayment(ctx, purchaseId, {
      amount: 25_000,
      is_deposit: 1,
      is_sale: 0,
      paid_at: hoursAgo(ctx, 70 - index),
      state: isReturned ? 'refunded' : 'paid',
      refunded_amount: isReturned ? 25_000 : 0,
    })
    await ctx.db
      .insertInto('deposits')
      .values({
        payment_id: payment.id,
        purchase_id: purchaseId,
        car_id: payment.car_id,
        buyer_id: payment.buyer_id,
        seller_id: payment.seller_id,
        amount: payment.amount,
        state,
        reserved_until: hoursAgo(ctx, -48),
        created_at: payment.paid_at,
        ended_at: ended_by && hoursAgo(ctx, 20),
        ended_by,
        listing: JSON.stringify({ name: odd, fields: { Title: odd } }),
      })
      .execute()
  }
}

async function buildPayouts(ctx: Context, people: People, ids: readonly string[]): Promise<void> {
  const at = hoursAgo(ctx, 80)
  const sellers = [people.dealer.id, people.seller.id, people.absent.id, people.admin.id]
  for (const [index, state] of payoutAccountStates.filter((state) => state !== 'none').entries())
    await savePayoutAccount(ctx.db, sellers[index]!, { id: `acct_${index}`, state, reasons: [] }, ctx.now())
  for (const [index, state] of payoutStates.entries()) {
    const isSent = state === 'sent'
    const payout = {
      id: newId(),
      purchase_id: ids[index]!,
      seller_id: people.dealer.id,
      account_id: 'acct_0',
      paid: 1_990_000,
      fee: 49_750,
      debt: 0,
      amount: 1_940_250,
      state,
      failure: state === 'failed' ? odd : null,
      transfer_id: isSent ? `tr_${index}` : null,
      next_attempt_at: at,
      created_at: at,
      sent_at: isSent ? at : null,
    }
    await ctx.db.insertInto('payouts').values(payout).execute()
    await ctx.db
      .insertInto('payout_reversals')
      .values({
        id: newId(),
        payout_id: payout.id,
        amount: 500,
        state,
        reversal_id: isSent ? `trr_${index}` : null,
        created_at: at,
      })
      .execute()
  }
  const rate = { basis_points: 250, minimum: 0, maximum: null, set_by: people.admin.id, set_at: at }
  for (const seller_id of ['', people.dealer.id])
    await ctx.db
      .insertInto('fee_rates')
      .values({ id: newId(), seller_id, ...rate, ended_at: null })
      .execute()
}

async function buildDisputes(ctx: Context, payments: readonly Row<'payments'>[]): Promise<void> {
  for (const [index, state] of disputeStates.entries()) {
    const { id, purchase_id, amount } = payments[index % payments.length]!
    await ctx.db
      .insertInto('disputes')
      .values({
        id: `du_${index}`,
        payment_id: id,
        purchase_id,
        amount,
        reason: 'fraudulent',
        state,
        opened_at: hoursAgo(ctx, 70 - index),
        due_by: null,
        closed_at: null,
        edited_at: null,
        submitted_at: null,
        submitted_by: null,
      })
      .execute()
  }
}

/** Books 1 cent from each account to another for each kind, and records each kind of difference. */
async function buildBooks(ctx: Context, { dealer }: People, ids: readonly string[]): Promise<void> {
  const at = hoursAgo(ctx, 60)
  for (const kind of postingKinds) {
    const posting = newId()
    for (const [index, account] of ledgerAccounts.entries())
      await ctx.db
        .insertInto('ledger_entries')
        .values({
          id: newId(),
          posting,
          at,
          purchase_id: ids[0]!,
          account,
          user_id: account === 'debt' ? dealer.id : null,
          amount: index % 2 ? 1 : -1,
          kind,
          reference: `fixture-${kind}`,
        })
        .execute()
  }
  for (const kind of differenceKinds)
    await ctx.db
      .insertInto('ledger_differences')
      .values({
        id: newId(),
        kind,
        reference: `txn_${kind}`,
        purchase_id: ids[0]!,
        booked: 1,
        stripe: 2,
        found_at: at,
        resolved_at: null,
      })
      .execute()
  await ctx.db.insertInto('ledger_comparison').values({ only_row: 1, compared_at: at }).execute()
}

async function buildReviewsAndReports(
  ctx: Context,
  { buyers }: People,
  cars: readonly string[],
): Promise<void> {
  const [{ id: buyer }, { id: otherBuyer }] = buyers
  const bought = { id: await buildPurchase(ctx, buyer, cars[2]!, { state: 'paid' }), name: '2021 Audi A4' }
  for (let half_stars = 0; half_stars <= 10; half_stars++)
    await buildReview(ctx, half_stars % 2 ? buyer : otherBuyer, {
      half_stars,
      created_at: hoursAgo(ctx, half_stars),
      text: odd,
    })
  await buildReview(ctx, buyer, { purchase_id: bought.id, car_name: bought.name })
  await buildReview(ctx, otherBuyer, {
    deleted_at: hoursAgo(ctx, 1),
    idempotency_key: 'key-2',
    idempotency_digest: 'digest-2',
  })
  for (const [index, reason] of reportReasons.entries())
    for (const [buyerIndex, state] of reportStates.entries()) {
      const id = await buildReport(
        ctx,
        buyerIndex % 2 ? buyer : otherBuyer,
        cars[index * reportStates.length + buyerIndex]!,
      )
      await ctx.db
        .updateTable('reports')
        .set({
          reason,
          state,
          note: odd,
          outcome: state === 'open' ? '' : 'Thank you.',
          created_at: hoursAgo(ctx, index * 3 + buyerIndex),
          deleted_at: index === 4 && buyerIndex === 2 ? hoursAgo(ctx, 1) : null,
        })
        .where('id', '=', id)
        .execute()
    }
}

async function buildMessages(ctx: Context, { dealer, buyers }: People): Promise<void> {
  for (const [index, kind] of messageKinds.entries())
    for (const { id } of [dealer, buyers[0]])
      await ctx.db
        .insertInto('messages')
        .values({
          id: newId(),
          user_id: id,
          kind,
          subject: `About ${kind}`,
          body: odd,
          link: '/dashboard',
          created_at: hoursAgo(ctx, index),
          read_at: index % 2 ? hoursAgo(ctx, 0) : null,
        })
        .execute()
  const mail = {
    subject: 'Hello',
    body: odd,
    created_at: hoursAgo(ctx, 3),
    next_attempt_at: hoursAgo(ctx, 2),
  }
  const states = [
    {},
    { sent_at: hoursAgo(ctx, 1) },
    { under_way: 1 as const },
    { at_most_once: 1 as const, html: '<p>Hello</p>' },
  ]
  for (const [attempts, state] of states.entries())
    await ctx.db
      .insertInto('mails')
      .values({
        ...mail,
        ...state,
        id: newId(),
        user_id: attempts % 2 ? dealer.id : null,
        recipient: dealer.email,
        attempts,
      })
      .execute()
}

async function buildNewsletter(ctx: Context, { id: admin }: Person): Promise<void> {
  await buildSubscriber(ctx, { confirm_token: 'confirm-token' })
  await buildSubscriber(ctx, { confirmed_at: null, asked_count: 2 })
  for (const [index, state] of issueStates.entries()) {
    const finished_at = state === 'sent' ? hoursAgo(ctx, 1) : null
    const issue_id = await buildIssue(ctx, admin, {
      state,
      text: odd,
      changed_at: hoursAgo(ctx, index),
      finished_at,
      recipients: 2,
      sent: 1,
      reached: 1,
    })
    if (state === 'draft') continue
    const mail = {
      id: newId(),
      user_id: null,
      recipient: 'reader@people.test',
      subject: 'News',
      body: odd,
      attempts: 0,
    }
    const times = { created_at: hoursAgo(ctx, 2), next_attempt_at: hoursAgo(ctx, 1) }
    const copy = { issue_id, subscriber_id: 1, unsubscribe_url: 'https://market.test/unsubscribe' }
    await ctx.db
      .insertInto('mails')
      .values({ ...mail, ...times, ...copy })
      .execute()
  }
  await buildIssue(ctx, admin, {
    deleted_at: hoursAgo(ctx, 1),
    idempotency_key: 'key-3',
    idempotency_digest: 'digest-3',
  })
}

/** Builds imports that cover each state, each choice, and each answer to a question. */
async function buildImports(ctx: Context, { id: dealer }: Person, cars: readonly string[]): Promise<void> {
  for (const [index, encoding] of encodings.entries()) {
    const state = importStates[index % importStates.length]!
    const id = await buildImport(ctx, dealer, cars[0], {
      state,
      encoding,
      created_at: hoursAgo(ctx, index),
      missing: missingChoices[index % missingChoices.length]!,
      sold: soldChoices[index % soldChoices.length]!,
      mileage_unit: index % 2 ? 'mi' : 'km',
      message: state === 'failed' ? odd : null,
      note: index % 3 ? odd : null,
      change_set: state === 'applied' ? 1 : null,
      began_at: state === 'applying' ? hoursAgo(ctx, 1) : null,
      progress_at: state === 'applying' ? hoursAgo(ctx, 0) : null,
      applying_at: state === 'applying' ? hoursAgo(ctx, 1) : null,
      picturing_at: state === 'applied' ? hoursAgo(ctx, 0) : null,
      failed_hosts: '["down.test"]',
      row_bytes: 100 + index,
    })
    if (index === 1) await buildImportRows(ctx, id, cars)
  }
  const [user_id, field] = [dealer, 'fuel' as const]
  await ctx.db
    .insertInto('import_headers')
    .values({ user_id, header: 'lot', field: 'stockNo', chosen_at: hoursAgo(ctx, 1) })
    .execute()
  await ctx.db
    .insertInto('import_values')
    .values({ user_id, field, value: 'coal', becomes: 'Diesel' })
    .execute()
  await ctx.db
    .insertInto('seller_fees')
    .values({
      seller_id: user_id,
      fees: '[{"name":"Documentation fee","amountMinor":29900}]',
      total_minor: 29_900,
    })
    .execute()
  await ctx.db.insertInto('picture_hosts').values({ user_id, host: 'photos.test' }).execute()
  await buildSearches(ctx, user_id, cars)
}

/** Adds a shortlist, and its emails in each frequency. */
async function buildShortlists(
  ctx: Context,
  { admin, dealer, seller, buyers: [buyer] }: People,
  cars: readonly string[],
): Promise<void> {
  for (const [index, car_id] of cars.slice(0, 3).entries())
    await ctx.db
      .insertInto('shortlist')
      .values({
        user_id: dealer.id,
        car_id,
        added_at: hoursAgo(ctx, index),
        // The user has not been notified yet that the first car is for sale again.
        notified_listed: index === 0 ? 0 : 1,
      })
      .execute()
  for (const [index, { id }] of [admin, dealer, seller, buyer].entries())
    await ctx.db
      .insertInto('shortlist_emails')
      .values({ user_id: id, every: shortlistFrequencies[index]!, token: newId() })
      .execute()
}

/** Adds a saved search of each frequency, and alerts in each state. */
async function buildSearches(ctx: Context, userId: string, cars: readonly string[]): Promise<void> {
  for (const [index, every] of alertFrequencies.entries()) {
    const search_id = await buildSearch(ctx, userId, {
      query: `brand=Tesla&yearMin=202${index}`,
      every,
      stopped_at: every === 'weekly' ? hoursAgo(ctx, 1) : null,
      results: '[[1,true]]',
    })
    await ctx.db
      .insertInto('search_alerts')
      .values({
        search_id,
        car_id: cars[index]!,
        reason: index === 0 ? 'match' : 'price',
        state: index === 0 ? 'queued' : 'sent',
        queued_at: hoursAgo(ctx, 2),
        sent_at: index === 0 ? null : hoursAgo(ctx, 1),
      })
      .execute()
  }
  await createSearchMatcher()(ctx)
}

/** Adds an import row with each action. */
async function buildImportRows(ctx: Context, import_id: string, cars: readonly string[]): Promise<void> {
  for (const [index, action] of rowActions.entries())
    await ctx.db
      .insertInto('import_rows')
      .values({
        import_id,
        place: index + 10,
        line: action === 'off-lot' ? null : index + 10,
        sheet: index % 2 ? 'Sheet 2' : null,
        action,
        car_id: action === 'create' || action === 'error' ? null : cars[index * 2]!,
        version: 1,
        said: JSON.stringify({ location: 'Boise', trim: odd }),
        errors: '[]',
        warnings: '[]',
        cells: JSON.stringify(['1001', odd]),
        pictures: '["https://photos.test/1.jpg"]',
        decoded: '["trim"]',
        is_warned: index % 2 ? 1 : 0,
        is_pending: index % 2 ? 0 : 1,
        awaits_pictures: index === 1 ? 1 : 0,
        is_sold: index === 1 ? 1 : 0,
      })
      .execute()
  await ctx.db.insertInto('import_named_cars').values({ import_id, car_id: cars[4]! }).execute()
}

async function buildFeeds(
  { ctx, url }: TestServer,
  { dealer, seller, absent }: People,
  cars: readonly string[],
) {
  for (const kind of feedKinds) await call(url, 'addFeed', { token: dealer.token, body: { kind } })
  await call(url, 'addFeed', { token: seller.token, body: { kind: 'json' } })
  await ctx.db
    .updateTable('feeds')
    .set({ fetched_at: hoursAgo(ctx, 30), fetched_cars: 2, silence_told_at: hoursAgo(ctx, 1) })
    .where('kind', '=', 'csv')
    .execute()
  await buildAbsentFeed(ctx, absent, cars)
}

/**
 * Builds a feed with unreported changes. Reading a feed notifies its seller, so this seller has no session.
 */
async function buildAbsentFeed(
  ctx: Context,
  { id: user_id }: Person,
  cars: readonly string[],
): Promise<void> {
  const feed = { id: newId(), user_id, kind: 'csv' as const, secret: newId(), created_at: hoursAgo(ctx, 40) }
  await ctx.db
    .insertInto('feeds')
    .values({ ...feed, checked_change: 1, checked_seller: '{}' })
    .execute()
  for (const [index, status] of feedStatuses.entries())
    await ctx.db
      .insertInto('feed_cars')
      .values({
        feed_id: feed.id,
        car_id: cars[index]!,
        posted_at: hoursAgo(ctx, index),
        status,
        reasons: status === 'in' ? '[]' : JSON.stringify([{ message: odd, fix: 'Enter it.' }]),
        is_news: status === 'out' ? 1 : 0,
      })
      .execute()
}

async function buildUndos({ db, now }: Context, { id: user_id }: Person): Promise<void> {
  const expires_at = new Date(now().getTime() + 60_000).toISOString()
  for (const kind of undoKinds) {
    const id = newId()
    await db.insertInto('undos').values({ id, user_id, kind, expires_at }).execute()
    const before = kind === 'cars' ? '1' : null
    await db
      .insertInto('undo_rows')
      .values({ undo_id: id, row_id: `change-set:${kind}`, before })
      .execute()
  }
}

async function buildLongReverts(ctx: Context, { id: user_id }: Person): Promise<void> {
  for (const [index, state] of revertStates.entries())
    await ctx.db
      .insertInto('job_reverts')
      .values({
        id: newId(),
        user_id,
        set_id: index + 1,
        created_at: hoursAgo(ctx, index),
        state,
        undo_asked: index % 2 ? 1 : 0,
        total: 3,
        done: 1,
        own_set: state === 'undone' ? 3 : null,
        message: state === 'stopped' ? odd : null,
      })
      .execute()
}

async function buildErasures(ctx: Context, { id: actor_id }: Person): Promise<void> {
  for (const [attempts, step] of erasureSteps.entries()) {
    const { id: user_id } = await buildPerson(ctx, { deleted_at: hoursAgo(ctx, 1), full_name: '' })
    const times = { created_at: hoursAgo(ctx, 1), next_attempt_at: hoursAgo(ctx, 0) }
    await ctx.db
      .insertInto('job_erasures')
      .values({ user_id, actor_id, step, attempts, ...times })
      .execute()
  }
}

async function buildAudit(ctx: Context, { admin, dealer }: People): Promise<void> {
  for (const [index, action] of allAuditActions.entries()) {
    const entry = { action, target: dealer.id, subject: index % 2 ? 'Lena Lot' : '', detail: odd }
    await insertAuditEntry(ctx.db, admin, entry, new Date(hoursAgo(ctx, index)))
  }
}

async function buildPhotos(ctx: Context, { id }: Person, cars: readonly string[]): Promise<void> {
  await buildUpload(ctx, id)
  const hash = Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [`look_${index}`, (index - 4) * 2 ** 29]),
  )
  await ctx.db
    .updateTable('uploads')
    .set({ ...hash, compared_at: hoursAgo(ctx, 1) })
    .execute()
  await ctx.db
    .insertInto('photo_matches')
    .values([0, 4].map((index) => buildMatch(ctx, cars.slice(index * 2, index * 2 + 2), index === 0)))
    .execute()
  await ctx.db
    .insertInto('installation')
    .values({ only_row: 1, id: newId(), sweeps: 2, sweep_after: hoursAgo(ctx, 1) })
    .execute()
  await ctx.db
    .insertInto('job_orphaned_pictures')
    .values([
      { hash: 'a'.repeat(64), first_seen_at: hoursAgo(ctx, 1) },
      { hash: 'b'.repeat(64), first_seen_at: null },
    ])
    .execute()
}
