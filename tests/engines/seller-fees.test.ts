import { fc } from '../support/fast-check.ts'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { computeAllInPrice, sumOfFees, type SellerFee } from '../../contract/all-in-price.ts'
import type { ChangeSet } from '../../contract/cars/car-changes.ts'
import type { Car } from '../../contract/cars/cars.ts'
import { parsePrice } from '../../contract/money.ts'
import { fromFeesColumn, toFeesColumn } from '../../server/db/fees-column.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { addImportedCars, apply, formatCsv, readFile } from '../support/imports.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { engines } from './open-engine.ts'

describe.each(engines)('the all-in prices of cars on %s', (engine) => {
  let server: TestServer
  let drop = () => Promise.resolve()
  let sellers: Person[]
  let admin: Person

  beforeAll(async () => {
    if (engine === 'sqlite') server = await startTestServer()
    else {
      const { address, drop: dropDatabase } = await createTestDatabase(inject('postgresUrl'))
      drop = dropDatabase
      server = await startTestServer({ config: { postgres: address }, isSingleProcess: false })
    }
    sellers = [
      await buildPerson(server.ctx, { account: 'seller' }),
      await buildPerson(server.ctx, { account: 'seller' }),
    ]
    admin = await buildPerson(server.ctx, { role: 'admin' })
  })
  afterAll(async () => {
    await server.close()
    await drop()
  })

  /** Each car's seller, and the fees that it keeps while it is reserved or sold, by car ID. */
  const expected = new Map<string, { seller: Person; frozen: readonly SellerFee[] | null }>()
  const feesOf = new Map<Person, readonly SellerFee[]>()
  const setIds: { seller: Person; undoId: string }[] = []

  const send = (name: Parameters<typeof call>[1], request: ApiRequest) =>
    call<Record<string, unknown>>(server.url, name, request)

  async function compareAll(): Promise<void> {
    await server.ctx.sellerFees.idle()
    const rows = await server.ctx.db.selectFrom('cars').selectAll().execute()
    expect(rows).toHaveLength(expected.size)
    for (const row of rows) {
      const { seller, frozen } = expected.get(row.id)!
      const fees = frozen ?? feesOf.get(seller) ?? []
      expect(row.price_minor, row.id).toBe(parsePrice(row.resell_price))
      expect(fromFeesColumn(row.fees), row.state).toEqual(fees)
      expect(row.all_in_minor).toBe(withFees(row.price_minor, fees))
      expect(computeAllInPrice(row.price_minor, fees)).toBe(row.all_in_minor)
    }
  }

  const withFees = (price: number | null, fees: readonly SellerFee[]) =>
    price === null || price < 50 ? price : price + sumOfFees(fees)

  /** Adds the cars that an import has added, and removes those that a revert has removed. */
  async function noteChangedRows(seller: Person): Promise<void> {
    const rows = await server.ctx.db
      .selectFrom('cars')
      .select('id')
      .where('seller_id', '=', seller.id)
      .execute()
    const ids = new Set(rows.map(({ id }) => id))
    for (const [id, car] of expected) if (car.seller === seller && !ids.has(id)) expected.delete(id)
    for (const id of ids) if (!expected.has(id)) expected.set(id, { seller, frozen: null })
  }

  async function stockNumbersOf(ids: string[]): Promise<string[]> {
    const rows = await server.ctx.db.selectFrom('cars').select('stock_no').where('id', 'in', ids).execute()
    return rows.flatMap(({ stock_no }) => stock_no ?? [])
  }

  const steps: Record<string, (seller: Person, ids: string[], value: number) => Promise<void>> = {
    async fees(seller, _ids, value) {
      const fees = Array.from({ length: value % 4 }, (_, index) => ({
        name: `Fee ${index} ${value % 3}`,
        amountMinor: 1 + value * (index + 1),
      }))
      expect((await send('saveSellerFees', { token: seller.token, body: { fees } })).status).toBe(200)
      feesOf.set(seller, fees)
    },
    async add(seller, _ids, value) {
      const id = await buildCar(server.ctx, seller.id, {
        resell_price: ['ask me', '0.49', '0.50'][value % 9] ?? String(5000 + value),
        stock_no: `A${expected.size}`,
      })
      expected.set(id, { seller, frozen: null })
    },
    async price(seller, ids, value) {
      const body = { ids: ids.slice(0, 3), change: { resellPrice: String(6000 + value) } }
      const { status, body: result } = await send('updateCars', { token: seller.token, body })
      if (status === 200) setIds.push({ seller, undoId: result.undoId as string })
    },
    async step(seller, ids) {
      const body = { ids: ids.slice(0, 3), change: { priceBy: { unit: 'percent', by: -3 } } }
      await send('updateCars', { token: seller.token, body })
    },
    async undo() {
      const last = setIds.pop()
      if (last) await send('undo', { token: last.seller.token, params: { id: last.undoId } })
    },
    async import(seller, ids, value) {
      const known = ids.length === 0 ? [] : await stockNumbersOf(ids.slice(0, 2))
      const rows = [...known, `N${expected.size}`].map((stock) => ({
        stock,
        make: 'Audi',
        model: 'A4',
        year: 2015,
        price: 7000 + value,
      }))
      const plan = await readFile(server, seller, formatCsv(rows))
      expect(plan.counts.error).toBe(0)
      expect((await apply(server, seller, plan)).state).toBe('applied')
      await noteChangedRows(seller)
    },
    async revert(seller, _ids, value) {
      const sets = await call<ChangeSet[]>(server.url, 'listChangeSets', { token: seller.token })
      const set = sets.body[value % Math.max(1, sets.body.length)]
      if (set) await send('revertChangeSet', { token: seller.token, params: { id: set._id }, body: {} })
      await noteChangedRows(seller)
    },
    async reserve(seller, ids) {
      const id = ids.find((car) => expected.get(car)!.frozen === null)
      if (id === undefined) return
      await server.ctx.db.updateTable('cars').set({ state: 'reserved' }).where('id', '=', id).execute()
      expected.get(id)!.frozen = feesOf.get(seller) ?? []
    },
    async release(_seller, ids, value) {
      const id = ids.find((car) => expected.get(car)!.frozen !== null)
      if (id === undefined) return
      const state = (['instock', 'withdrawn', 'sold'] as const)[value % 3]!
      await server.ctx.db.updateTable('cars').set({ state }).where('id', '=', id).execute()
      if (state !== 'sold') expected.get(id)!.frozen = null
    },
    async withdraw(seller, ids) {
      if (ids[0])
        await send('setCarState', {
          token: seller.token,
          params: { id: ids[0] },
          body: { state: 'withdrawn' },
        })
    },
    async remove(_seller, ids) {
      if (ids[0]) await send('deleteCars', { token: admin.token, body: { ids: [ids[0]] } })
    },
  }

  it('equal the price and the fees after any writes', async () => {
    const history = fc.array(
      fc.record({
        step: fc.constantFrom(...Object.keys(steps)),
        seller: fc.nat(1),
        value: fc.nat(9999),
        turn: fc.nat(50),
      }),
      { minLength: 12, maxLength: 25 },
    )
    await fc.assert(
      fc.asyncProperty(history, async (writes) => {
        for (const { step, seller, value, turn } of writes) {
          const person = sellers[seller]!
          const ids = [...expected].filter(([, car]) => car.seller === person).map(([id]) => id)
          const start = ids.length === 0 ? 0 : turn % ids.length
          await steps[step]!(person, [...ids.slice(start), ...ids.slice(0, start)], value)
        }
        await compareAll()
      }),
      // Imports and reverts take ten times as long on Postgres.
      { numRuns: engine === 'sqlite' ? 12 : 3 },
    )
    expect(expected.size).toBeGreaterThan(0)
  }, 60_000)

  it('include new fees on many cars in batches, which continue after a restart', async () => {
    const [seller] = sellers as [Person]
    await addImportedCars(server.ctx, seller, 450)
    await noteChangedRows(seller)
    await steps.fees!(seller, [], 6)
    await compareAll()

    // The server stopped after it stored the fees.
    const fees = [{ name: 'Stored', amountMinor: 5 }]
    await server.ctx.db
      .updateTable('seller_fees')
      .set({ fees: toFeesColumn(fees), total_minor: 5 })
      .where('seller_id', '=', seller.id)
      .execute()
    feesOf.set(seller, fees)
    server.ctx.sellerFees.wake()
    await compareAll()
    expect(expected.size).toBeGreaterThan(450)
  })

  it('do not count as a price change for a new car', async () => {
    const seller = sellers[0]!
    await steps.fees!(seller, [], 7)
    const id = await buildCar(server.ctx, seller.id)
    expected.set(id, { seller, frozen: null })
    const { body } = await call<Car>(server.url, 'getCar', { params: { id } })
    expect(body.fees).not.toEqual([])
    expect(body.priceChange).toBeNull()

    await steps.fees!(seller, [], 8)
    await server.ctx.sellerFees.idle()
    const changed = await call<Car>(server.url, 'getCar', { params: { id } })
    expect(changed.body.priceChange).toMatchObject({ previousMinor: body.allInMinor })
  })

  it('are in the response for every car on the market', async () => {
    await steps.fees!(sellers[0]!, [], 7)
    await steps.add!(sellers[0]!, [], 1)
    const { body } = await call<Car[]>(server.url, 'listAllCars', { token: admin.token })
    for (const car of body) expect(car.allInMinor).toBe(withFees(car.priceMinor, car.fees))
  })
})
