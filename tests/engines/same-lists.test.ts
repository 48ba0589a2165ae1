import { fc } from '../support/fast-check.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditActions, auditSorts } from '../../contract/audit.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { issueSorts, issueStates } from '../../contract/newsletter.ts'
import { paymentStates } from '../../contract/payment-intent.ts'
import { paymentSorts } from '../../contract/payments.ts'
import { holdSorts, holdStates } from '../../contract/holds.ts'
import { importSorts, importStates } from '../../contract/imports.ts'
import { purchaseStates, saleSorts, saleStages } from '../../contract/purchases.ts'
import { reportReasons, reportSorts, reportStates } from '../../contract/reports.ts'
import { peopleSorts } from '../../contract/users.ts'
import { newId } from '../../server/db/id.ts'
import { insertAuditEntry } from '../../server/core/audit/audit.repository.ts'
import { buildCar, buildPayment, buildPerson, buildPurchase, buildReport } from '../support/factories.ts'
import type { TestServer } from '../support/server.ts'
import { buildListData, type ListReaders } from '../server/list-test-data.ts'
import { startOnBoth, type BothEngines } from './both-engines.ts'
import { oddTexts } from './odd-texts.ts'
import { queryBoth, generateSearchInput } from './same-responses.ts'

/** Number of random queries per list. `npm run test:full` raises it. */
const QUESTIONS = Number(process.env.SAME_LISTS ?? 40)
const MAX_PAGES = 3

interface List {
  list: EndpointName
  /** Endpoint that counts the list's rows. It accepts only the list's search terms. */
  count?: EndpointName
  sorts?: readonly string[]
  filters?: Readonly<Record<string, readonly string[]>>
  reader?: keyof ListReaders
}

const ofPeople = { proof: ['confirmed', 'unconfirmed'], badge: ['verified', 'unverified'] }
const ofUsers = { ...ofPeople, account: ['buyer', 'seller'] }
const ofReports = { sorts: reportSorts, filters: { state: reportStates }, count: 'countReports' } as const
const lists: readonly List[] = [
  { list: 'listUsers', sorts: peopleSorts, filters: ofUsers, count: 'countUsers' },
  { list: 'listSellers', sorts: peopleSorts, filters: ofPeople },
  { list: 'listBuyers', sorts: peopleSorts, filters: ofPeople },
  { list: 'listPayments', sorts: paymentSorts, filters: { state: paymentStates }, count: 'countPayments' },
  { list: 'listHolds', sorts: holdSorts, filters: { state: holdStates }, count: 'countHolds' },
  {
    list: 'listImports',
    sorts: importSorts,
    filters: { state: importStates },
    count: 'countImports',
    reader: 'dealer',
  },
  { list: 'listIssues', sorts: issueSorts, filters: { state: issueStates }, count: 'countIssues' },
  { list: 'listAudit', sorts: auditSorts, filters: { action: Object.keys(auditActions) } },
  { list: 'listReports', ...ofReports },
  { list: 'listReports', ...ofReports, reader: 'dealer' },
  {
    list: 'listSales',
    sorts: saleSorts,
    filters: { state: purchaseStates, stage: saleStages },
    count: 'countSales',
    reader: 'dealer',
  },
  { list: 'listMessages', reader: 'dealer' },
]

/** Builds the standard rows, and one row of each kind for each odd string. */
async function build(server: TestServer): Promise<ListReaders> {
  const { ctx } = server
  const readers = await buildListData(server)
  for (const [index, text] of oddTexts.entries()) {
    const moment = new Date(Date.UTC(2026, 1, 1, 0, index % 20))
    const buyer = await buildPerson(ctx, {
      full_name: text,
      account: index % 2 ? 'seller' : 'buyer',
      created_at: moment.toISOString(),
    })
    const car = await buildCar(ctx, readers.dealer.id, {
      model_name: text,
      resell_price: `${index},900`,
      location: text,
    })
    const purchase = await buildPurchase(ctx, buyer.id, car, {
      buyer_name: text,
      buyer_contact: text,
      meeting_place: text,
      state: index % 2 ? 'paid' : 'unpaid',
      created_ms: moment.getTime(),
    })
    await buildPayment(ctx, purchase, {
      refund_reason: text,
      paid_at: moment.toISOString(),
      amount: index * 100,
    })
    const report = await buildReport(ctx, buyer.id, car)
    const reason = reportReasons[index % reportReasons.length]!
    await ctx.db
      .updateTable('reports')
      .set({ note: text, outcome: text, reason })
      .where('id', '=', report)
      .execute()
    const entry = { action: 'edit-car' as const, target: car, subject: text, detail: text }
    await insertAuditEntry(ctx.db, { id: readers.admin.id, email: readers.admin.email }, entry, moment)
    await ctx.db
      .insertInto('messages')
      .values(messageOf(readers.dealer.id, text, moment))
      .execute()
  }
  return readers
}

const messageOf = (user: string, text: string, sentAt: Date) => ({
  id: newId(),
  user_id: user,
  kind: 'sold' as const,
  subject: text,
  body: text,
  link: '/',
  created_at: sentAt.toISOString(),
  read_at: null,
})

let bothEngines: BothEngines<ListReaders>
beforeAll(async () => {
  bothEngines = await startOnBoth(build)
})
afterAll(() => bothEngines?.close())

const texts = [...oddTexts, 'Ada Lake', 'bo Young 7', '2019 BMW i4', '24,900', '2026-02', 'lot.test', 'paid']

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })

const questionOf = ({ sorts, filters = {} }: List) =>
  fc.record({
    limit: fc.integer({ min: 1, max: 60 }),
    isPaged: fc.boolean(),
    offset: fc.nat({ max: 30 }),
    sorting: sorts
      ? fc.record({ sort: fc.constantFrom(...sorts), q: optional(generateSearchInput(texts, 100)) })
      : fc.constant({}),
    chosen: fc.record(
      Object.fromEntries(
        Object.entries(filters).map(([name, values]) => [name, optional(fc.constantFrom(...values))]),
      ),
    ),
  })

describe.each(lists)('$list', (list) => {
  it('returns the same rows and counts on both engines', async () => {
    const { token } = bothEngines.seeded[list.reader ?? 'admin']
    let matchCount = 0
    const question = questionOf(list)
    await fc.assert(
      fc.asyncProperty(question, async ({ limit, isPaged, offset, sorting, chosen }) => {
        const start = list.sorts && !isPaged ? { offset } : {}
        const params = JSON.parse(JSON.stringify({ limit, ...sorting, ...chosen })) as Record<string, unknown>
        let page = await queryBoth(bothEngines, list.list, { ...params, ...start }, token)
        expect(page.status, JSON.stringify(page.body)).toBe(200)
        matchCount += (page.body as string[]).length
        for (let index = 1; index < MAX_PAGES && page.cursor !== null; index++)
          page = await queryBoth(bothEngines, list.list, { ...params, cursor: page.cursor }, token)
        const searchTerms = typeof params.q === 'string' ? { q: params.q } : {}
        if (list.count) await queryBoth(bothEngines, list.count, searchTerms, token)
      }),
      { numRuns: QUESTIONS },
    )
    expect(matchCount).toBeGreaterThan(QUESTIONS / 2)
  })
})
