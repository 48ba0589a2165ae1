import { fc } from '../support/fast-check.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChangeSet, Reverted } from '../../contract/cars/car-changes.ts'
import { requestedStates } from '../../contract/cars/car-life.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { toWireFieldName } from '../../server/features/changes/changes.wire.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { readCarFields, replayLedger, type Fields } from '../support/ledger.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const CARS = 3
const carIndexes = fc.uniqueArray(fc.nat(CARS - 1), { minLength: 1 })
const carIndex = fc.nat(CARS - 1)

/** A step that changes some of the three cars: an action of the seller, or a sale. */
const step = fc.oneof(
  fc.record({
    act: fc.constant('price' as const),
    carIndexes,
    price: fc.constantFrom('9,900', '8,800', 'ask'),
  }),
  fc.record({ act: fc.constant('say' as const), carIndexes, location: fc.constantFrom('Boise', 'Salem') }),
  fc.record({ act: fc.constant('edit' as const), carIndex, usageTime: fc.constantFrom('1 year', '2 years') }),
  fc.record({ act: fc.constant('photos' as const), carIndex, count: fc.nat(2) }),
  fc.record({ act: fc.constant('move' as const), carIndexes, state: fc.constantFrom(...requestedStates) }),
  fc.record({ act: fc.constant('delete' as const), carIndexes }),
  fc.record({ act: fc.constant('revert' as const), nth: fc.nat(5) }),
  fc.record({ act: fc.constant('sell' as const), carIndex }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const PHOTOS = ['/art/a.svg', '/art/b.svg', '/art/c.svg']
const form = {
  category_name: 'Audi',
  modelName: 'A4 Avant',
  selllerContact: '555-0100',
  originalPrice: '41,000',
}

function send<T>(name: EndpointName, { token }: Person, request: ApiRequest) {
  return call<T>(server.url, name, { token, ...request })
}

/** Performs a step. A rejected step changes nothing. */
async function performStep(step: Step, seller: Person, ids: readonly string[]): Promise<void> {
  const id = 'carIndex' in step ? ids[step.carIndex]! : ''
  const affectedIds = 'carIndexes' in step ? step.carIndexes.map((index) => ids[index]!) : []
  const change = (fields: object) =>
    send('updateCars', seller, { body: { ids: affectedIds, change: fields } })
  if (step.act === 'price') await change({ resellPrice: step.price })
  if (step.act === 'say') await change({ location: step.location })
  if (step.act === 'move')
    await send('setCarStates', seller, { body: { ids: affectedIds, state: step.state } })
  if (step.act === 'delete') await send('deleteCars', seller, { body: { ids: affectedIds } })
  if (step.act === 'edit' || step.act === 'photos') {
    const edits =
      step.act === 'edit' ? { usageTime: step.usageTime } : { images: PHOTOS.slice(0, step.count + 1) }
    await send('updateCar', seller, { params: { id }, body: { ...form, usageTime: '3 years', ...edits } })
  }
  if (step.act === 'revert') await revertNth(seller, step.nth)
  if (step.act === 'sell')
    await server.ctx.db
      .updateTable('cars')
      .set({ state: 'sold' })
      .where('id', '=', id)
      .where('state', '=', 'instock')
      .execute()
}

const setsOf = async (seller: Person) => (await send<ChangeSet[]>('listChangeSets', seller, {})).body

async function revertNth(seller: Person, index: number): Promise<void> {
  const set = (await setsOf(seller))[index]
  if (set) await send('revertChangeSet', seller, { params: { id: set._id }, body: {} })
}

/** Returns the cars' current fields, and checks that the ledger matches them. */
async function read(ids: readonly string[]): Promise<Fields[]> {
  const { db } = server.ctx
  const cars = await readCarFields(db, ids)
  const replayed = await replayLedger(db, ids)
  expect(replayed).toEqual(cars)
  return ids.map((id) => cars.get(id)!)
}

/**
 * Returns the fields that differ, by their API names. A price's amount is left out, because the typed price
 * implies it.
 */
function differences(firstFields: Fields, secondFields: Fields): Set<string> {
  const fields = Object.keys({ ...firstFields, ...secondFields }).filter(
    (field) => firstFields[field] !== secondFields[field],
  )
  return new Set(fields.map(toWireFieldName).filter((field) => field !== 'priceMinor'))
}

interface WrittenFields {
  bySet: Set<string>
  since: Set<string>
}

/** Returns a car's fields that a change set wrote, and the fields written since. */
async function readWrittenFields(car: string, set: number): Promise<WrittenFields> {
  const rows = await server.ctx.db
    .selectFrom('car_changes')
    .select(['id', 'set', 'field'])
    .where('car', '=', car)
    .orderBy('id')
    .execute()
  const lastId = rows.findLast((row) => row.set === set)?.id ?? Infinity
  const namesOf = (setRows: typeof rows) => new Set(setRows.map(({ field }) => toWireFieldName(field)))
  return {
    bySet: namesOf(rows.filter((row) => row.set === set)),
    since: namesOf(rows.filter(({ id }) => id > lastId)),
  }
}

/**
 * Creates a new seller with three cars and performs the steps on them.
 * @returns the cars' state before each change set, by the set's ID
 */
async function performSteps(steps: readonly Step[]) {
  const seller = await buildPerson(server.ctx, { account: 'seller' })
  const carFields = { images: PHOTOS, model_name: form.modelName, original_price: form.originalPrice }
  const ids: string[] = []
  for (let index = 0; index < CARS; index++) ids.push(await buildCar(server.ctx, seller.id, carFields))
  const fieldsBySet = new Map<string, Fields[]>()
  for (const step of steps) {
    const cars = await read(ids)
    await performStep(step, seller, ids)
    const [newest] = await setsOf(seller)
    if (newest && !fieldsBySet.has(newest._id)) fieldsBySet.set(newest._id, cars)
  }
  return { seller, ids, sets: [...fieldsBySet] }
}

/**
 * Checks a revert's effect on one car.
 * @param car its state before the set, before the revert, and after the revert
 */
function expectReverted(
  [fieldsBefore, fieldsAtRevert, fieldsAfter]: readonly [Fields, Fields, Fields],
  reported: Set<string>,
  written: WrittenFields,
) {
  const changedFields = differences(fieldsAtRevert, fieldsAfter)
  const unrestoredFields = differences(fieldsBefore, fieldsAfter)
  // Every reverted field has its earlier value, and no later decision is lost.
  for (const field of changedFields)
    expect([field, reported.has(field), unrestoredFields.has(field), written.since.has(field)]).toEqual([
      field,
      false,
      false,
      false,
    ])
  // Every field that was not reverted is reported.
  for (const field of written.bySet) if (unrestoredFields.has(field)) expect(reported, field).toContain(field)
  if (fieldsAtRevert.state === 'sold') expect(changedFields).toEqual(new Set())
  if (written.bySet.size > 0 && written.since.size === 0)
    expect([...unrestoredFields, ...reported]).toEqual([])
}

/** Reverts a change set and checks the result for each car. */
async function revert(seller: Person, ids: readonly string[], set: string, fieldsBefore: readonly Fields[]) {
  const written = await Promise.all(ids.map((id) => readWrittenFields(id, Number(set))))
  const now = await read(ids)
  const request = { params: { id: set }, body: {} }
  const { status, body } = await send<Reverted>('revertChangeSet', seller, request)
  expect(status).toBe(200)
  const fieldsAfter = await read(ids)
  for (const [index, id] of ids.entries()) {
    const reportedFields = body.stayed.filter(({ carID }) => carID === id).map(({ field }) => field)
    expectReverted(
      [fieldsBefore[index]!, now[index]!, fieldsAfter[index]!],
      new Set(reportedFields),
      written[index]!,
    )
  }
  return body
}

it('restores cars to their earlier state, except for later changes and sales, listed by field', async () => {
  const count = { reverted: 0, stayed: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      const { seller, ids, sets } = await performSteps(steps)
      for (const [set, fieldsBefore] of sets) {
        const { reverted, stayed } = await revert(seller, ids, set, fieldsBefore)
        count.reverted += reverted
        count.stayed += stayed.length
      }
    }),
    {
      numRuns: 15,
      // This example removes several photos in one edit and then restores them.
      examples: [
        [
          [
            { act: 'photos', carIndex: 0, count: 0 },
            { act: 'revert', nth: 0 },
          ],
        ],
      ],
    },
  )
  expect(Math.min(count.reverted, count.stayed), 'both come about').toBeGreaterThan(2)
})
