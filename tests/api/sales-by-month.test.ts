import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { listLastMonths } from '../../server/features/payments/sales-by-month.ts'
import { sumSalesByMonth } from '../../server/sale/records/payment-lists.repository.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPayment, buildPerson, buildPurchase } from '../support/factories.ts'
import { hasPlans, collectQueryPlans } from '../support/query-plans.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

it('sums monthly sales net of refunds, own cars for sellers and all cars for admins', async () => {
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
  const [currentMonth = '', lastMonth = '', , , , firstMonth = ''] = monthsBack(ctx.now())
  await sell(seller.id, `${currentMonth}-01T00:00:00.000Z`)
  await sell(seller.id, `${lastMonth}-01T00:00:00.000Z`)
  await sell(seller.id, `${lastMonth}-28T23:59:59.999Z`, { state: 'refund-failed' })
  await sell(seller.id, `${lastMonth}-02T00:00:00.000Z`, { state: 'refunded' })
  await sell(seller.id, `${lastMonth}-02T00:00:00.000Z`, { state: 'refund-pending' })
  await sell(seller.id, `${lastMonth}-02T00:00:00.000Z`, { is_sale: 0, state: 'refund-failed' })
  await sell(seller.id, new Date(Date.parse(`${firstMonth}-01T00:00:00Z`) - 1).toISOString())
  await sell(seller.id, `${currentMonth}-02T00:00:00.000Z`, { refunded_amount: 30 })
  await sell(other.id, `${firstMonth}-01T00:00:00.000Z`)
  await sell(admin.id, `${firstMonth}-15T00:00:00.000Z`)

  const readMonths = async (token: string, query = {}) => {
    const { body } = await call<EndpointOutput<'listSalesByMonth'>>(url, 'listSalesByMonth', { token, query })
    expect(body.map(({ month }) => month)).toEqual(monthsBack(ctx.now()).reverse())
    return body.map(({ cars, amount }) => [cars, amount])
  }
  const none = [0, 0]
  expect(await readMonths(seller.token)).toEqual([none, none, none, none, [2, 200], [2, 170]])
  expect(await readMonths(admin.token)).toEqual([[2, 200], none, none, none, [2, 200], [2, 170]])
  expect(await readMonths(admin.token, { mine: '1' })).toEqual([[1, 100], none, none, none, none, none])
})

describe('the reader’s time zone', () => {
  it.each(['Pacific/Kiritimati', 'Pacific/Honolulu', 'UTC', 'Australia/Lord_Howe'])(
    'determines the midnight at which a month begins and ends: %s',
    async (timeZone) => {
      const { ctx, url } = server
      const seller = await buildPerson(ctx, { account: 'seller' })
      const buyer = await buildPerson(ctx)
      const monthStart = Date.parse(`${monthsBack(ctx.now())[1]}-01T00:00:00Z`)
      const saleTimes = [-15, -13, -9, -1, 0, 1, 9, 11, 15].map(
        (hours) => new Date(monthStart + hours * 3_600_000),
      )
      for (const saleTime of saleTimes) {
        const carID = await buildCar(ctx, seller.id, { state: 'sold' })
        await buildPayment(ctx, await buildPurchase(ctx, buyer.id, carID), {
          paid_at: saleTime.toISOString(),
        })
      }
      const { body } = await call<EndpointOutput<'listSalesByMonth'>>(url, 'listSalesByMonth', {
        token: seller.token,
        query: { timeZone },
      })
      const monthOf = (saleTime: Date) =>
        new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', timeZone }).format(saleTime)
      expect(body.map(({ month, cars }) => [month, cars])).toEqual(
        body.map(({ month }) => [month, saleTimes.filter((saleTime) => monthOf(saleTime) === month).length]),
      )
      expect(body.reduce((total, { cars }) => total + cars, 0)).toBe(saleTimes.length)
      expect(body.at(-1)!.month).toBe(monthOf(ctx.now()))
    },
  )

  it('determines a month’s beginning even if the clocks change at that moment', () => {
    const beginOf = (now: string, timeZone: string) =>
      listLastMonths(new Date(now), timeZone, 1)[0]!.begin.toISOString()
    // In the first case, clocks jumped from 24:00 to 01:00. In the second one, they went back from 24:00 to
    // 23:00.
    expect(beginOf('2017-10-15T00:00:00Z', 'America/Asuncion')).toBe('2017-10-01T04:00:00.000Z')
    expect(beginOf('1998-03-15T00:00:00Z', 'America/Asuncion')).toBe('1998-03-01T04:00:00.000Z')
    expect(beginOf('2026-11-15T00:00:00Z', 'America/New_York')).toBe('2026-11-01T04:00:00.000Z')
  })

  it('is rejected if unknown', async () => {
    const seller = await buildPerson(server.ctx, { account: 'seller' })
    const { status, body } = await call(server.url, 'listSalesByMonth', {
      token: seller.token,
      query: { timeZone: 'Kerblight/Yard' },
    })
    expect([status, body.errors?.[0]]).toMatchObject([
      400,
      { path: 'timeZone', message: 'Send a time zone, such as America/New_York.' },
    ])
  })
})

it.runIf(hasPlans)(
  'reads a seller’s sales through an index without scanning other sellers’ sales',
  async () => {
    const { db } = server.ctx
    const months = listLastMonths(new Date(), 'UTC', 6)
    const plans = await collectQueryPlans(db, () => sumSalesByMonth(db, months, 'somebody'))
    expect(plans.join('\n')).toContain('INDEX payments_by_seller')
  },
)

/** Returns six months in descending order, such as `2026-11`, `2026-10`, and so on. */
function monthsBack(now: Date): string[] {
  const months: string[] = []
  for (let [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1]; months.length < 6; month--) {
    if (month === 0) [year, month] = [year - 1, 12]
    months.push(`${year}-${String(month).padStart(2, '0')}`)
  }
  return months
}
