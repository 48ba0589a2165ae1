import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { apiPath } from '../../contract/api/paths.ts'
import { statementsPath } from '../../contract/statements.ts'
import { notifyStatements } from '../../server/features/statements/notify-statements.ts'
import { runDeals } from '../../server/sale/stripe/run-deals.ts'
import { call } from '../support/api-client.ts'
import { buildPerson, buildSession, type Person } from '../support/factories.ts'
import {
  buildPayableSeller,
  buildSeller,
  callStripe,
  confirmReceived,
  onboard,
  refund,
  sell,
} from '../support/deals.ts'
import { hasPlans, collectQueryPlans } from '../support/query-plans.ts'
import { checkStatements, readStatements } from '../support/statements.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { readWrittenPdf } from '../support/written-pdf.ts'

const contact = {
  CONTACT_EMAIL: 'office@cars.example',
  CONTACT_ADDRESS: '1 Main Street, Boise, ID 83702',
}

let app: TestApp
let time = Date.parse('2026-10-20T12:00:00Z')
beforeAll(async () => {
  const now = () => time
  app = await startTestApp({
    env: contact,
    now: () => new Date(now()),
    stripe: { webhooks: 'hold', now, refundDelayMs: 0 },
  })
})
afterAll(() => app?.close())

type Statement = EndpointOutput<'getStatement'>

/** Sets the clock of the server and of Stripe. */
function travel(to: string): void {
  time = Date.parse(to)
}

async function withSession<P extends Person>(person: P): Promise<P> {
  return { ...person, token: await buildSession(app.ctx, person) }
}

async function withdraw(accountId: string): Promise<void> {
  const balance = await callStripe<{ available: { amount: number }[] }>(app, 'balance', {
    account: accountId,
  })
  const form = { amount: String(balance.available[0]!.amount), currency: 'usd' }
  await callStripe(app, 'payouts', { account: accountId, form })
}

async function fetchFile(
  { token }: Person,
  endpoint: 'getStatementPdf' | 'getStatementCsv',
  month: string,
  document = 'statement',
) {
  const response = await fetch(`${app.url}${apiPath(endpoint, { month })}?document=${document}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { response, contents: Buffer.from(await response.arrayBuffer()) }
}

/**
 * A seller with three months: a sale in October, its refund in November, of which the seller's account can't
 * return anything, and a second sale in December, whose payout settles the debt.
 */
async function buildThreeMonths(): Promise<Person> {
  travel('2026-10-20T12:00:00Z')
  const seller = await buildSeller(app)
  const accountId = await onboard(app, seller)
  const first = await sell(app, { seller })
  await confirmReceived(app, first)
  travel('2026-11-10T12:00:00Z')
  await withdraw(accountId)
  app.people.admin.token = await buildSession(app.ctx, app.people.admin)
  await refund(app, first, { amount: '1,000', refundedAmount: 0 })
  await runDeals(app.ctx)
  travel('2026-12-05T12:00:00Z')
  await onboardAgain(seller)
  const second = await sell(app, { seller, price: '10,000' })
  await confirmReceived(app, second)
  return withSession(seller)
}

/** Refreshes the account, which is checked every hour. */
async function onboardAgain(seller: Person): Promise<void> {
  await app.ctx.db
    .updateTable('payout_accounts')
    .set({ state: 'active', checked_at: app.ctx.now().toISOString() })
    .where('user_id', '=', seller.id)
    .execute()
}

describe('the months of a seller', () => {
  it('contain sales, refunds, debts, and fees, and agree with the books', async () => {
    const seller = await buildThreeMonths()
    const [october, november, december] = (await readStatements(app, seller)) as [
      Statement,
      Statement,
      Statement,
    ]
    expect(october).toMatchObject({
      month: '2026-10',
      isFinal: true,
      opening: { waitingMinor: 0, debtMinor: 0 },
      closing: { waitingMinor: 0, debtMinor: 0 },
      dueMinor: 2_440_200,
      sales: [
        {
          carName: expect.any(String),
          buyerPaidMinor: 2_490_000,
          refundedMinor: 0,
          feeMinor: 49_800,
          debtMinor: 0,
          payoutMinor: 2_440_200,
          transferID: expect.stringMatching(/^tr_/),
        },
      ],
      invoiceNumber: expect.stringMatching(/^2026-10-[0-9A-F]{12}$/),
    })
    expect(november.sales).toEqual([])
    expect(november.changes.map(({ kind, amount }) => [kind, amount])).toEqual(
      expect.arrayContaining([
        ['refund', 100_000],
        ['fee-refund', 2_000],
        ['debt', 98_000],
      ]),
    )
    expect(november.closing).toEqual({ waitingMinor: 0, debtMinor: 98_000 })
    expect(december).toMatchObject({
      isFinal: false,
      opening: november.closing,
      closing: { waitingMinor: 0, debtMinor: 0 },
      sales: [{ feeMinor: 20_000, debtMinor: 98_000, payoutMinor: 882_000 }],
      invoiceNumber: null,
    })
    await checkStatements(app, seller)
  })

  it('show pending payouts from the month of the handover on', async () => {
    travel('2026-10-20T12:00:00Z')
    const seller = await buildSeller(app)
    const sale = await sell(app, { seller })
    travel('2026-11-02T12:00:00Z')
    await confirmReceived(app, { ...sale, buyer: await withSession(sale.buyer) })
    const [october, november] = await readStatements(app, seller)
    expect(october!.closing).toEqual({ waitingMinor: 0, debtMinor: 0 })
    expect(november).toMatchObject({
      dueMinor: 2_440_200,
      changes: [],
      waiting: [{ purchaseID: sale.purchaseID, amount: 2_440_200, at: '2026-11-02T12:00:00.000Z' }],
    })
    await checkStatements(app, seller)
  })

  it('become final one hour after their end', async () => {
    travel('2026-10-20T12:00:00Z')
    const seller = await buildSeller(app)
    await sell(app, { seller })
    const isFinal = async () => (await readStatements(app, seller))[0]!.isFinal
    travel('2026-11-01T00:59:59Z')
    expect(await isFinal()).toBe(false)
    travel('2026-11-01T01:00:00Z')
    expect(await isFinal()).toBe(true)
  })
})

describe('the notice of a new statement', () => {
  const noticesTo = (seller: Person) =>
    app.ctx.db
      .selectFrom('messages')
      .select(['subject', 'link'])
      .where('user_id', '=', seller.id)
      .where('subject', 'like', 'Your statement for %')
      .orderBy('created_at')
      .execute()

  it('is sent once per seller and month, when the month is final', async () => {
    travel('2026-10-20T12:00:00Z')
    const [seller, otherSeller] = [await buildSeller(app), await buildSeller(app)]
    await sell(app, { seller })
    travel('2026-11-01T00:59:59Z')
    await notifyStatements(app.ctx)
    expect(await noticesTo(seller)).toEqual([])
    travel('2026-11-01T01:00:00Z')
    await Promise.all([notifyStatements(app.ctx), notifyStatements(app.ctx)])
    await notifyStatements(app.ctx)
    const notice = { subject: 'Your statement for October 2026 is ready', link: statementsPath() }
    expect(await noticesTo(seller)).toEqual([notice])
    expect(await noticesTo(otherSeller)).toEqual([])
    const mails = await app.ctx.db
      .selectFrom('mails')
      .select('id')
      .where('user_id', '=', seller.id)
      .where('subject', '=', notice.subject)
      .execute()
    expect(mails).toHaveLength(1)
  })

  it('is sent later if no server ran on the first day, but not for a month without sales', async () => {
    travel('2026-12-20T12:00:00Z')
    const seller = await buildSeller(app)
    await sell(app, { seller })
    travel('2027-01-03T09:00:00Z')
    await notifyStatements(app.ctx)
    travel('2027-02-01T09:00:00Z')
    await notifyStatements(app.ctx)
    expect((await noticesTo(seller)).map(({ subject }) => subject)).toEqual([
      'Your statement for December 2026 is ready',
    ])
  })

  it.runIf(hasPlans)('is prepared from the rows of the month', async () => {
    travel('2026-11-01T01:00:00Z')
    const plans = await collectQueryPlans(app.ctx.db, () => notifyStatements(app.ctx))
    const plan = plans.find((steps) => steps.includes('deals_by_confirmation'))
    expect(plan).toContain('ledger_entries_by_age (at>? AND at<?)')
    expect(plan).toContain('deals_by_confirmation (confirmed_at>? AND confirmed_at<?)')
    expect(plan).toContain('messages_by_user (user_id=? AND created_at>?)')
    expect(plans.join('\n')).not.toMatch(/SCAN (deals|ledger_entries|users|messages)/)
  })

  it('is sent for each month with sales', async () => {
    travel('2027-03-20T12:00:00Z')
    const seller = await buildSeller(app)
    await sell(app, { seller })
    travel('2027-04-01T09:00:00Z')
    await notifyStatements(app.ctx)
    await sell(app, { seller })
    travel('2027-05-01T09:00:00Z')
    await notifyStatements(app.ctx)
    expect((await noticesTo(seller)).map(({ subject }) => subject)).toEqual([
      'Your statement for March 2027 is ready',
      'Your statement for April 2027 is ready',
    ])
  })
})

describe('access', () => {
  it('is limited to the seller and admins', async () => {
    travel('2026-10-20T12:00:00Z')
    const seller = await buildPayableSeller(app)
    await confirmReceived(app, await sell(app, { seller }))
    const other = await buildSeller(app)
    const buyer = await buildPerson(app.ctx)
    const admin = await withSession(app.people.admin)
    const statusFor = async ({ token }: Person, query: Record<string, string>) => {
      const request = { token, params: { month: '2026-10' }, query }
      return (await call(app.url, 'getStatement', request)).status
    }
    expect(await statusFor(seller, {})).toBe(200)
    expect(await statusFor(admin, { seller: seller.id })).toBe(200)
    expect(await statusFor(other, { seller: seller.id })).toBe(404)
    expect(await statusFor(other, {})).toBe(404)
    expect(await statusFor(buyer, { seller: seller.id })).toBe(403)
    expect(await statusFor(admin, { seller: 'unknown' })).toBe(404)
  })

  it('rejects a month that does not exist, and finds no empty month', async () => {
    const seller = await buildSeller(app)
    const statusOf = async (month: string) =>
      (await call(app.url, 'getStatement', { token: seller.token, params: { month } })).status
    for (const month of ['2026-13', '2026-1', 'now', '2026-00']) expect(await statusOf(month)).toBe(400)
    expect(await statusOf('2026-09')).toBe(404)
    const { response } = await fetchFile(seller, 'getStatementPdf', '2026-09')
    expect(response.status).toBe(404)
  })
})

describe('the files', () => {
  it('state the same amounts as PDF and CSV', async () => {
    const seller = await buildThreeMonths()
    travel('2027-01-02T00:00:00Z')
    const reader = await withSession(seller)
    const pdf = await fetchFile(reader, 'getStatementPdf', '2026-12')
    expect(pdf.response.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.response.headers.get('content-disposition')).toBe(
      'attachment; filename="kerblight-statement-2026-12.pdf"',
    )
    const text = readWrittenPdf(pdf.contents).join(' ')
    for (const part of [
      'Statement for December 2026',
      'Sam Seller',
      '1 Main Street, Boise, ID 83702',
      '$10,000.00',
      '-$200.00',
      '-$980.00',
      '$8,820.00',
      'Page 1 of 1',
    ])
      expect(text).toContain(part)

    const csv = await fetchFile(reader, 'getStatementCsv', '2026-12')
    const lines = csv.contents.toString('utf8').split('\r\n')
    expect(lines[0]).toBe(
      '\u{feff}Date (UTC),Entry,Car,Buyer paid,Refunded,Fee,Debt deducted,Amount,Reference,Purchase ID',
    )
    expect(lines).toContain('2026-12-01,Debt at the start,,,,,,980.00,,')
    expect(lines.find((line) => line.includes(',Paid out,'))).toMatch(
      /^2026-12-05,Paid out,[^,]+,10000\.00,0\.00,200\.00,980\.00,8820\.00,tr_\w+,'?[\w-]+$/,
    )
  })

  it('include an invoice with the fees, or a credit for the refunded fees', async () => {
    const reader = await buildThreeMonths()
    const october = await fetchFile(reader, 'getStatementPdf', '2026-10', 'invoice')
    const text = readWrittenPdf(october.contents).join(' ')
    const { invoiceNumber } = (await readStatements(app, reader))[0]!
    for (const part of ['Fee invoice for October 2026', invoiceNumber!, 'Oct 31, 2026', '$498.00'])
      expect(text).toContain(part)
    const november = await fetchFile(reader, 'getStatementCsv', '2026-11', 'invoice')
    expect(november.contents.toString('utf8')).toMatch(/,Fee given back for [^,]+,,,20\.00\r\n/)
    const december = await fetchFile(reader, 'getStatementPdf', '2026-12', 'invoice')
    expect(readWrittenPdf(december.contents).join(' ')).toContain('Assigned after the end of the month')
  })

  it('do not include an invoice for a month without fees', async () => {
    travel('2026-10-20T12:00:00Z')
    const seller = await buildSeller(app)
    await sell(app, { seller })
    const { response } = await fetchFile(seller, 'getStatementPdf', '2026-10', 'invoice')
    expect(response.status).toBe(404)
  })
})
