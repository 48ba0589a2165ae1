import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointName } from '../../contract/api/paths.ts'
import { newId } from '../../server/db/id.ts'
import { findCategory } from '../../server/features/categories/category.repository.ts'
import type { UndoKindName } from '../../server/features/undo/undo-kind.ts'
import { undoKinds } from '../../server/handlers.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import {
  buildCar,
  buildIssue,
  buildPerson,
  buildPurchase,
  buildReport,
  buildReview,
  buildSearch,
  type Person,
} from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { pay, startPaying } from './sale-steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' }, env: { UNPROVEN_ADDRESSES: 'browse' } })
})
afterAll(() => app?.close())

/** Changes to cars, by kind. Undoing them reverts the change set. */
const ofCars = { table: 'cars', who: 'seller-or-admin' } as const
const kinds = { ...undoKinds, cars: ofCars, 'car-states': ofCars, 'car-changes': ofCars }
type KindName = UndoKindName | 'cars' | 'car-states' | 'car-changes'

/**
 * An action that can be undone, and other users' actions in the meantime. If a new kind has no scenario, this
 * file does not compile.
 */
interface Scenario {
  /** Inserts a row that belongs to the owner, and returns its ID. */
  make(owner: Person): Promise<string>
  /** Returns the action that the owner and any admin may perform and undo. */
  action(id: string, owner: Person): Promise<[EndpointName, ApiRequest]>
  /** Returns the row's state, which the test compares before and after the undo. */
  readState(id: string): Promise<unknown>
  /**
   * Writes to the row, by default without changing a value. For cars, the undo ends only if a value actually
   * changes.
   */
  write?(id: string): Promise<unknown>
  /** Other users' decisions about the row that the row itself does not record. */
  decisions?: Record<string, (id: string, owner: Person) => Promise<unknown>>
  /** True if admins have no access to other users' rows. */
  isPrivate?: true
  /** Repetitions of an admin's decision, which write nothing. */
  repeats?: Record<string, (id: string) => Promise<[EndpointName, ApiRequest]>>
}

const carOf = (owner: Person) => buildCar(app.ctx, owner.id)

/** Changes a single field of a car. Not even the car's version changes. */
const moveCar = (id: string) => sql`update cars set location = 'Nampa' where id = ${id}`.execute(app.ctx.db)

const upholdReportOn = async (carId: string): Promise<[EndpointName, ApiRequest]> => {
  const params = { id: await buildReport(app.ctx, app.people.buyer.id, carId) }
  return ['decideReport', { params, body: { state: 'upheld', note: '' } }]
}

const addMake = (name: string) =>
  asAdmin('addCategory', { body: { category_name: name, brandImage: '', shown: 'always' } })

const scenarios: Record<KindName, Scenario> = {
  cars: {
    make: carOf,
    write: moveCar,
    action: async (id) => ['deleteCars', { body: { ids: [id] } }],
    readState: (id) => readValue('cars', 'state', id),
    decisions: {
      'an admin deletes it, too': (id) => asAdmin('deleteAnyCar', { params: { id } }),
      'an admin deletes it among others': async (id, owner) =>
        asAdmin('deleteCars', { body: { ids: [await carOf(owner), id] } }),
      'an admin upholds a report on it': async (id) => asAdmin(...(await upholdReportOn(id))),
      'its seller’s account is deleted': (_, owner) => asAdmin('deleteUser', { params: { id: owner.id } }),
    },
  },
  'car-states': {
    make: carOf,
    write: moveCar,
    action: async (id) => ['setCarState', { params: { id }, body: { state: 'sold-elsewhere' } }],
    readState: (id) => readValue('cars', 'state', id),
    decisions: {
      'an admin takes it down': (id) => asAdmin('deleteAnyCar', { params: { id } }),
      'its seller’s account is deleted': (_, owner) => asAdmin('deleteUser', { params: { id: owner.id } }),
    },
  },
  'car-changes': {
    make: carOf,
    write: moveCar,
    action: async (id) => ['updateCars', { body: { ids: [id], change: { resellPrice: '19,900' } } }],
    readState: (id) => readValue('cars', 'resell_price', id),
    decisions: {
      'an admin edits it': (id) =>
        asAdmin('updateCars', { body: { ids: [id], change: { location: 'Boise' } } }),
      'an admin features it': (id) => asAdmin('featureCar', { params: { id } }),
      'a buyer reserves it, though they let it go again': async (id) => {
        const buyer = await buildPerson(app.ctx)
        const item = await buildPurchase(app.ctx, buyer.id, id)
        const { status, body } = await startPaying(app, buyer, item, '19,900')
        expect(status).toBe(200)
        await call(app.url, 'cancelAttempt', { token: buyer.token, params: { id: body.attemptID } })
      },
    },
    repeats: {
      'features it': async (id) => ['featureCar', { params: { id } }],
      'stops featuring it': async (id) => ['unfeatureCar', { params: { id } }],
      'relists it': async (id) => ['relistCar', { params: { id } }],
      'upholds a report on it': upholdReportOn,
    },
  },
  purchase: {
    make: async (owner) => buildPurchase(app.ctx, owner.id, await carOf(app.people.seller)),
    action: async (id, { email }) => [
      'deletePurchase',
      { params: { id, carID: await readValue('purchases', 'car_id', id) }, query: { email } },
    ],
    readState: async (id) => [
      await readValue('purchases', 'state', id),
      await readValue('purchases', 'hidden_at', id),
    ],
  },
  report: {
    make: async (owner) => buildReport(app.ctx, owner.id, await carOf(app.people.seller)),
    action: async (id) => ['deleteReport', { params: { id } }],
    readState: (id) => readValue('reports', 'deleted_at', id),
  },
  review: {
    make: (owner) => buildReview(app.ctx, owner.id),
    action: async (id) => ['deleteReview', { params: { id } }],
    readState: (id) => readValue('reviews', 'deleted_at', id),
  },
  make: {
    make: async () => {
      const name = `Make ${newId().slice(0, 8)}`
      await addMake(name)
      return name
    },
    action: async (name) => ['deleteCategory', { params: { name } }],
    readState: async (name) => (await findCategory(app.ctx.db, name)) !== null,
    write: addMake,
  },
  search: {
    make: (owner) => buildSearch(app.ctx, owner.id),
    action: async (id) => ['deleteSearch', { params: { id } }],
    readState: (id) => readValue('saved_searches', 'deleted_at', id),
    isPrivate: true,
  },
  newsletter: {
    make: (owner) => buildIssue(app.ctx, owner.id),
    action: async (id) => ['deleteIssue', { params: { id } }],
    readState: (id) => readValue('newsletter_issues', 'deleted_at', id),
  },
}

describe.each(Object.entries(scenarios))('undo for %s', (name, scenario) => {
  const kind = kinds[name as KindName]
  const ownerOf = () => buildPerson(app.ctx, kind.who === 'admin' ? { role: 'admin' } : { account: 'seller' })

  async function start(actor?: 'another admin') {
    const owner = await ownerOf()
    const actingUser = actor ? await buildPerson(app.ctx, { role: 'admin' }) : owner
    const id = await scenario.make(owner)
    const stateBefore = await scenario.readState(id)
    const undoId = await act(id, owner, actingUser)
    expect(await scenario.readState(id)).not.toEqual(stateBefore)
    return { owner, actingUser, id, stateBefore, undoId: undoId! }
  }

  const write =
    scenario.write ??
    ((id) => sql`update ${sql.table(kind.table)} set id = id where id = ${id}`.execute(app.ctx.db))

  async function act(id: string, owner: Person, actingUser: Person): Promise<string | undefined> {
    const [endpoint, request] = await scenario.action(id, owner)
    const response = await call<ResponseBody>(app.url, endpoint, { ...request, token: actingUser.token })
    expect(response.status).toBe(200)
    return response.body.undoId ?? response.body.data?.undoId
  }

  const actors = scenario.isPrivate ? (['the owner'] as const) : (['the owner', 'another admin'] as const)
  it.each(actors)('is available to %s, once', async (actor) => {
    const { actingUser, id, stateBefore, undoId } = await start(actor === 'the owner' ? undefined : actor)
    expect(await callUndo(undoId, actingUser)).toEqual([200, 1])
    expect(await scenario.readState(id)).toEqual(stateBefore)
    expect(await callUndo(undoId, actingUser)).toEqual([404, 'not-found'])
  })

  it.skipIf(scenario.isPrivate)('is not available to a former admin', async () => {
    const { actingUser, id, undoId } = await start('another admin')
    await asAdmin('revokeAdmin', { params: { id: actingUser.id } })
    const stateSince = await scenario.readState(id)
    expect(await callUndo(undoId, actingUser)).toEqual([404, 'not-found'])
    expect(await scenario.readState(id)).toEqual(stateSince)
  })

  it.runIf(kind.who === 'seller-or-admin')(
    'is not available to an owner who may no longer sell',
    async () => {
      const owner = await buildPerson(app.ctx, { role: 'admin' })
      const undoId = await act(await scenario.make(owner), owner, owner)
      await asAdmin('revokeAdmin', { params: { id: owner.id } })
      expect(await callUndo(undoId!, owner)).toEqual([404, 'not-found'])
    },
  )

  const isOfCars = kind.table === 'cars'
  it(`is ${isOfCars ? 'not ' : ''}available to a user whose address is no longer confirmed`, async () => {
    const { actingUser, id, stateBefore, undoId } = await start()
    const stateSince = await scenario.readState(id)
    await setProven(actingUser, 0)
    const expectedResult = isOfCars ? [403, 'address-unproven'] : [200, 1]
    expect(await callUndo(undoId, actingUser)).toEqual(expectedResult)
    expect(await scenario.readState(id)).toEqual(isOfCars ? stateSince : stateBefore)
    await setProven(actingUser, 1)
    expect(await callUndo(undoId, actingUser)).toEqual(isOfCars ? [200, 1] : [404, 'not-found'])
  })

  // Nothing is written to a car that already has the requested state, so these tests do not apply.
  const isWritten = name !== 'car-states' && !scenario.isPrivate
  it.runIf(isWritten)('expires when an admin repeats the action', async () => {
    const { owner, id, undoId } = await start()
    await act(id, owner, app.people.admin)
    expect(await callUndo(undoId, owner)).toEqual([409, 'undo-expired'])
  })

  it.runIf(isWritten)('expires when the owner repeats the action', async () => {
    const { owner, actingUser, id, undoId } = await start('another admin')
    await act(id, owner, owner)
    expect(await callUndo(undoId, actingUser)).toEqual([409, 'undo-expired'])
  })

  it('expires with any later write to the row by any code', async () => {
    const { actingUser, id, undoId } = await start()
    await write(id)
    expect(await callUndo(undoId, actingUser)).toEqual([409, 'undo-expired'])
  })

  it('remains available after changes to other rows', async () => {
    const { actingUser, undoId } = await start()
    const { owner, id } = await start()
    await act(id, owner, scenario.isPrivate ? owner : app.people.admin)
    expect(await callUndo(undoId, actingUser)).toEqual([200, 1])
  })

  it.each(Object.entries(scenario.decisions ?? {}))('expires when %s', async (_, makeDecision) => {
    const { owner, actingUser, id, undoId } = await start('another admin')
    await makeDecision(id, owner)
    expect(await callUndo(undoId, actingUser)).toEqual([409, 'undo-expired'])
  })

  it.each(Object.entries(scenario.repeats ?? {}))(
    'remains available when an admin %s again, which changes nothing',
    async (_, repeatAction) => {
      const owner = await ownerOf()
      const id = await scenario.make(owner)
      const decision = await repeatAction(id)
      await asAdmin(...decision)
      const undoId = await act(id, owner, owner)
      await asAdmin(...decision)
      expect(await callUndo(undoId!, owner)).toEqual([200, 1])
    },
  )

  // An edit is reverted field by field, so a decision about another field does not affect it.
  const isReturn = name === 'cars' || name === 'car-states'
  it.runIf(isReturn).each(Object.entries(scenario.decisions ?? {}))(
    'cannot be bypassed by a revert when %s',
    async (_, makeDecision) => {
      const { owner, actingUser, id, undoId } = await start('another admin')
      const { before } = await app.ctx.db
        .selectFrom('undo_rows')
        .select('before')
        .where('undo_id', '=', undoId)
        .executeTakeFirstOrThrow()
      await makeDecision(id, owner)
      const set = before!
      const request = { token: actingUser.token, params: { id: set }, body: {} }
      const { status, body } = await call<{ reverted: number }>(app.url, 'revertChangeSet', request)
      expect([status, body.reverted]).toEqual([200, 0])
    },
  )
})

it('a paid item that its buyer hid stays hidden once an admin has refunded it', async () => {
  const buyer = await buildPerson(app.ctx)
  const carID = await carOf(app.people.seller)
  const item = await buildPurchase(app.ctx, buyer.id, carID)
  const { insertedId } = await pay(app, buyer, item)
  const request = { token: buyer.token, params: { id: item, carID }, query: { email: buyer.email } }
  const { body } = await call<ResponseBody>(app.url, 'deletePurchase', request)
  await asAdmin('refundPayment', { params: { id: insertedId }, body: { reason: 'Gearbox' } })
  expect(await callUndo(body.undoId!, buyer)).toEqual([409, 'undo-expired'])
})

it('undoing a bulk deletion skips cars that an admin has also deleted', async () => {
  const seller = await buildPerson(app.ctx, { account: 'seller' })
  const ids = [await carOf(seller), await carOf(seller), await carOf(seller)]
  const { body } = await call<ResponseBody>(app.url, 'deleteCars', { token: seller.token, body: { ids } })
  await asAdmin('deleteAnyCar', { params: { id: ids[1] } })
  expect(await callUndo(body.undoId!, seller)).toEqual([200, 2])
  expect(await Promise.all(ids.map((id) => readValue('cars', 'state', id)))).toEqual([
    'instock',
    'withdrawn',
    'instock',
  ])
})

interface ResponseBody {
  undoId?: string
  data?: { undoId?: string }
}

/**
 * Undoes an action.
 * @returns the status, and the number of restored rows or the error code
 */
async function callUndo(id: string, { token }: Person): Promise<[number, number | string]> {
  const { status, body } = await call<{ restored: number } & { code: string }>(app.url, 'undo', {
    token,
    params: { id },
  })
  return [status, status === 200 ? body.restored : body.code]
}

async function setProven({ id }: Person, isProven: 0 | 1): Promise<void> {
  await app.ctx.db.updateTable('users').set({ email_verified: isProven }).where('id', '=', id).execute()
}

async function asAdmin(name: EndpointName, request: ApiRequest): Promise<void> {
  const response = await call(app.url, name, { ...request, token: app.people.admin.token })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
}

async function readValue(table: string, column: string, id: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`
    select ${sql.ref(column)} as value from ${sql.table(table)} where id = ${id}`.execute(app.ctx.db)
  return rows[0]?.value
}
