import { sql } from 'kysely'
import type { ChangeKind } from '../../contract/cars/car-changes.ts'
import { purchaseStates } from '../../contract/purchases.ts'
import { issueStates } from '../../contract/newsletter.ts'
import { reportReasons, reportStates } from '../../contract/reports.ts'
import { paymentStates } from '../../contract/payment-intent.ts'
import { payoutStates } from '../../contract/payouts.ts'
import { insertAuditEntry } from '../../server/core/audit/audit.repository.ts'
import { insertImport } from '../../server/features/imports/import.repository.ts'
import {
  buildCar,
  buildIssue,
  buildDeal,
  buildPerson,
  buildPurchase,
  buildReport,
  type Person,
} from '../support/factories.ts'
import { newId } from '../../server/db/id.ts'
import type { Row } from '../../server/db/tables.ts'
import type { Context } from '../../server/context.ts'
import type { TestServer } from '../support/server.ts'

/** The users who read the lists under test. */
export interface ListReaders {
  admin: Person
  dealer: Person
  buyer: Person
}

const names = ['Ada Lake', 'ada lake', 'Émile Žák', 'Zoë Quinn', 'Bo', 'bo Young 7', 'Ana Maria del Río']
const cars = ['2019 BMW i4', '2021 bmw X3', '2020 Škoda Kodiaq', 'Audi']
export const actions = ['make-admin', 'refund', 'edit-car'] as const
const timeAt = (at: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString()

/**
 * Builds users, sales, payments, reports, and admin actions. Sort keys have ties, and each string contains
 * search terms.
 */
export async function buildListData({ ctx }: TestServer): Promise<ListReaders> {
  const admin = await buildPerson(ctx, { role: 'admin', email: 'root@desk.test', created_at: timeAt(0) })
  const userIds: string[] = []
  const userIdAt = (at: number) => userIds[(at * 7) % userIds.length]!
  for (let index = 0; index < 60; index++) {
    const person = await buildPerson(ctx, {
      full_name: names[index % names.length]!,
      email: `p${(index * 37) % 60}@${index % 3 ? 'lot' : 'yard'}.test`,
      email_verified: index % 4 === 0 ? 0 : 1,
      account: index % 2 ? 'seller' : 'buyer',
      verified: index % 6 === 1 ? 1 : 0,
      role: index % 20 === 7 ? 'admin' : 'user',
      // Some users share a creation time, so their IDs determine the order.
      created_at: timeAt(1 + Math.floor(index / 2)),
    })
    userIds.push(person.id)
  }
  for (let index = 0; index < 40; index++) {
    const car_name = cars[index % cars.length]!
    const purchase = await buildPurchase(ctx, userIdAt(index), await buildCar(ctx, userIdAt(index + 1)), {
      car_name,
      state: 'paid',
    })
    const payment = await buildDeal(ctx, purchase, {
      amount: [2_490_000, 50, 1_845_050, 99_999_999][index % 4]!,
      state: paymentStates[index % 5 ? 0 : index % 4]!,
      refund_reason: index % 5 ? null : 'Zu spät, SORRY',
      paid_at: timeAt(Math.floor(index / 2)),
    })
    await buildPayout(ctx, payment, index)
  }
  for (let index = 0; index < 40; index++) {
    const isOfUser = index % 3 === 0
    const isOlder = index % 6 === 3
    const entry = {
      action: isOfUser ? ('make-admin' as const) : actions[index % 3]!,
      target: isOlder ? `gone-${index}` : isOfUser ? userIdAt(index) : `thing-${index}`,
      subject: isOlder ? '' : (isOfUser ? names : cars)[index % (isOfUser ? names : cars).length]!,
      detail: index % 2 ? '' : 'Price 24,900 → 23,500',
    }
    const actor = { id: 'a', email: `${names[index % 3]!.slice(0, 2).toLowerCase()}@desk.test` }
    await insertAuditEntry(ctx.db, actor, entry, new Date(timeAt(Math.floor(index / 2))))
  }
  const dealer = await buildPerson(ctx, { account: 'seller', email: 'lena@lot.test', full_name: 'Lena Lot' })
  for (let index = 0; index < 48; index++) {
    const car = await buildCar(ctx, index % 4 ? dealer.id : userIdAt(index), {
      model_name: names[index % names.length]!,
      resell_price: ['24,900', '$9,500.50', 'ask me'][index % 3]!,
      state: index % 5 ? 'instock' : 'sold',
      posted_at: timeAt(index),
    })
    const report = await buildReport(ctx, userIdAt(index), car)
    await ctx.db
      .updateTable('reports')
      .set({
        state: reportStates[index % 3]!,
        reason: reportReasons[index % reportReasons.length]!,
        note: index % 2 ? 'Zoë says it is gone' : '',
        created_at: timeAt(Math.floor(index / 2)),
      })
      .where('id', '=', report)
      .execute()
    await buildPurchase(ctx, userIdAt(index), car, {
      car_name: cars[index % cars.length]!,
      buyer_name: names[index % names.length]!,
      buyer_contact: `555-01${index}`,
      meeting_place: 'Pier Ñ 7',
      price_text: index % 3 ? '24,900' : 'ask me',
      price_minor: index % 3 ? 2_490_000 + (index % 5) * 100 : null,
      state: [...purchaseStates, 'removed' as const][index % 5]!,
      created_ms: 1_767_225_600_000 + Math.floor(index / 2),
    })
  }
  for (let index = 0; index < 24; index++) await buildHold(ctx, userIdAt(index), userIdAt(index + 1), index)
  for (let index = 0; index < 24; index++)
    await buildImport(ctx, index % 8 ? dealer.id : userIdAt(index), index)
  for (let index = 0; index < 24; index++)
    await buildIssue(ctx, admin.id, {
      subject: index % 3 ? names[index % names.length]! : '',
      state: issueStates[index % issueStates.length]!,
      changed_at: timeAt(Math.floor(index / 2)),
    })
  const buyer = await buildPerson(ctx, { full_name: 'Béa Buyer', email: 'bea@desk.test' })
  for (let index = 0; index < 30; index++) {
    const car = await buildCar(ctx, userIdAt(index), {
      model_name: names[index % names.length]!,
      resell_price: ['24,900', 'ask me'][index % 2]!,
      state: index % 5 ? 'instock' : 'sold',
    })
    const report = await buildReport(ctx, buyer.id, car)
    await ctx.db
      .updateTable('reports')
      .set({
        state: reportStates[index % 3]!,
        reason: reportReasons[index % reportReasons.length]!,
        note: index % 2 ? 'Zoë says it is gone' : '',
        outcome: index % 3 ? 'Vielen Dank, Žák' : '',
        created_at: timeAt(Math.floor(index / 2)),
      })
      .where('id', '=', report)
      .execute()
    await buildPurchase(ctx, buyer.id, car, {
      car_name: cars[index % cars.length]!,
      meeting_place: 'Pier Ñ 7',
      price_text: index % 3 ? '24,900' : 'ask me',
      price_minor: index % 3 ? 2_490_000 + (index % 5) * 100 : null,
      state: [...purchaseStates, 'removed' as const][index % 5]!,
      created_ms: 1_767_225_600_000 + Math.floor(index / 2),
    })
  }
  /**
   * Adds a change set with one change to a car.
   * @param set its kind, actor, time, count, and the change set that it reverts
   */
  async function changeTogether(set: [ChangeKind, string, string, number, number | null], car: string) {
    const { rows } = await sql<{ id: number }>`
      insert into change_sets (kind, actor, at, count, reverts) values (${sql.join(set)}) returning id`.execute(
      ctx.db,
    )
    const [, actor, createdAt] = set
    const change = { car, at: createdAt, actor, version: 1, field: 'trim', before: null, after: null }
    await ctx.db
      .insertInto('car_changes')
      .values({ ...change, set: rows[0]!.id })
      .execute()
    return rows[0]!.id
  }
  const changedCars = await ctx.db.selectFrom('cars').select('id').orderBy('id').limit(30).execute()
  for (const [index, { id: car }] of changedCars.entries()) {
    // Half of the changes are too old to be reverted.
    const createdAt = new Date(
      ctx.now().getTime() - (index % 2 ? index : index + 31) * 24 * 3600_000,
    ).toISOString()
    const kind = (['edit', 'state', 'add', 'import'] as const)[index % 4]!
    const actor = index % 5 ? dealer.id : admin.id
    const set = await changeTogether([kind, actor, createdAt, (index % 3) + 1, null], car)
    if (index % 7 === 3) await changeTogether(['revert', actor, createdAt, 1, set], car)
  }
  await buildPerson(ctx, { full_name: 'Ada Gone', deleted_at: timeAt(90) })
  return { admin, dealer, buyer }
}

/** Builds one of several payouts, which together cover every state. Every third one is sent, as `tr_` and `n`. */
export async function buildPayout(ctx: Context, payment: Row<'payments'>, n: number): Promise<void> {
  const createdAt = timeAt(Math.floor(n / 2))
  const state = payoutStates[n % payoutStates.length]!
  await ctx.db
    .insertInto('payouts')
    .values({
      id: newId(),
      purchase_id: payment.purchase_id,
      seller_id: payment.seller_id,
      account_id: `acct_${n}`,
      paid: payment.amount,
      fee: 100 * (n % 3),
      debt: 100 * (n % 4),
      amount: payment.amount - (n % 2),
      reversed: n % 5,
      state,
      failure: null,
      transfer_id: state === 'sent' ? `tr_${n}` : null,
      next_attempt_at: createdAt,
      created_at: createdAt,
      sent_at: state === 'sent' ? timeAt(60 - n) : null,
    })
    .execute()
}

/** Builds one of several holds, which together cover every hold state. Some have expired. */
async function buildHold(ctx: Context, buyerId: string, sellerId: string, n: number): Promise<void> {
  const carId = await buildCar(ctx, sellerId)
  const fields = { car_name: cars[n % cars.length]!, state: 'paying' as const }
  await ctx.db
    .insertInto('attempts')
    .values({
      id: newId(),
      purchase_id: await buildPurchase(ctx, buyerId, carId, fields),
      car_id: carId,
      buyer_id: buyerId,
      intent_id: n % 4 ? `pi_${newId().replace(/\W/g, '')}` : null,
      client_secret: null,
      amount: [2_490_000, 1_845_050][n % 2]!,
      currency: 'usd',
      state: n % 4 ? 'open' : 'opening',
      cancel_reason: null,
      cancelled_by: null,
      held_until: n % 3 ? `2126-01-01T00:00:0${n % 5}.000Z` : timeAt(n),
      created_at: timeAt(Math.floor(n / 2)),
      active_at: timeAt(n),
    })
    .execute()
}

/**
 * The import states in which the server does nothing. The server automatically continues imports in other
 * states.
 */
const restingStates = ['ready', 'applied', 'failed'] as const

/** Builds an import in one of these states, with up to four rows. */
async function buildImport(ctx: Context, userId: string, n: number): Promise<void> {
  const id = newId()
  const fileName = `${cars[n % cars.length]!}.csv`
  await insertImport(ctx.db, { id, userId, fileName }, new Date(timeAt(Math.floor(n / 2))))
  const fields = {
    state: restingStates[n % restingStates.length]!,
    message: n % 2 ? 'No column says the price.' : null,
  }
  await ctx.db.updateTable('imports').set(fields).where('id', '=', id).execute()
  const row = {
    import_id: id,
    line: null,
    sheet: null,
    action: 'create' as const,
    car_id: null,
    version: null,
  }
  const jsonFields = { said: '{}', errors: '[]', warnings: '[]', cells: '[]' }
  for (let line = 1; line <= n % 5; line++)
    await ctx.db
      .insertInto('import_rows')
      .values({ ...row, ...jsonFields, place: line, is_warned: 0, is_pending: 0 })
      .execute()
}
