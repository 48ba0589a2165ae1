import { afterEach, describe, expect, it } from 'vitest'
import type { Car } from '../../contract/cars/cars.ts'
import { limits } from '../../contract/api/limits.ts'
import { call, type ApiResponse } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const CARS = 100
const FIRST = 10_000

let server: TestServer
let seller: Person
afterEach(() => server.close())

/**
 * Starts a server with rate limits, and builds a seller with one car.
 * @param shares limits for the shares of a class, in the format of the `LIMITS` setting
 */
async function start(shares: string): Promise<void> {
  server = await startTestServer({ env: { RATE_LIMITS: 'on', LIMITS: shares } })
  seller = await buildPerson(server.ctx, { account: 'seller' })
  await buildCar(server.ctx, seller.id, { stock_no: String(FIRST) })
}

const form = {
  category_name: 'Tesla',
  modelName: 'Model 3',
  selllerContact: '555-0123',
  usageTime: '2 years',
  originalPrice: '48,990',
}

/**
 * Adds a hundred cars concurrently.
 * @returns the stock numbers of the added cars in order, and the number of calls that a rate limit rejected
 */
async function addAtOnce() {
  const responses = await Promise.all(Array.from({ length: CARS }, add))
  const ids = responses.flatMap(({ status, body }) => (status === 200 ? body.insertedId : []))
  const numbers = await Promise.all(ids.map(numberOf))
  const rejectedCount = responses.filter(({ status }) => status === 429).length
  return { numbers: numbers.sort((one, other) => one - other), rejectedCount }
}

/**
 * Adds a car. Retries a call that the server rejects with 503 because it has waited too long, as on a busy
 * machine with Postgres.
 */
async function add(): Promise<ApiResponse<{ insertedId: string }>> {
  const request = { token: seller.token, body: form }
  const response = await call<{ insertedId: string }>(server.url, 'addCar', request)
  return response.status === 503 ? add() : response
}

async function numberOf(id: string): Promise<number> {
  const { body } = await call<Car>(server.url, 'getCar', { params: { id }, token: seller.token })
  return Number(body.stockNo)
}

const numbersFromFirst = (count: number) => Array.from({ length: count }, (_, index) => FIRST + 1 + index)

describe('one hundred cars added concurrently', () => {
  it('get one hundred consecutive stock numbers if the limit allows as many writes', async () => {
    await start(`W1=${CARS * 10}`)
    expect(await addAtOnce()).toEqual({ numbers: numbersFromFirst(CARS), rejectedCount: 0 })
  })

  it('are limited to a minute’s writes by default, and rejected cars use no number', async () => {
    await start('')
    const { user } = limits.W1
    expect(await addAtOnce()).toEqual({ numbers: numbersFromFirst(user), rejectedCount: CARS - user })
  })
})
