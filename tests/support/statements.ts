import { expect } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { readSellerDebt } from '../../server/sale/records/ledger.repository.ts'
import { call, type ApiRequest } from './api-client.ts'
import { buildSession, type Person } from './factories.ts'
import type { TestApp } from './test-app.ts'

type Statement = EndpointOutput<'getStatement'>

async function read<T>(
  app: TestApp,
  seller: Pick<Person, 'id' | 'uid'>,
  name: EndpointName,
  request: ApiRequest = {},
): Promise<T> {
  const { status, body } = await call<T>(app.url, name, {
    ...request,
    token: await buildSession(app.ctx, seller),
  })
  expect(status).toBe(200)
  return body
}

/** Reads all statements of a seller, oldest first. */
export async function readStatements(app: TestApp, seller: Pick<Person, 'id' | 'uid'>): Promise<Statement[]> {
  const { months } = await read<EndpointOutput<'getStatements'>>(app, seller, 'getStatements')
  const statements: Statement[] = []
  for (const listed of months.toReversed()) {
    const { month } = listed
    const statement = await read<Statement>(app, seller, 'getStatement', { params: { month } })
    const { sales, totals, isFinal } = statement
    expect(listed).toEqual({
      month,
      isFinal,
      sales: sales.length,
      payoutMinor: totals.payoutMinor,
      feeMinor: totals.feeMinor + totals.feeCorrectionMinor - totals.feeRefundMinor,
      takenBackMinor: totals.takenBackMinor,
      hasInvoice: totals.feeMinor + totals.feeRefundMinor + totals.feeCorrectionMinor > 0,
    })
    statements.push(statement)
  }
  return statements
}

/** Checks that each statement of a seller adds up, and that all of them together agree with the books. */
export async function checkStatements(app: TestApp, seller: Pick<Person, 'id' | 'uid'>): Promise<void> {
  const statements = await readStatements(app, seller)
  let before: Statement['closing'] = { waitingMinor: 0, debtMinor: 0 }
  for (const { opening, closing, dueMinor, sales, totals } of statements) {
    expect(opening).toEqual(before)
    expect(balanceOf(closing)).toBe(balanceOf(opening) + dueMinor - totals.payoutMinor - totals.newDebtMinor)
    expect(closing.debtMinor).toBe(opening.debtMinor + totals.newDebtMinor - totals.debtMinor)
    for (const sale of sales)
      expect(sale.payoutMinor).toBe(sale.buyerPaidMinor - sale.refundedMinor - sale.feeMinor - sale.debtMinor)
    before = closing
  }
  expect(before.debtMinor).toBe(await readSellerDebt(app.ctx.db, seller.id))
  expect(sumUp(statements)).toEqual(await sumBooks(app, seller.id))
}

function balanceOf({ waitingMinor, debtMinor }: Statement['closing']): number {
  return waitingMinor - debtMinor
}

function sumUp(statements: readonly Statement[]) {
  const sumOf = (key: keyof Statement['totals']) =>
    statements.reduce((sum, { totals }) => sum + totals[key], 0)
  return {
    paidOut: sumOf('payoutMinor'),
    takenBack: sumOf('takenBackMinor'),
    fees: sumOf('feeMinor') + sumOf('feeCorrectionMinor') - sumOf('feeRefundMinor'),
    charged: statements
      .flatMap(({ changes }) => changes)
      .reduce((sum, { kind, amount }) => sum + (kind === 'charge' ? amount : 0), 0),
  }
}

async function sumBooks({ ctx }: TestApp, sellerId: string) {
  const payouts = await ctx.db
    .selectFrom('payouts')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('state', '=', 'sent')
    .execute()
  const reversals = await ctx.db
    .selectFrom('payout_reversals')
    .innerJoin('payouts', 'payouts.id', 'payout_reversals.payout_id')
    .select('payout_reversals.amount')
    .where('payouts.seller_id', '=', sellerId)
    .where('payout_reversals.state', '=', 'sent')
    .execute()
  const entries = await ctx.db
    .selectFrom('ledger_entries')
    .innerJoin('deals', 'deals.purchase_id', 'ledger_entries.purchase_id')
    .select(['kind', 'account', 'amount'])
    .where('seller_id', '=', sellerId)
    .execute()
  const add = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
  return {
    paidOut: add(payouts),
    takenBack: add(reversals),
    fees: add(
      entries.filter(
        ({ kind, account }) => account === 'fee' && !kind.includes('stripe') && kind !== 'dispute-fee',
      ),
    ),
    charged: add(entries.filter(({ kind, account }) => account === 'platform' && kind === 'charge')),
  }
}
