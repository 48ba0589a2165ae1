import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/endpoint.ts'
import { sumSalesByMonth } from '../../server/sale/records/payment.repository.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPayment, buildPerson, buildPurchase } from '../support/factories.ts'
import { plansOf } from '../support/query-plans.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

it('sums what each month sold: the own cars for a seller, everybody’s for an admin, less what went back', async () => {
  const { ctx, url } = server
  const [seller, other, buyer, admin] = [
    await buildPerson(ctx, { account: 'seller' }),
    await buildPerson(ctx, { account: 'seller' }),
    await buildPerson(ctx),
    await buildPerson(ctx, { account: 'seller', role: 'admin' }),
  ]
  const sell = async (sellerId: string, paid_at: string, fields: Parameters<typeof buildPayment>[2] = {}) => {
    const carID = await buildCar(ctx, sellerId, { state: 'sold' })
    await buildPayment(ctx, await buildPurchase(ctx, buyer.id, carID), { paid_at, amount: 100, ...fields })
  }
  const [running = '', last = '', , , , first = ''] = monthsBack(ctx.now())
  await sell(seller.id, `${running}-01T00:00:00.000Z`)
  await sell(seller.id, `${last}-01T00:00:00.000Z`)
  await sell(seller.id, `${last}-28T23:59:59.999Z`, { state: 'refund-failed' })
  await sell(seller.id, `${last}-02T00:00:00.000Z`, { state: 'refunded' })
  await sell(seller.id, `${last}-02T00:00:00.000Z`, { state: 'refund-pending' })
  await sell(seller.id, `${last}-02T00:00:00.000Z`, { is_sale: 0, state: 'refund-failed' })
  await sell(seller.id, new Date(Date.parse(`${first}-01T00:00:00Z`) - 1).toISOString())
  await sell(seller.id, `${running}-02T00:00:00.000Z`, { refunded_amount: 30 })
  await sell(other.id, `${first}-01T00:00:00.000Z`)
  await sell(admin.id, `${first}-15T00:00:00.000Z`)

  const read = async (token: string, query = {}) => {
    const { body } = await call<EndpointOutput<'listSalesByMonth'>>(url, 'listSalesByMonth', { token, query })
    expect(body.map(({ month }) => month)).toEqual(monthsBack(ctx.now()).reverse())
    return body.map(({ cars, amount }) => [cars, amount])
  }
  const none = [0, 0]
  expect(await read(seller.token)).toEqual([none, none, none, none, [2, 200], [2, 170]])
  expect(await read(admin.token)).toEqual([[2, 200], none, none, none, [2, 200], [2, 170]])
  expect(await read(admin.token, { mine: '1' })).toEqual([[1, 100], none, none, none, none, none])
})

it('reads a seller’s sales without everybody else’s', async () => {
  const { db } = server.ctx
  const plans = await plansOf(db, () => sumSalesByMonth(db, new Date(), 'somebody'))
  expect(plans.join('\n')).toContain('COVERING INDEX payments_by_seller')
})

/** `2026-11` first, six of them. */
function monthsBack(now: Date): string[] {
  const months: string[] = []
  for (let [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1]; months.length < 6; month--) {
    if (month === 0) [year, month] = [year - 1, 12]
    months.push(`${year}-${String(month).padStart(2, '0')}`)
  }
  return months
}
