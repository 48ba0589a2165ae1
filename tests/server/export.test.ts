import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newId } from '../../server/db/id.ts'
import type { Tables } from '../../server/db/tables.ts'
import { call } from '../support/api-client.ts'
import {
  buildCar,
  buildImport,
  buildPayment,
  buildPerson,
  buildPurchase,
  buildReport,
  buildReview,
  buildSubscriber,
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
  /** Fields from other tables. */
  joined?: string[]
  leftOut: string[]
}

const exportedTables: Partial<Record<keyof Tables, ExportedTable>> = {
  users: { section: 'profile', leftOut: ['email_at', 'account_chosen', 'saved_at', 'deleted_at'] },
  sessions: { section: 'sessions', leftOut: ['user_id'] },
  cars: {
    section: 'cars',
    names: { category_name: 'category' },
    joined: ['images'],
    leftOut: [
      'seller_id',
      'original_price_minor',
      'price_minor',
      'featured_at',
      'version',
      'hidden_at',
      'idempotency_key',
      'idempotency_digest',
    ],
  },
  purchases: {
    section: 'purchases',
    names: { price_text: 'sellingPrice', created_ms: 'purchaseTime' },
    leftOut: ['buyer_id', 'seller_id', 'price_minor', 'hidden_at'],
  },
  payments: {
    section: 'payments',
    names: { purchase_id: 'purchasedItemID', intent_id: 'transactionID' },
    leftOut: ['attempt_id', 'buyer_id', 'seller_id', 'price_text', 'is_sale', 'refund_id'],
  },
  reports: {
    section: 'reports',
    leftOut: ['reporter_id', 'seller_id', 'item_id', 'snapshot', 'deleted_at'],
  },
  reviews: {
    section: 'reviews',
    names: { half_stars: 'rating', purchase_id: 'purchasedItemID' },
    leftOut: ['author_id', 'deleted_at', 'idempotency_key', 'idempotency_digest'],
  },
  messages: { section: 'messages', leftOut: ['user_id'] },
  subscribers: {
    section: 'newsletter',
    leftOut: ['id', 'token', 'confirm_token', 'asked_at', 'asked_count'],
  },
  uploads: { section: 'uploads', leftOut: ['hash', 'thumb_url', 'medium_url', 'user_id', 'expires_at'] },
  imports: {
    section: 'imports',
    leftOut: [
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
  import_headers: { section: 'importColumns', leftOut: ['user_id'] },
  picture_hosts: { section: 'pictureHosts', leftOut: ['user_id'] },
  import_values: { section: 'importValues', leftOut: ['user_id'] },
  feeds: {
    section: 'feeds',
    leftOut: ['user_id', 'secret', 'checked_change', 'checked_seller', 'silence_told_at'],
  },
  audit: { section: 'audit', leftOut: ['actor_id', 'actor_email'] },
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
  payments: 'the record of money stays',
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
  await leaveTraces(person)
  exported = (await call<typeof exported>(server.url, 'exportMe', { token: person.token })).body
})
afterAll(() => server.close())

it.each(Object.entries(exportedTables))(
  'holds every column of %s that is not left out',
  async (table, of) => {
    const { names = {}, joined = [], leftOut, section } = of
    const columns = await columnsOf(table)
    const expected = columns
      .filter((column) => !leftOut.includes(column))
      .map((column) => names[column] ?? column)
      .concat(joined)
    const row = [exported[section]!].flat()[0]!
    expect(Object.keys(row).map(spelledAlike).toSorted()).toEqual(expected.map(spelledAlike).toSorted())
  },
)

it('names no section that no table above stands for', () => {
  const sections = Object.values(exportedTables).map(({ section }) => section)
  expect(Object.keys(exported).toSorted()).toEqual([...sections, 'sales'].toSorted())
})

it('stands for every table that has rows of users', async () => {
  const tables = new Set((await referencesToUsers()).map(({ name }) => name))
  const left = [...tables].filter((name) => !(name in exportedTables))
  expect(left.toSorted()).toEqual(Object.keys(notExported).toSorted())
})

it('leaves nothing of a deleted account in a table that has no reason to keep it', async () => {
  const { db } = server.ctx
  const keys = await referencesToUsers()
  const rowsOf = async () => {
    const left = new Set<string>()
    for (const { name, column } of keys) {
      const found = sql`select 1 from ${sql.table(name)} where ${sql.ref(column)} = ${person.id}`
      if ((await found.execute(db)).rows.length > 0) left.add(name)
    }
    return left
  }
  const before = await rowsOf()
  for (const table of Object.keys(exportedTables))
    if (!withoutReference.includes(table)) expect(before).toContain(table)
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
function spelledAlike(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(
    server.ctx.db,
  )
  return rows.map(({ name }) => name)
}

/** Adds a row of the user to each of the tables. */
async function leaveTraces({ id, email, token }: Person): Promise<void> {
  const { ctx } = server
  await call(server.url, 'addFeed', { token, body: { kind: 'csv' } })
  const seller = await buildPerson(ctx, { account: 'seller' })
  const purchaseId = await buildPurchase(ctx, id, await buildCar(ctx, seller.id), { state: 'paid' })
  await buildPayment(ctx, purchaseId)
  await buildReport(ctx, id, await buildCar(ctx, id))
  await buildReview(ctx, id)
  await buildSubscriber(ctx, { email })
  await call(server.url, 'verifySeller', { params: { id: seller.id }, token })
  const row = { id: newId(), user_id: id, created_at: ctx.now().toISOString() }
  const text = {
    kind: 'account' as const,
    subject: 'Hello',
    body: 'Hello',
    link: '/dashboard',
    read_at: null,
  }
  await ctx.db
    .insertInto('messages')
    .values({ ...row, ...text })
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
