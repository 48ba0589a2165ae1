import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { countLists } from '../../server/features/cars/car-lists.repository.ts'
import { getVisibleCar } from '../../server/features/cars/visible-car.ts'
import { listSellersOtherCars } from '../../server/features/cars/related-cars.repository.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, buildPurchase, type Person } from '../support/factories.ts'
import { collectQueryPlans } from '../support/query-plans.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let seller: Person
beforeAll(async () => {
  server = await startTestServer()
  seller = await buildPerson(server.ctx, { full_name: 'Sam Seller', account: 'seller' })
})
afterAll(() => server?.close())

const sellCar = (fields: Parameters<typeof buildCar>[2]) => buildCar(server.ctx, seller.id, fields)

async function relatedTo(id: string, token?: string) {
  return call<EndpointOutput<'getRelatedCars'>>(server.url, 'getRelatedCars', { params: { id }, token })
}

describe('similar cars', () => {
  it('are ranked by shared make, body, and price, without the car itself and unavailable cars', async () => {
    const otherSeller = await buildPerson(server.ctx, { account: 'seller' })
    const build = (fields: Parameters<typeof buildCar>[2]) => buildCar(server.ctx, otherSeller.id, fields)
    const base = { category_name: 'BMW', body: 'suv', resell_price: '40,000' } as const
    const car = await sellCar(base)
    const alikeCar = await build({ ...base, resell_price: '45,000' })
    const otherMake = await build({ ...base, category_name: 'Tesla', resell_price: '35,000' })
    const dearerCar = await build({ ...base, resell_price: '90,000' })
    const sedan = await build({ ...base, body: 'sedan', resell_price: '10,000' })
    await build({ ...base, state: 'sold' })
    await build({ ...base, state: 'withdrawn' })
    const { body } = await relatedTo(car)
    expect(body.similar.map(({ _id }) => _id)).toEqual([alikeCar, otherMake, dearerCar, sedan])
  })

  it('are at most six, and also found for a sold car or a car without price or body', async () => {
    const otherSeller = await buildPerson(server.ctx, { account: 'seller' })
    for (let count = 0; count < 7; count++) {
      await sellCar({ category_name: 'Audi' })
      await buildCar(server.ctx, otherSeller.id, { category_name: 'Audi' })
    }
    const bare = await sellCar({ category_name: 'Audi', body: null, resell_price: 'ask me', state: 'sold' })
    const { body } = await relatedTo(bare)
    expect(body.similar).toHaveLength(6)
    expect(body.sameSeller).toHaveLength(6)
  })

  it('exclude cars in the seller’s own row, even if many of them are newer', async () => {
    const dealer = await buildPerson(server.ctx, { account: 'seller' })
    const otherSeller = await buildPerson(server.ctx, { account: 'seller' })
    const coupe = { category_name: 'Tesla', body: 'coupe' } as const
    const posted_at = new Date(server.ctx.now().getTime() - 3_600_000).toISOString()
    const theirCar = await buildCar(server.ctx, otherSeller.id, { ...coupe, posted_at })
    const [car, ...moreCars] = await Promise.all(
      Array.from({ length: 7 }, () => buildCar(server.ctx, dealer.id, coupe)),
    )
    const { body } = await relatedTo(car!)
    expect(body.sameSeller.map(({ _id }) => _id).sort()).toEqual(moreCars.sort())
    const similarIds = body.similar.map(({ _id }) => _id)
    expect(similarIds[0]).toBe(theirCar)
    expect(similarIds.filter((id) => moreCars.includes(id))).toEqual([])
  })
})

it('counts the lists with a car without naming users, and hides contacts from signed-out users', async () => {
  const car = await sellCar({})
  await sellCar({})
  const people = await Promise.all([1, 2, 3, 4].map(() => buildPerson(server.ctx)))
  for (const [index, state] of (['unpaid', 'paying', 'removed', 'refunded'] as const).entries())
    await buildPurchase(server.ctx, people[index]!.id, car, { state })
  const { body } = await relatedTo(car)
  expect(body.onLists).toBe(2)
  expect(JSON.stringify(body)).not.toContain('555-0100')
  expect(JSON.stringify(body)).not.toContain(people[0]!.id)
  expect((await relatedTo(car, people[0]!.token)).body.sameSeller[0]).toHaveProperty('selllerContact')
})

it('returns 404 if the car is not visible to the caller', async () => {
  const withdrawnCar = await sellCar({ state: 'withdrawn' })
  expect((await relatedTo(withdrawnCar)).status).toBe(404)
  expect((await relatedTo(withdrawnCar, seller.token)).status).toBe(200)
})

it('reads only one seller’s cars and one car’s lists', async () => {
  const { ctx } = server
  const car = await getVisibleCar(ctx, await sellCar({}), null)
  const plans = await collectQueryPlans(ctx.db, async () => {
    await listSellersOtherCars(ctx.db, car)
    await countLists(ctx.db, [car.id])
  })
  expect(plans.join('\n')).toContain('cars USING INDEX cars_by_seller')
  expect(plans.join('\n')).toContain('purchases USING INDEX purchases_by_car')
})
