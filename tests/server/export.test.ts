import { bandNames } from '../../server/core/images/look-bands.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { endDeposit, insertDeposit } from '../../server/sale/records/deposit.repository.ts'
import { insertSignature } from '../../server/sale/records/deal-signature.repository.ts'
import { moveDeal } from '../../server/sale/records/deal.repository.ts'
import { insertPayout } from '../../server/sale/records/payout.repository.ts'
import { savePayoutAccount } from '../../server/sale/records/payout-account.repository.ts'
import { newId } from '../../server/db/id.ts'
import type { Tables } from '../../server/db/tables.ts'
import { call } from '../support/api-client.ts'
import {
  buildCar,
  buildImport,
  buildDeal,
  buildPerson,
  buildPurchase,
  buildReport,
  buildReview,
  buildSubscriber,
  buildSearch,
  type Person,
} from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

interface ExportedTable {
  section: string
  /**
   * The export's names for columns, by column. It lists only names that are not the column name in camel
   * case.
   */
  names?: Record<string, string>
  joinedFields?: string[]
  omittedColumns: string[]
}

const exportedTables: Partial<Record<keyof Tables, ExportedTable>> = {
  users: { section: 'profile', omittedColumns: ['email_at', 'account_chosen', 'saved_at', 'deleted_at'] },
  sessions: { section: 'sessions', omittedColumns: ['user_id'] },
  cars: {
    section: 'cars',
    names: { category_name: 'category' },
    joinedFields: ['images', 'marksAt'],
    omittedColumns: [
      'seller_id',
      'original_price_minor',
      'price_minor',
      'price_label',
      'fees',
      'fees_minor',
      'all_in_minor',
      'featured_at',
      'version',
      'hidden_at',
      'idempotency_key',
      'idempotency_digest',
    ],
  },
  shortlist: {
    section: 'shortlist',
    omittedColumns: [
      'user_id',
      'notified_price_minor',
      'notified_listed',
      'left_at',
      'changed_at',
      'removed_at',
    ],
  },
  shortlist_emails: { section: 'shortlistEmails', omittedColumns: ['user_id', 'token'] },
  seller_fees: {
    section: 'sellerFees',
    names: {},
    joinedFields: ['name', 'amountMinor'],
    omittedColumns: ['seller_id', 'fees', 'total_minor'],
  },
  purchases: {
    section: 'purchases',
    names: { price_text: 'sellingPrice', created_ms: 'purchaseTime' },
    omittedColumns: ['buyer_id', 'seller_id', 'price_minor', 'hidden_at'],
  },
  payments: {
    section: 'payments',
    names: { purchase_id: 'purchasedItemID', intent_id: 'transactionID' },
    omittedColumns: ['attempt_id', 'buyer_id', 'seller_id', 'price_text', 'is_sale', 'refund_id'],
  },
  deposits: {
    section: 'deposits',
    names: { payment_id: 'id', purchase_id: 'purchasedItemID' },
    omittedColumns: ['buyer_id', 'seller_id', 'listing'],
  },
  deals: {
    section: 'deals',
    names: { purchase_id: 'purchasedItemID' },
    joinedFields: ['side', 'problems'],
    omittedColumns: [
      'payment_id',
      'car_id',
      'buyer_id',
      'seller_id',
      'resumed_state',
      'charge_id',
      'fee_basis_points',
      'fee_minimum',
      'fee_maximum',
      'code_counter',
      'code_failures',
      'code_blocked_until',
      'reminders',
      'remind_at',
      'listing',
    ],
  },
  deal_signatures: {
    section: 'signatures',
    names: { purchase_id: 'purchasedItemID' },
    omittedColumns: ['user_id'],
  },
  payouts: {
    section: 'payouts',
    names: { purchase_id: 'purchasedItemID' },
    omittedColumns: ['seller_id', 'account_id', 'attempts', 'refusals', 'returned_for', 'next_attempt_at'],
  },
  payout_accounts: { section: 'payoutAccount', omittedColumns: ['user_id', 'created_at', 'checked_at'] },
  reports: {
    section: 'reports',
    omittedColumns: ['reporter_id', 'seller_id', 'item_id', 'snapshot', 'deleted_at'],
  },
  reviews: {
    section: 'reviews',
    names: { half_stars: 'rating', purchase_id: 'purchasedItemID' },
    omittedColumns: ['author_id', 'deleted_at', 'idempotency_key', 'idempotency_digest'],
  },
  messages: { section: 'messages', omittedColumns: ['user_id'] },
  subscribers: {
    section: 'newsletter',
    omittedColumns: ['id', 'token', 'confirm_token', 'asked_at', 'asked_count'],
  },
  uploads: {
    section: 'uploads',
    omittedColumns: ['hash', 'thumb_url', 'medium_url', 'user_id', 'expires_at', 'compared_at', ...bandNames],
  },
  imports: {
    section: 'imports',
    omittedColumns: [
      'user_id',
      'columns',
      'values',
      'done',
      'picture_hosts',
      'failed_hosts',
      'row_bytes',
      'questions',
    ],
  },
  import_headers: { section: 'importColumns', omittedColumns: ['user_id'] },
  picture_hosts: { section: 'pictureHosts', omittedColumns: ['user_id'] },
  import_values: { section: 'importValues', omittedColumns: ['user_id'] },
  feeds: {
    section: 'feeds',
    omittedColumns: ['user_id', 'secret', 'checked_change', 'checked_seller', 'silence_told_at'],
  },
  saved_searches: { section: 'searches', omittedColumns: ['user_id', 'token', 'deleted_at', 'results'] },
  audit: { section: 'audit', omittedColumns: ['actor_id', 'actor_email'] },
}

/**
 * Tables with users' rows that the export omits, each with the reason. They contain no other data about the
 * users.
 */
const notExported: Partial<Record<keyof Tables, string>> = {
  attempts: 'what came of them is among the payments',
  mails: 'they repeat the messages',
  newsletter_issues: 'the marketplace wrote them',
  job_reverts: 'the cars have what came of them',
  job_erasures: 'only of accounts that are deleted',
  undos: 'minutes old, of what is exported itself',
}

/** Tables that name a deleted account, each with the reason. The account itself is a row without a name. */
const retained: Partial<Record<keyof Tables, string>> = {
  cars: 'those who bought or listed them keep what they are',
  deal_signatures: 'the other side keeps what was signed',
  deals: 'they belong to the payments',
  deposits: 'the record of money stays',
  payments: 'the record of money stays',
  payouts: 'the record of money stays',
  purchases: 'they belong to the payments',
  reports: 'what was decided about a listing stays',
  reviews: 'they stay without the name',
  sessions: 'a token of the account is refused with the reason',
}

/** Tables that have no foreign key to the user to whom their rows belong. */
const withoutReference = ['users', 'subscribers', 'audit']

let server: TestServer
let person: Person
let exported: Record<string, object | object[]>
beforeAll(async () => {
  server = await startTestServer()
  await buildPerson(server.ctx, { role: 'admin' })
  person = await buildPerson(server.ctx, { account: 'seller', role: 'admin' })
  await addTraces(person)
  exported = (await call<typeof exported>(server.url, 'exportMe', { token: person.token })).body
})
afterAll(() => server.close())

it.each(Object.entries(exportedTables))(
  'contains every column of %s that is not explicitly omitted',
  async (table, exportedTable) => {
    const { names = {}, joinedFields = [], omittedColumns, section } = exportedTable
    const columns = await columnsOf(table)
    const expectedFields = columns
      .filter((column) => !omittedColumns.includes(column))
      .map((column) => names[column] ?? column)
      .concat(joinedFields)
    const row = [exported[section]!].flat()[0]!
    expect(Object.keys(row).map(normalizeName).toSorted()).toEqual(
      expectedFields.map(normalizeName).toSorted(),
    )
  },
)

it('has no section without a listed table', () => {
  const sections = Object.values(exportedTables).map(({ section }) => section)
  expect(Object.keys(exported).toSorted()).toEqual([...sections, 'sales'].toSorted())
})

it('covers every table with users’ rows', async () => {
  const tables = new Set((await referencesToUsers()).map(({ name }) => name))
  const unlistedTables = [...tables].filter((name) => !(name in exportedTables))
  expect(unlistedTables.toSorted()).toEqual(Object.keys(notExported).toSorted())
})

it('leaves traces of a deleted account only in tables with a stated reason', async () => {
  const { db } = server.ctx
  const keys = await referencesToUsers()
  const rowsOf = async () => {
    const tablesWithTraces = new Set<string>()
    for (const { name, column } of keys) {
      const traces = sql`select 1 from ${sql.table(name)} where ${sql.ref(column)} = ${person.id}`
      if ((await traces.execute(db)).rows.length > 0) tablesWithTraces.add(name)
    }
    return tablesWithTraces
  }
  const rowsBefore = await rowsOf()
  for (const table of Object.keys(exportedTables))
    if (!withoutReference.includes(table)) expect(rowsBefore).toContain(table)
  expect((await call(server.url, 'deleteMe', { token: person.token })).status).toBe(200)
  await vi.waitFor(async () =>
    expect([...(await rowsOf())].toSorted()).toEqual(Object.keys(retained).toSorted()),
  )
})

/** Lists the columns that contain a user's ID. */
async function referencesToUsers(): Promise<{ name: string; column: string }[]> {
  const { rows } = await sql<{ name: string; column: string }>`
    select tables.name, keys."from" as "column"
    from pragma_table_list as tables, pragma_foreign_key_list(tables.name) as keys
    where tables.schema = 'main' and keys."table" = 'users'`.execute(server.ctx.db)
  return rows
}

/** Normalizes a name, so that `car_id`, `carId`, and `carID` are equal. */
function normalizeName(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(
    server.ctx.db,
  )
  return rows.map(({ name }) => name)
}

/** Adds one of the user's rows to each table. */
async function addTraces({ id, email, token }: Person): Promise<void> {
  const { ctx } = server
  await call(server.url, 'addFeed', { token, body: { kind: 'csv' } })
  const seller = await buildPerson(ctx, { account: 'seller' })
  const purchaseId = await buildPurchase(ctx, id, await buildCar(ctx, seller.id), { state: 'paid' })
  await buildDeal(ctx, purchaseId)
  await insertSignature(ctx.db, purchaseId, {
    side: 'buyer',
    userId: id,
    name: 'Bea Buyer',
    textVersion: '2026-11',
    revision: 1,
    signedAt: ctx.now().toISOString(),
  })
  const { id: paymentId, car_id: carId } = await ctx.db
    .selectFrom('payments')
    .select(['id', 'car_id'])
    .where('purchase_id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  const deposit = { paymentId, purchaseId, carId, buyerId: id, sellerId: seller.id, amount: 50_000 }
  await insertDeposit(ctx.db, { ...deposit, reservedUntil: ctx.now().toISOString(), listing: {} }, ctx.now())
  await endDeposit(ctx.db, deposit, { state: 'credited', by: 'buyer' }, ctx.now())
  await moveDeal(ctx.db, purchaseId, 'refund')
  await addPayout(id, seller.id)
  await buildReport(ctx, id, await buildCar(ctx, id))
  await call(server.url, 'saveSellerFees', {
    body: { fees: [{ name: 'Documentation fee', amountMinor: 29_900 }] },
    token,
  })
  await call(server.url, 'addToShortlist', { params: { carID: await buildCar(ctx, seller.id) }, token })
  await call(server.url, 'setShortlistEmails', { body: { every: 'weekly' }, token })
  await buildReview(ctx, id)
  await buildSubscriber(ctx, { email })
  await buildSearch(ctx, id)
  await call(server.url, 'verifySeller', { params: { id: seller.id }, token })
  const row = { id: newId(), user_id: id, created_at: ctx.now().toISOString() }
  const messageFields = {
    kind: 'account' as const,
    subject: 'Hello',
    body: 'Hello',
    link: '/dashboard',
    read_at: null,
  }
  await ctx.db
    .insertInto('messages')
    .values({ ...row, ...messageFields })
    .execute()
  await buildImport(ctx, id)
  await ctx.db
    .insertInto('import_headers')
    .values({ user_id: id, header: 'lot', field: 'stockNo', chosen_at: ctx.now().toISOString() })
    .execute()
  await ctx.db.insertInto('picture_hosts').values({ user_id: id, host: 'photos.example.com' }).execute()
  await ctx.db
    .insertInto('import_values')
    .values({ user_id: id, field: 'fuel', value: 'coal', becomes: 'Diesel' })
    .execute()
  const picture = { hash: '', url: '/p.webp', thumb_url: '', medium_url: '', width: 1, height: 1, bytes: 1 }
  await ctx.db
    .insertInto('uploads')
    .values({ ...row, ...picture, expires_at: null })
    .execute()
}

/** Adds a sale that was paid out, and the seller's account. */
async function addPayout(sellerId: string, buyerId: string): Promise<void> {
  const { ctx } = server
  const purchaseId = await buildPurchase(ctx, buyerId, await buildCar(ctx, sellerId), { state: 'paid' })
  await buildDeal(ctx, purchaseId)
  await moveDeal(ctx.db, purchaseId, 'confirmReceived')
  await moveDeal(ctx.db, purchaseId, 'release')
  const account = { id: `acct_${newId().replace(/\W/g, '')}`, state: 'active' as const, reasons: [] }
  await savePayoutAccount(ctx.db, sellerId, account, ctx.now())
  const time = ctx.now().toISOString()
  await insertPayout(ctx.db, {
    id: newId(),
    purchase_id: purchaseId,
    seller_id: sellerId,
    account_id: account.id,
    paid: 2_490_000,
    fee: 49_800,
    debt: 0,
    amount: 2_440_200,
    state: 'sent',
    failure: null,
    transfer_id: 'tr_1',
    attempts: 1,
    refusals: 0,
    next_attempt_at: time,
    created_at: time,
    sent_at: time,
  })
}
