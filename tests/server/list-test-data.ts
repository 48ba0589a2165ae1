import { sql } from 'kysely'
import type { ChangeKind } from '../../contract/cars/car-changes.ts'
import { purchaseStates } from '../../contract/purchases.ts'
import { issueStates } from '../../contract/newsletter.ts'
import { reasons, reportStates } from '../../contract/reports.ts'
import { paymentStates } from '../../contract/payments.ts'
import { insertAuditEntry } from '../../server/core/audit/audit.repository.ts'
import { insertImport } from '../../server/features/imports/import.repository.ts'
import {
  buildCar,
  buildIssue,
  buildPayment,
  buildPerson,
  buildPurchase,
  buildReport,
  type Person,
} from '../support/factories.ts'
import { newId } from '../../server/db/id.ts'
import type { Context } from '../../server/context.ts'
import type { TestServer } from '../support/server.ts'

/** The users who read the lists under test. */
export interface Desk {
  admin: Person
  dealer: Person
  buyer: Person
}

const names = ['Ada Lake', 'ada lake', 'Émile Žák', 'Zoë Quinn', 'Bo', 'bo Young 7', 'Ana Maria del Río']
const cars = ['2019 BMW i4', '2021 bmw X3', '2020 Škoda Kodiaq', 'Audi']
export const actions = ['make-admin', 'refund', 'edit-car'] as const
const moment = (at: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString()

/**
 * Builds users, sales, payments, reports, and admin actions. Sort keys have ties, and each string contains
 * search terms.
 */
export async function buildDesk({ ctx }: TestServer): Promise<Desk> {
  const admin = await buildPerson(ctx, { role: 'admin', email: 'root@desk.test', created_at: moment(0) })
  const everybody: string[] = []
  const somebody = (at: number) => everybody[(at * 7) % everybody.length]!
  for (let at = 0; at < 60; at++) {
    const person = await buildPerson(ctx, {
      full_name: names[at % names.length]!,
      email: `p${(at * 37) % 60}@${at % 3 ? 'lot' : 'yard'}.test`,
      email_verified: at % 4 === 0 ? 0 : 1,
      account: at % 2 ? 'seller' : 'buyer',
      verified: at % 6 === 1 ? 1 : 0,
      role: at % 20 === 7 ? 'admin' : 'user',
      // Some users share a creation time, so their IDs determine the order.
      created_at: moment(1 + Math.floor(at / 2)),
    })
    everybody.push(person.id)
  }
  for (let at = 0; at < 40; at++) {
    const car_name = cars[at % cars.length]!
    const purchase = await buildPurchase(ctx, somebody(at), await buildCar(ctx, somebody(at + 1)), {
      car_name,
      state: 'paid',
    })
    await buildPayment(ctx, purchase, {
      amount: [2_490_000, 50, 1_845_050, 99_999_999][at % 4]!,
      state: paymentStates[at % 5 ? 0 : at % 4]!,
      refund_reason: at % 5 ? null : 'Zu spät, SORRY',
      paid_at: moment(Math.floor(at / 2)),
    })
  }
  for (let at = 0; at < 40; at++) {
    const isOfUser = at % 3 === 0
    const isOlder = at % 6 === 3
    const entry = {
      action: isOfUser ? ('make-admin' as const) : actions[at % 3]!,
      target: isOlder ? `gone-${at}` : isOfUser ? somebody(at) : `thing-${at}`,
      subject: isOlder ? '' : (isOfUser ? names : cars)[at % (isOfUser ? names : cars).length]!,
      detail: at % 2 ? '' : 'Price 24,900 → 23,500',
    }
    const actor = { id: 'a', email: `${names[at % 3]!.slice(0, 2).toLowerCase()}@desk.test` }
    await insertAuditEntry(ctx.db, actor, entry, new Date(moment(Math.floor(at / 2))))
  }
  const dealer = await buildPerson(ctx, { account: 'seller', email: 'lena@lot.test', full_name: 'Lena Lot' })
  for (let at = 0; at < 48; at++) {
    const car = await buildCar(ctx, at % 4 ? dealer.id : somebody(at), {
      model_name: names[at % names.length]!,
      resell_price: ['24,900', '$9,500.50', 'ask me'][at % 3]!,
      state: at % 5 ? 'instock' : 'sold',
      posted_at: moment(at),
    })
    const report = await buildReport(ctx, somebody(at), car)
    await ctx.db
      .updateTable('reports')
      .set({
        state: reportStates[at % 3]!,
        reason: reasons[at % reasons.length]!,
        note: at % 2 ? 'Zoë says it is gone' : '',
        created_at: moment(Math.floor(at / 2)),
      })
      .where('id', '=', report)
      .execute()
    await buildPurchase(ctx, somebody(at), car, {
      car_name: cars[at % cars.length]!,
      buyer_name: names[at % names.length]!,
      buyer_contact: `555-01${at}`,
      meeting_place: 'Pier Ñ 7',
      price_text: at % 3 ? '24,900' : 'ask me',
      price_minor: at % 3 ? 2_490_000 + (at % 5) * 100 : null,
      state: [...purchaseStates, 'removed' as const][at % 5]!,
      created_ms: 1_767_225_600_000 + Math.floor(at / 2),
    })
  }
  for (let at = 0; at < 24; at++) await buildHold(ctx, somebody(at), somebody(at + 1), at)
  for (let at = 0; at < 24; at++) await buildImport(ctx, at % 8 ? dealer.id : somebody(at), at)
  for (let at = 0; at < 24; at++)
    await buildIssue(ctx, admin.id, {
      subject: at % 3 ? names[at % names.length]! : '',
      state: issueStates[at % issueStates.length]!,
      changed_at: moment(Math.floor(at / 2)),
    })
  const buyer = await buildPerson(ctx, { full_name: 'Béa Buyer', email: 'bea@desk.test' })
  for (let at = 0; at < 30; at++) {
    const car = await buildCar(ctx, somebody(at), {
      model_name: names[at % names.length]!,
      resell_price: ['24,900', 'ask me'][at % 2]!,
      state: at % 5 ? 'instock' : 'sold',
    })
    const report = await buildReport(ctx, buyer.id, car)
    await ctx.db
      .updateTable('reports')
      .set({
        state: reportStates[at % 3]!,
        reason: reasons[at % reasons.length]!,
        note: at % 2 ? 'Zoë says it is gone' : '',
        outcome: at % 3 ? 'Vielen Dank, Žák' : '',
        created_at: moment(Math.floor(at / 2)),
      })
      .where('id', '=', report)
      .execute()
    await buildPurchase(ctx, buyer.id, car, {
      car_name: cars[at % cars.length]!,
      meeting_place: 'Pier Ñ 7',
      price_text: at % 3 ? '24,900' : 'ask me',
      price_minor: at % 3 ? 2_490_000 + (at % 5) * 100 : null,
      state: [...purchaseStates, 'removed' as const][at % 5]!,
      created_ms: 1_767_225_600_000 + Math.floor(at / 2),
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
    const [, actor, at] = set
    const change = { car, at, actor, version: 1, field: 'trim', before: null, after: null }
    await ctx.db
      .insertInto('car_changes')
      .values({ ...change, set: rows[0]!.id })
      .execute()
    return rows[0]!.id
  }
  const changed = await ctx.db.selectFrom('cars').select('id').orderBy('id').limit(30).execute()
  for (const [at, { id: car }] of changed.entries()) {
    // Half of the changes are too old to be reverted.
    const made = new Date(ctx.now().getTime() - (at % 2 ? at : at + 31) * 24 * 3600_000).toISOString()
    const kind = (['edit', 'state', 'add', 'import'] as const)[at % 4]!
    const actor = at % 5 ? dealer.id : admin.id
    const set = await changeTogether([kind, actor, made, (at % 3) + 1, null], car)
    if (at % 7 === 3) await changeTogether(['revert', actor, made, 1, set], car)
  }
  await buildPerson(ctx, { full_name: 'Ada Gone', deleted_at: moment(90) })
  return { admin, dealer, buyer }
}

/** Builds one of several holds, which together cover every hold state. Some have expired. */
async function buildHold(ctx: Context, buyerId: string, sellerId: string, at: number): Promise<void> {
  const carId = await buildCar(ctx, sellerId)
  const fields = { car_name: cars[at % cars.length]!, state: 'paying' as const }
  await ctx.db
    .insertInto('attempts')
    .values({
      id: newId(),
      purchase_id: await buildPurchase(ctx, buyerId, carId, fields),
      car_id: carId,
      buyer_id: buyerId,
      intent_id: at % 4 ? `pi_${newId().replace(/\W/g, '')}` : null,
      client_secret: null,
      amount: [2_490_000, 1_845_050][at % 2]!,
      currency: 'usd',
      state: at % 4 ? 'open' : 'opening',
      cancel_reason: null,
      cancelled_by: null,
      held_until: at % 3 ? `2126-01-01T00:00:0${at % 5}.000Z` : moment(at),
      created_at: moment(Math.floor(at / 2)),
      active_at: moment(at),
    })
    .execute()
}

/**
 * The import states in which the server does nothing. The server automatically continues imports in other
 * states.
 */
const restingStates = ['ready', 'applied', 'failed'] as const

/** Builds an import in one of these states, with up to four rows. */
async function buildImport(ctx: Context, userId: string, at: number): Promise<void> {
  const id = newId()
  const fileName = `${cars[at % cars.length]!}.csv`
  await insertImport(ctx.db, { id, userId, fileName }, new Date(moment(Math.floor(at / 2))))
  const fields = {
    state: restingStates[at % restingStates.length]!,
    message: at % 2 ? 'No column says the price.' : null,
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
  const texts = { said: '{}', errors: '[]', warnings: '[]', cells: '[]' }
  for (let place = 1; place <= at % 5; place++)
    await ctx.db
      .insertInto('import_rows')
      .values({ ...row, ...texts, place, is_warned: 0, is_pending: 0 })
      .execute()
}
