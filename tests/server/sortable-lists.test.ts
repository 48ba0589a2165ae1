import { fc } from '../support/fast-check.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatMoney, parsePrice } from '../../contract/money.ts'
import { changeSetSorts, setStatuses } from '../../contract/cars/car-changes.ts'
import { changeKindLabels } from '../../contract/cars/change-labels.ts'
import { auditActions, auditSorts } from '../../contract/audit.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { holdSorts, holdStates } from '../../contract/holds.ts'
import { importSorts, importStates } from '../../contract/imports.ts'
import {
  holdStateLabels,
  importStateLabels,
  issueStateLabels,
  NO_SUBJECT,
} from '../../contract/list-labels.ts'
import { issueSorts, issueStates } from '../../contract/newsletter.ts'
import { purchaseStates, saleSorts, saleStages } from '../../contract/purchases.ts'
import { myReportSorts, reportSorts, reportStates } from '../../contract/reports.ts'
import { paymentStates } from '../../contract/payment-intent.ts'
import { paymentSorts } from '../../contract/payments.ts'
import { dealStateLabels, dealStates } from '../../contract/deal-life.ts'
import { dealSorts } from '../../contract/deals.ts'
import { payoutSorts, payoutStateLabels, payoutStates } from '../../contract/payouts.ts'
import { peopleSorts } from '../../contract/users.ts'
import { listAuditEntries } from '../../server/core/audit/audit-list.repository.ts'
import { countImportRows } from '../../server/features/imports/import-list.repository.ts'
import { listReports } from '../../server/features/reports/report-lists.repository.ts'
import { joinSetDetails, toSet } from '../../server/features/changes/change.repository.ts'
import { toWireChangeSet } from '../../server/features/changes/changes.wire.ts'
import { getSetStatus } from '../../src-renderer/features/changes/set-text.ts'
import { joinReportDetails } from '../../server/features/reports/report.repository.ts'
import { listUsers } from '../../server/core/users/user-lists.repository.ts'
import { listSales } from '../../server/sale/records/sale-lists.repository.ts'
import { listPayments } from '../../server/sale/records/payment-lists.repository.ts'
import { listPayouts } from '../../server/features/payouts/payout-list.repository.ts'
import type { Actor } from '../../server/actor.ts'
import { call } from '../support/api-client.ts'
import {
  buildCar,
  buildDeal,
  buildPerson,
  buildPurchase,
  buildReport,
  type Person,
} from '../support/factories.ts'
import { sortAndFilterNaively, type NaiveRow } from '../support/reference-list.ts'
import { collectQueryPlans } from '../support/query-plans.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { actions, buildListData, buildPayout } from './list-test-data.ts'

interface SortableList {
  list: EndpointName
  sorts: readonly string[]
  /** The values of each filter, by the filter's name. */
  filters: Readonly<Record<string, readonly string[]>>
  rows: () => Promise<NaiveRow[]>
  /** The user who requests the list. Defaults to an admin. */
  reader?: () => Person
  /** The input that every call includes. */
  input?: () => { params?: Record<string, string>; query?: object }
}

const firstPage = { offset: 0, limit: 100 }

let server: TestServer
let admin: Person
let dealer: Person
let buyer: Person

beforeAll(async () => {
  server = await startTestServer()
  ;({ admin, dealer, buyer } = await buildListData(server))
})
afterAll(() => server.close())

const people = (account?: 'buyer' | 'seller') => async (): Promise<NaiveRow[]> => {
  const rows = await server.ctx.db.selectFrom('users').selectAll().where('deleted_at', 'is', null).execute()
  return rows
    .filter((row) => account === undefined || row.account === account)
    .map((row) => ({
      id: row.id,
      at: row.created_at,
      texts: [row.full_name, row.email],
      words: [row.account, row.role],
      keys: {
        name: row.full_name,
        email: row.email,
        proof: row.email_verified,
        account: row.account,
        role: row.role,
        badge: row.verified,
      },
      filters: {
        account: row.account,
        proof: row.email_verified ? 'confirmed' : 'unconfirmed',
        badge: row.verified ? 'verified' : 'unverified',
      },
    }))
}

const payments = async (): Promise<NaiveRow[]> => {
  const { db } = server.ctx
  const users = await db.selectFrom('users').select(['id', 'email']).execute()
  const emails = new Map(users.map(({ id, email }) => [id, email]))
  const rows = await db.selectFrom('payments').selectAll().execute()
  return rows.map((row) => {
    const [buyer, seller] = [emails.get(row.buyer_id)!, emails.get(row.seller_id)!]
    return {
      id: row.id,
      at: row.paid_at,
      moment: row.paid_at,
      texts: [row.car_name, row.intent_id, row.refund_reason ?? '', buyer, seller],
      amount: row.amount,
      keys: { car: row.car_name, amount: row.amount, buyer, seller, state: row.state },
      filters: { state: row.state },
    }
  })
}

const auditLog = async (): Promise<NaiveRow[]> => {
  const { db } = server.ctx
  const actionOrder = Object.values(auditActions).sort()
  const rows = await db.selectFrom('audit').selectAll().execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    moment: row.at,
    texts: [auditActions[row.action], row.actor_email, row.subject, row.target, row.detail],
    keys: {
      action: actionOrder.indexOf(auditActions[row.action]),
      actor: row.actor_email,
      target: row.subject || row.target,
      detail: row.detail,
    },
    filters: { action: row.action },
  }))
}

const holds = async (): Promise<NaiveRow[]> => {
  const rows = await server.ctx.db
    .selectFrom('attempts')
    .innerJoin('purchases', 'purchases.id', 'attempts.purchase_id')
    .innerJoin('users', 'users.id', 'attempts.buyer_id')
    .selectAll('attempts')
    .select(['purchases.car_name', 'users.full_name', 'users.email', 'users.email_verified'])
    .where('attempts.state', 'in', ['opening', 'open'])
    .execute()
  return rows.map((row) => {
    const hasExpired = row.held_until < '2100'
    const state = hasExpired ? 'over' : row.state === 'opening' ? 'starting' : 'held'
    return {
      id: row.id,
      at: row.created_at,
      moment: row.created_at,
      texts: [row.car_name, row.full_name, row.email, holdStateLabels[state]],
      amount: row.amount,
      keys: {
        car: row.car_name,
        buyer: row.full_name,
        proof: row.email_verified,
        until: row.held_until,
        state: holdStateLabels[state],
      },
      filters: { state },
    }
  })
}

const payouts = async (): Promise<NaiveRow[]> => {
  const rows = await server.ctx.db
    .selectFrom('payouts')
    .innerJoin('purchases', 'purchases.id', 'payouts.purchase_id')
    .innerJoin('users', 'users.id', 'payouts.seller_id')
    .selectAll('payouts')
    .select(['purchases.car_name', 'users.full_name'])
    .execute()
  return rows.map((row) => {
    const { paid, fee, debt, amount, reversed } = row
    const state = payoutStateLabels[row.state]
    const date = row.sent_at ?? row.created_at
    return {
      id: row.id,
      at: row.created_at,
      moment: date,
      texts: [row.car_name, row.full_name, state],
      amount,
      keys: { car: row.car_name, seller: row.full_name, paid, fee, debt, amount, reversed, state, date },
      filters: { state: row.state },
    }
  })
}

const deals = async (): Promise<NaiveRow[]> => {
  const rows = await server.ctx.db
    .selectFrom('deals')
    .innerJoin('purchases', 'purchases.id', 'deals.purchase_id')
    .innerJoin('payments', 'payments.id', 'deals.payment_id')
    .innerJoin('users', 'users.id', 'deals.seller_id')
    .selectAll('deals')
    .select(['purchases.car_name', 'purchases.buyer_name', 'payments.amount', 'users.full_name'])
    .execute()
  return rows.map((row) => {
    const { car_name: car, buyer_name: buyerName, full_name: seller, amount } = row
    const state = dealStateLabels[row.state]
    return {
      id: row.purchase_id,
      at: row.created_at,
      moment: row.created_at,
      texts: [car, buyerName, seller, state],
      amount,
      keys: { car, amount, buyer: buyerName, seller, state },
      filters: { state: row.state },
    }
  })
}

const importRows = async (): Promise<NaiveRow[]> => {
  const { db } = server.ctx
  const rows = await db.selectFrom('imports').selectAll().where('user_id', '=', dealer.id).execute()
  const counts = await countImportRows(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    moment: row.created_at,
    texts: [row.file_name, importStateLabels[row.state], row.state === 'failed' ? (row.message ?? '') : ''],
    keys: {
      file: row.file_name,
      rows: Object.values(counts.get(row.id)!).reduce((total, count) => total + count, 0),
      state: importStateLabels[row.state],
    },
    filters: { state: row.state },
  }))
}

const issues = async (): Promise<NaiveRow[]> => {
  const { db } = server.ctx
  const rows = await db.selectFrom('newsletter_issues').selectAll().where('deleted_at', 'is', null).execute()
  return rows.map((row) => {
    const subject = row.subject || NO_SUBJECT
    return {
      id: row.id,
      at: row.changed_at,
      moment: row.changed_at,
      texts: [subject, issueStateLabels[row.state]],
      keys: { subject, state: issueStateLabels[row.state] },
      filters: { state: row.state },
    }
  })
}

const reports = (seller?: () => Person) => async (): Promise<NaiveRow[]> => {
  const { db } = server.ctx
  const rows = await joinReportDetails(
    db.selectFrom('reports').where('reports.deleted_at', 'is', null),
  ).execute()
  return rows
    .filter((row) => seller === undefined || row.seller_id === seller().id)
    .map((row) => {
      const { carName, resellPrice } = JSON.parse(row.snapshot) as { carName: string; resellPrice: string }
      const price = parsePrice(resellPrice)
      const reporter = seller === undefined ? [row.reporter_name, row.reporter_email] : []
      return {
        id: row.id,
        at: row.created_at,
        moment: row.created_at,
        texts: [carName, row.reason, row.note, row.outcome, row.seller_email, ...reporter],
        priceText: resellPrice,
        keys: {
          car: carName,
          price,
          seller: row.seller_email,
          paid: Number(row.car_state === 'sold'),
          reason: row.reason,
          state: row.state,
        },
        filters: { state: row.state },
      }
    })
}

const ownReports = async (): Promise<NaiveRow[]> => {
  const { db } = server.ctx
  const reportsQuery = db.selectFrom('reports').where('reports.reporter_id', '=', buyer.id)
  const rows = await joinReportDetails(reportsQuery.where('reports.deleted_at', 'is', null)).execute()
  return rows.map((row) => {
    const { carName } = JSON.parse(row.snapshot) as { carName: string }
    return {
      id: row.id,
      at: row.created_at,
      moment: row.created_at,
      texts: [carName, row.reason, row.note, row.outcome],
      keys: {
        car: carName,
        paid: Number(row.car_state === 'sold'),
        reason: row.reason,
        state: row.state,
      },
      filters: {},
    }
  })
}

const sales = async (): Promise<NaiveRow[]> => {
  const rows = await server.ctx.db
    .selectFrom('purchases')
    .innerJoin('users', 'users.id', 'purchases.buyer_id')
    .selectAll('purchases')
    .select(['users.email', 'users.email_verified'])
    .where('purchases.seller_id', '=', dealer.id)
    .where('purchases.state', '<>', 'removed')
    .execute()
  return rows.map((row) => {
    const isPaid = row.state === 'paid'
    const contact = isPaid ? [row.buyer_contact, row.meeting_place] : []
    const email = isPaid && row.email_verified ? [row.email] : []
    return {
      id: row.id,
      at: row.created_ms,
      texts: [row.car_name, row.buyer_name, row.price_text, ...contact, ...email],
      words: [row.state],
      amount: row.price_minor,
      keys: { car: row.car_name, price: row.price_minor, buyer: row.buyer_name, state: row.state },
      filters: { state: row.state, stage: stageOf(row.state) },
    }
  })
}

const changeSets = (reader: () => Person, isAdmin: boolean) => async (): Promise<NaiveRow[]> => {
  const { db } = server.ctx
  const rows = await joinSetDetails(db.selectFrom('change_sets')).execute()
  const now = server.ctx.now()
  return rows
    .filter(({ actor }) => isAdmin || actor === reader().id)
    .map((row) => {
      const set = toWireChangeSet(toSet(row), { id: reader().id, isAdmin } as Actor, now)
      const status = getSetStatus(set, now.getTime())
      return {
        id: set._id,
        at: row.id,
        moment: set.at,
        texts: [changeKindLabels[set.kind], set.carName, set.by],
        keys: { what: changeKindLabels[set.kind], cars: set.carName, by: set.by, status },
        filters: { status },
      }
    })
}

function stageOf(state: string): string {
  return state === 'unpaid' || state === 'paying' ? 'interested' : 'paid'
}

const ofPeople = { proof: ['confirmed', 'unconfirmed'], badge: ['verified', 'unverified'] }

const sortableLists: SortableList[] = [
  {
    list: 'listUsers',
    sorts: peopleSorts,
    filters: { ...ofPeople, account: ['buyer', 'seller'] },
    rows: people(),
  },
  { list: 'listSellers', sorts: peopleSorts, filters: ofPeople, rows: people('seller') },
  { list: 'listBuyers', sorts: peopleSorts, filters: ofPeople, rows: people('buyer') },
  { list: 'listPayments', sorts: paymentSorts, filters: { state: paymentStates }, rows: payments },
  { list: 'listPayouts', sorts: payoutSorts, filters: { state: payoutStates }, rows: payouts },
  { list: 'listDeals', sorts: dealSorts, filters: { state: dealStates }, rows: deals },
  { list: 'listHolds', sorts: holdSorts, filters: { state: holdStates }, rows: holds },
  {
    list: 'listImports',
    sorts: importSorts,
    filters: { state: importStates },
    rows: importRows,
    reader: () => dealer,
  },
  { list: 'listIssues', sorts: issueSorts, filters: { state: issueStates }, rows: issues },
  { list: 'listAudit', sorts: auditSorts, filters: { action: actions }, rows: auditLog },
  { list: 'listReports', sorts: reportSorts, filters: { state: reportStates }, rows: reports() },
  {
    list: 'listReports',
    sorts: reportSorts,
    filters: { state: reportStates },
    rows: reports(() => dealer),
    reader: () => dealer,
  },
  {
    list: 'listChangeSets',
    sorts: changeSetSorts,
    filters: { status: setStatuses },
    rows: changeSets(() => admin, true),
  },
  {
    list: 'listChangeSets',
    sorts: changeSetSorts,
    filters: { status: setStatuses },
    rows: changeSets(() => dealer, false),
    reader: () => dealer,
  },
  {
    list: 'listMyReports',
    sorts: myReportSorts,
    filters: {},
    rows: ownReports,
    reader: () => buyer,
    input: () => ({ params: { email: buyer.email } }),
  },
  {
    list: 'listSales',
    sorts: saleSorts,
    filters: { state: purchaseStates, stage: saleStages },
    rows: sales,
    reader: () => dealer,
  },
]

describe.each(sortableLists)('$list', ({ list, sorts, filters, rows, reader = () => admin, input }) => {
  const ask = (query: object) => {
    const ownInput = input?.()
    const request = { ...ownInput, token: reader().token, query: { ...ownInput?.query, ...query } }
    return call<{ _id: string }[]>(server.url, list, request)
  }
  const readIds = async (query: object) => {
    const response = await ask(query)
    expect(response.status).toBe(200)
    return { ids: response.body.map(({ _id }) => _id), total: Number(response.headers.get('x-total-count')) }
  }

  it('finds, filters, and sorts like a naive implementation over all rows', async () => {
    const allRows = await rows()
    expect(allRows.length).toBeGreaterThan(20)
    const searchTexts = allRows
      .flatMap(({ texts, words = [], moment: at = '', amount = null, priceText = '' }) => [
        priceText,
        at,
        ...texts,
        ...words,
        amount === null ? '' : formatMoney(amount),
      ])
      .filter(Boolean)
    const word = fc
      .tuple(fc.constantFrom(...searchTexts), fc.nat(), fc.nat({ max: 6 }), fc.boolean())
      .map(([text, from, size, isLoud]) => {
        const part = text.slice(from % text.length).slice(0, size + 1)
        return isLoud ? part.toUpperCase() : part
      })
    const query = fc.record({
      q: fc.oneof(
        fc.constant(''),
        fc.array(word, { maxLength: 3 }).map((words) => words.join(' ')),
      ),
      sort: fc.constantFrom(...sorts),
      offset: fc.option(fc.nat({ max: 40 }), { nil: undefined }),
      limit: fc.integer({ min: 1, max: 200 }),
      filters: fc.record(
        Object.fromEntries(
          Object.entries(filters).map(([name, values]) => [
            name,
            fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 }),
          ]),
        ),
      ),
    })
    await fc.assert(
      fc.asyncProperty(query, async ({ filters: chosen, offset, ...rest }) => {
        const page = offset === undefined ? {} : { offset }
        const request = { ...rest, ...page, ...JSON.parse(JSON.stringify(chosen)) }
        expect(await readIds(request)).toEqual(
          sortAndFilterNaively(allRows, { ...rest, ...page, filters: chosen }),
        )
      }),
      { numRuns: 150 },
    )
  })

  it('starts at a given row and returns its position in the results', async () => {
    const allRows = await rows()
    const query = fc.record({
      row: fc.constantFrom(...allRows),
      sort: fc.constantFrom(...sorts),
      limit: fc.integer({ min: 1, max: 200 }),
      word: fc.option(fc.constantFrom(...allRows.flatMap(({ texts }) => texts.filter(Boolean))), { nil: '' }),
    })
    await fc.assert(
      fc.asyncProperty(query, async ({ row, sort, limit, word }) => {
        const q = word.split(/\s+/)[0]!
        const { ids, total } = sortAndFilterNaively(allRows, { q, sort, limit: allRows.length })
        const index = ids.indexOf(row.id)
        const response = await ask({ q, sort, limit, from: row.id })
        expect([
          response.body.map(({ _id }) => _id),
          response.headers.get('x-total-count'),
          response.headers.get('x-offset'),
        ]).toEqual([
          index < 0 ? [] : ids.slice(index, index + limit),
          String(total),
          index < 0 ? null : String(index),
        ])
      }),
      { numRuns: 60 },
    )
    const unknownRowResponse = await ask({ from: 'nobody' })
    expect([unknownRowResponse.body, unknownRowResponse.headers.get('x-offset')]).toEqual([[], null])
  })

  it('is unchanged for callers who do not request sorting or filtering', async () => {
    const allRows = await rows()
    expect(await readIds({})).toEqual(sortAndFilterNaively(allRows, {}))
    expect(await readIds({})).toEqual(await readIds({ offset: 0 }))
  })

  it('rejects unsupported sorting and filtering, and a cursor combined with a position', async () => {
    const startIndexes = [
      { cursor: 'abc', offset: 0 },
      { cursor: 'abc', from: 'abc' },
      { offset: 0, from: 'abc' },
    ]
    const invalid = [{ sort: 'shoe-size' }, { offset: -1 }, { from: '?' }, ...startIndexes]
    for (const query of [...invalid, ...Object.keys(filters).map((name) => ({ [name]: 'green' }))])
      expect((await ask(query)).status).toBe(400)
  })
})

describe('the counts of a list', () => {
  it('return the number of users of each kind that match the search', async () => {
    const count = async (query: object) =>
      (await call(server.url, 'countUsers', { token: admin.token, query: { ...query } })).body
    const allPeople = await people()()
    const countNaively = (q: string, account?: string) => {
      const total = (filters: object) =>
        sortAndFilterNaively(allPeople, { q, filters: { account, ...filters } }).total
      return {
        total: total({}),
        account: {
          buyer: account === 'seller' ? 0 : total({ account: 'buyer' }),
          seller: account === 'buyer' ? 0 : total({ account: 'seller' }),
        },
        proof: {
          confirmed: total({ proof: 'confirmed' }),
          unconfirmed: total({ proof: 'unconfirmed' }),
        },
        badge: {
          verified: total({ badge: 'verified' }),
          unverified: total({ badge: 'unverified' }),
        },
      }
    }
    expect(await count({})).toEqual(countNaively(''))
    expect(await count({ q: 'ada yard' })).toEqual(countNaively('ada yard'))
    expect(await count({ account: 'seller' })).toEqual(countNaively('', 'seller'))
  })
})

describe.each([
  { count: 'countPayments', states: paymentStates, rows: payments, reader: () => admin },
  { count: 'countPayouts', states: payoutStates, rows: payouts, reader: () => admin },
  { count: 'countDeals', states: dealStates, rows: deals, reader: () => admin },
  { count: 'countHolds', states: holdStates, rows: holds, reader: () => admin },
  { count: 'countIssues', states: issueStates, rows: issues, reader: () => admin },
  { count: 'countImports', states: importStates, rows: importRows, reader: () => dealer },
] as const)('$count', ({ count, states, rows, reader }) => {
  it('returns the number of rows in each state that match the search', async () => {
    const allRows = await rows()
    for (const q of ['', 'bmw', 'spät'])
      expect((await call(server.url, count, { token: reader().token, query: { q } })).body).toEqual(
        Object.fromEntries(
          states.map((state) => [state, sortAndFilterNaively(allRows, { q, filters: { state } }).total]),
        ),
      )
  })
})

describe('search terms', () => {
  it('match no data that is hidden from the reader', async () => {
    const findIds = async (list: EndpointName, token: string, q: string) =>
      Number((await call(server.url, list, { token, query: { q, offset: 0 } })).headers.get('x-total-count'))
    const reporter = await buildPerson(server.ctx, { full_name: 'Wilhelmina Whistle' })
    const car = await buildCar(server.ctx, dealer.id)
    await buildReport(server.ctx, reporter.id, car)
    expect(await findIds('listReports', admin.token, 'whistle')).toBe(1)
    expect(await findIds('listReports', dealer.token, 'whistle')).toBe(0)
    expect(await findIds('listReports', dealer.token, reporter.email)).toBe(0)

    const ownRequest = { params: { email: buyer.email }, token: buyer.token }
    const [ownReport] = await ownReports()
    const findOwn = async (q: string) =>
      (await call<{ _id: string }[]>(server.url, 'listMyReports', { ...ownRequest, query: { q } })).body
    expect((await findOwn(ownReport!.texts[0]!)).length).toBeGreaterThan(0)
    for (const q of ['24,900', dealer.email, '@lot.test']) expect(await findOwn(q)).toEqual([])

    const purchase = { buyer_contact: '777-7777', meeting_place: 'Lighthouse' }
    await buildPurchase(server.ctx, reporter.id, car, { ...purchase, buyer_name: 'Wilhelmina' })
    for (const q of ['777-7777', 'lighthouse', reporter.email])
      expect(await findIds('listSales', dealer.token, q)).toBe(0)
    await server.ctx.db.updateTable('purchases').set({ state: 'paid' }).where('car_id', '=', car).execute()
    for (const q of ['777-7777', 'lighthouse', reporter.email])
      expect(await findIds('listSales', dealer.token, q)).toBe(1)
  })

  it('find a sale by the exact IDs of its purchase, its transaction, and its transfer', async () => {
    type Sale = { purchaseID?: string; purchasedItemID?: string }
    const find = async (list: EndpointName, token: string, q: string) => {
      const read = async (position: object) =>
        (await call<Sale[]>(server.url, list, { token, query: { q, ...position } })).body
      const found = await read({})
      expect(await read({ offset: 0 })).toEqual(found)
      return found.map(({ purchaseID, purchasedItemID }) => purchaseID ?? purchasedItemID)
    }
    const ids = ['-Fo_und-by_ID0000000-', '_-Fo--und_by_ID000000_']
    for (const [index, id] of ids.entries()) {
      const car = await buildCar(server.ctx, dealer.id, { state: 'sold' })
      const fields = { id, state: 'paid' as const }
      await buildPurchase(server.ctx, buyer.id, car, fields)
      const payment = await buildDeal(server.ctx, id)
      const number = (100 + index) * payoutStates.length + payoutStates.indexOf('sent')
      await buildPayout(server.ctx, payment, number)
      for (const list of ['listDeals', 'listPayouts'] as const)
        for (const { token } of [admin, dealer]) {
          for (const q of [id, `audi ${id}`, `tr_${number}`]) expect(await find(list, token, q)).toEqual([id])
          for (const q of [id.slice(0, -1), id.toLowerCase(), 'tr_'])
            expect(await find(list, token, q)).toEqual([])
        }
      expect(await find('listDeals', admin.token, payment.intent_id)).toEqual([id])
      expect(await find('listPayments', admin.token, id)).toEqual([id])
    }
  })

  it('are counted consistently with the results', async () => {
    const total = (counts: object) =>
      Object.values(counts).reduce((all: number, each: number) => all + each, 0)
    const count = async (name: EndpointName, token: string, q: string) =>
      total((await call<object>(server.url, name, { token, query: { q } })).body)
    for (const q of ['', 'zoë', 'bmw 24,9']) {
      expect(await count('countSales', dealer.token, q)).toBe(
        sortAndFilterNaively(await sales(), { q }).total,
      )
      const ownRows = await reports(() => dealer)()
      expect(await count('countReports', dealer.token, q)).toBe(sortAndFilterNaively(ownRows, { q }).total)
      for (const [reader, isAdmin] of [
        [admin, true],
        [dealer, false],
      ] as const) {
        const sets = await changeSets(() => reader, isAdmin)()
        expect(await count('countChangeSets', reader.token, q)).toBe(sortAndFilterNaively(sets, { q }).total)
      }
      expect(await count('countReports', admin.token, q)).toBe(
        sortAndFilterNaively(await reports()(), { q }).total,
      )
    }
  })
})

describe('the access path of a list', () => {
  /** Reports whether a query walks an index. Rows with the same key may be sorted among themselves. */
  const isWalked = (plan: string) =>
    !/TEMP B-TREE FOR ORDER BY/.test(plan) && !/SCAN \w+\b(?! USING)/.test(plan)

  const lists: [name: string, ask: () => Promise<unknown>][] = [
    ...peopleSorts
      .filter((sort) => !sort.endsWith('badge'))
      .map((sort) => request('users', sort, () => listUsers(server.ctx, { sort, ...firstPage }))),
    ...(['newest', 'oldest', 'badge', '-badge'] as const).map((sort) =>
      request('sellers', sort, () => listUsers(server.ctx, { account: 'seller', sort, ...firstPage })),
    ),
    ...paymentSorts
      .filter((sort) => !/(buyer|seller)$/.test(sort))
      .map((sort) => request('payments', sort, () => listPayments(server.ctx, { sort, ...firstPage }))),
    ...payoutSorts
      .filter((sort) => !/(car|seller|state)$/.test(sort))
      .map((sort) =>
        request('payouts', sort, () => listPayouts(server.ctx, { sellerId: null, sort, ...firstPage })),
      ),
    ...(['newest', 'oldest', 'actor', '-actor'] as const).map((sort) =>
      request('the log', sort, () => listAuditEntries(server.ctx, { sort, ...firstPage })),
    ),
    ...(['newest', 'oldest', 'state', '-state'] as const).flatMap((sort) => [
      request('reports', sort, () => listReports(server.ctx, { sort, ...firstPage })),
      request('sales', sort, () => listSales(server.ctx, { sellerId: 'somebody', sort, ...firstPage })),
    ]),
  ]

  it.each(lists)('is an index for %s', async (_name, ask) => {
    const plans = await collectQueryPlans(server.ctx.db, ask)
    expect(plans.filter((plan) => !isWalked(plan))).toEqual([])
    expect(plans.length).toBeGreaterThan(1)
  })
})

function request(name: string, sort: string, ask: () => Promise<unknown>): [string, () => Promise<unknown>] {
  return [`${name} by ${sort}`, ask]
}
