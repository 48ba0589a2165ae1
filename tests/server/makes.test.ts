import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CarFacets } from '../../contract/cars/car-search.ts'
import type { Car, Category } from '../../contract/cars/cars.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { buildCar, buildMake, buildPerson, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let admin: Person
let seller: Person

beforeAll(async () => {
  server = await startTestServer()
  admin = await buildPerson(server.ctx, { role: 'admin' })
  seller = await buildPerson(server.ctx, { account: 'seller' })
})
afterAll(() => server.close())

interface ApiResponse {
  code: string
  detail: string
  insertedId: string
  cars: number
  undoId: string
  restored: number
  facts?: Record<string, unknown>
  errors?: { path: string; instead?: string }[]
}
const api = <T = ApiResponse>(name: EndpointName, request: ApiRequest = {}) =>
  call<T>(server.url, name, { token: admin.token, ...request })
const change = (name: string, body: object) => api('updateCategory', { params: { name }, body })
const remove = (name: string) => api('deleteCategory', { params: { name } })
const carOf = (make: string, fields: object = {}) =>
  buildCar(server.ctx, seller.id, { category_name: make, ...fields })

async function shownNames(): Promise<string[]> {
  const { body } = await api<Category[]>('listCategories', { token: undefined })
  return body.map(({ category_name: name }) => name)
}
async function all(token?: string): Promise<Category[]> {
  return (await api<Category[]>('listCategories', { token, query: { all: '1' } })).body
}
const namesOf = (makes: Category[]) => makes.map(({ category_name: name }) => name)
async function actionsOf(target: string) {
  const rows = await server.ctx.db.selectFrom('audit').selectAll().where('target', '=', target).execute()
  return rows.map(({ action, detail }) => `${action} ${detail}`.trim())
}

describe('a search by make', () => {
  it.each(['category_name', 'brand'])('finds it in %s however it is spelled', async (filter) => {
    const count = async (make: string) => {
      const { status, body } = await call<Car[]>(server.url, 'listCars', { query: { [filter]: make } })
      return status === 200 ? body.length : status
    }
    const counts = async () => [await count('Peugeot'), await count('PEUGEOT'), await count('Péugeot')]
    const [before] = await counts()
    await carOf('Peugeot')
    expect(await counts()).toEqual([before! + 1, before! + 1, before! + 1])
    await carOf('Peugeot')
    expect(await counts()).toEqual([before! + 2, before! + 2, before! + 2])
    expect(await count('Skoda')).toBe(await count('Škoda'))
    expect(await count('Chevy')).toBe(await count('Chevrolet'))
    expect(await count('Zastava')).toBe(400)
  })

  it('counts the models of the make', async () => {
    await carOf('Renault', { model: 'Megane' })
    const query = { category_name: 'renault', model: 'Mégane' }
    const { body } = await call<CarFacets>(server.url, 'getCarFacets', { query })
    expect([body.total, body.model]).toEqual([1, [{ value: 'Megane', count: 1 }]])
    await carOf('Kia', { model: 'Ceed' })
    for (const model of ["Cee'd", 'Cee’d', 'ceed']) {
      const kia = { category_name: 'kia', model }
      const facets = await call<CarFacets>(server.url, 'getCarFacets', { query: kia })
      expect([model, facets.body.total, facets.body.model]).toEqual([model, 1, [{ value: 'Ceed', count: 1 }]])
    }
  })
})

describe('a car', () => {
  const make = 'Mercedes-Benz'
  const makeOfCar = async (id: string) => (await api<Car>('getCar', { params: { id } })).body.category_name
  const form = {
    modelName: '2021 C 300 Estate',
    selllerContact: '555-0123',
    usageTime: '2 years',
    originalPrice: '48,990',
    resellPrice: '31,500',
  }

  it.each(['Mercedes', 'MERCEDES BENZ', 'mercédes-benz'])(
    'is listed and edited with the make spelled %s',
    async (entered) => {
      const { token } = seller
      const { status, body } = await api('addCar', { token, body: { ...form, category_name: entered } })
      expect(status, JSON.stringify(body)).toBe(200)
      const params = { id: body.insertedId }
      expect(await makeOfCar(params.id)).toBe(make)
      const edited = await api('updateCar', { token, params, body: { ...form, category_name: entered } })
      expect([edited.status, await makeOfCar(params.id)]).toEqual([200, make])
      const draft = await api('addDraft', { token, body: { category_name: entered } })
      expect(await makeOfCar(draft.body.insertedId)).toBe(make)
      const saved = { params: { id: draft.body.insertedId }, body: { category_name: entered } }
      expect((await api('saveDraft', { token, ...saved })).status).toBe(200)
      expect(await makeOfCar(draft.body.insertedId)).toBe(make)
    },
  )
})

describe('the makes of the market', () => {
  it('are the first three and those with listed cars, in the shape of old', async () => {
    const other = await startTestServer()
    const get = () => call<Category[]>(other.url, 'listCategories')
    expect(namesOf((await get()).body)).toEqual(['Tesla', 'Audi', 'BMW'])
    const owner = await buildPerson(other.ctx, { account: 'seller' })
    const id = await buildCar(other.ctx, owner.id, { category_name: 'Škoda' })
    const { body } = await get()
    expect(namesOf(body)).toEqual(['Tesla', 'Audi', 'BMW', 'Škoda'])
    expect(body.at(-1)).toEqual({ category_name: 'Škoda', brandImage: '', count: 1 })
    await other.ctx.db.updateTable('cars').set({ state: 'sold' }).where('id', '=', id).execute()
    expect(namesOf((await get()).body)).toEqual(['Tesla', 'Audi', 'BMW'])
    await other.close()
  })

  it('are all listed on request, with hidden makes and usage counts only for admins', async () => {
    const [open, hidden] = [await buildMake(server.ctx), await buildMake(server.ctx, { shown: 'never' })]
    const strangers = await all()
    expect(namesOf(strangers)).toContain(open)
    expect(namesOf(strangers)).not.toContain(hidden)
    expect(Object.keys(strangers[0]!)).toEqual(['category_name', 'brandImage', 'count'])
    expect(namesOf(await all(seller.token))).not.toContain(hidden)
    expect((await all(admin.token)).find((make) => make.category_name === hidden)).toMatchObject({
      shown: 'never',
      used: 0,
    })
  })
})

describe('a make', () => {
  it('is added once, ignoring case, and can have cars immediately', async () => {
    const { body } = await api('addCategory', { body: { category_name: 'Quillon' } })
    expect(body.insertedId).toBe('Quillon')
    expect((await api('addCategory', { body: { category_name: 'QUILLON' } })).body.code).toBe('make-exists')
    await carOf('Quillon')
    expect(await shownNames()).toContain('Quillon')
    expect(await actionsOf('Quillon')).toEqual(['add-make'])
  })

  it('cannot have a comma in its name or a logo that was not uploaded', async () => {
    const rejected = await api('addCategory', { body: { category_name: 'A, B' } })
    expect(rejected.body.errors?.map(({ path }) => path)).toEqual(['category_name'])
    const logo = { category_name: 'Logoless', brandImage: 'https://elsewhere.example/logo.png' }
    const { status, body } = await api('addCategory', { body: logo })
    expect([status, body.errors?.[0]?.path]).toEqual([400, 'brandImage'])
  })

  it('keeps its cars in lists, search, and filters when renamed, and raises their version', async () => {
    const make = await buildMake(server.ctx)
    const next = `${make} II`
    const id = await carOf(make)
    const sold = await carOf(make, { state: 'sold' })
    const search = (brand: string) => api<Car[]>('listCars', { query: { brand, q: brand } })
    expect((await search(make)).body.map((car) => car._id)).toEqual([id])

    expect((await change(make, { category_name: next })).body.cars).toBe(2)
    expect((await search(next)).body.map((car) => car._id)).toEqual([id])
    expect((await search(make)).status).toBe(400)
    for (const one of [id, sold])
      expect((await api<Car>('getCar', { params: { id: one } })).body).toMatchObject({
        category_name: next,
        version: 2,
      })
    const names = await shownNames()
    expect([names.includes(next), names.includes(make)]).toEqual([true, false])
    expect(await actionsOf(make)).toEqual([`rename-make Now ${next}: 2 cars`])
    expect((await change(next, { category_name: next.toUpperCase() })).body.cars).toBe(2)
    expect((await change(next.toUpperCase(), { category_name: 'audi' })).body.code).toBe('make-exists')
  })

  it('is suggested under its current name for any older name after renames and merges', async () => {
    const [make, into] = [await buildMake(server.ctx), await buildMake(server.ctx)]
    const [second, third] = [`${make} II`, `${make} III`]
    const presentOf = async (brand: string) => {
      const { body } = await api('listCars', { token: undefined, query: { brand: `Audi,${brand}` } })
      return body.errors?.map(({ path, instead }) => `${path} ${instead}`)
    }
    await change(make, { category_name: second })
    expect(await presentOf(make)).toEqual([`brand.1 ${second}`])
    await change(second, { category_name: third })
    expect([await presentOf(make), await presentOf(second)]).toEqual([
      [`brand.1 ${third}`],
      [`brand.1 ${third}`],
    ])
    await change(third, { category_name: make })
    expect([await presentOf(make), await presentOf(second)]).toEqual([undefined, [`brand.1 ${make}`]])
    await change(make, { mergeInto: into })
    expect([await presentOf(make), await presentOf(third)]).toEqual([
      [`brand.1 ${into}`],
      [`brand.1 ${into}`],
    ])
    const { body } = await api('listCars', { query: { category_name: make } })
    expect(body.errors).toEqual([
      { path: 'category_name', message: `This make is called ${into} now.`, instead: into },
    ])
  })

  it('takes over an older name of another’s, and one that is deleted is led to again once it is back', async () => {
    const make = await buildMake(server.ctx)
    const next = `${make} II`
    const presentOf = async (name: string) =>
      (await api('listCars', { query: { category_name: name } })).body.errors?.[0]?.instead
    await change(make, { category_name: next })
    const { undoId } = (await remove(next)).body as { undoId?: string }
    expect(await presentOf(make)).toBeUndefined()
    await api('undo', { params: { id: undoId! } })
    expect(await presentOf(make)).toBe(next)
    await api('addCategory', { body: { category_name: make } })
    expect((await api('listCars', { query: { category_name: make } })).status).toBe(200)
  })

  it('becomes part of another, with its cars and their count', async () => {
    const [from, into] = [await buildMake(server.ctx), await buildMake(server.ctx)]
    await carOf(from)
    await carOf(into)
    expect((await change(from, { mergeInto: into })).body.cars).toBe(1)
    const makes = await all(admin.token)
    expect(makes.find((make) => make.category_name === into)).toMatchObject({ count: 2, used: 2 })
    expect(namesOf(makes)).not.toContain(from)
    expect((await change(into, { mergeInto: into })).body.errors?.[0]?.path).toBe('mergeInto')
    expect((await change(into, { mergeInto: 'Nowhere' })).body.errors?.[0]?.path).toBe('mergeInto')
    expect(await actionsOf(from)).toEqual([`merge-make Into ${into}: 1 car`])
    const moved = await server.ctx.db
      .selectFrom('car_changes')
      .select(['field', 'before', 'after', 'actor'])
      .where('field', '=', 'categoryName')
      .where('before', '=', from)
      .execute()
    expect(moved).toEqual([{ field: 'categoryName', before: from, after: into, actor: admin.id }])
  })

  it('gives its cars the target make’s known models, unless their seller entered one', async () => {
    const make = await buildMake(server.ctx)
    const known = await carOf(make, { model_name: 'Range Rover Sport HSE' })
    const entered = await carOf(make, { model_name: 'Range Rover Sport SVR', model: 'SVR' })
    const unknown = await carOf(make, { model_name: 'Forward Control' })
    expect((await change(make, { mergeInto: 'Land Rover' })).body.cars).toBe(3)
    const models = async (id: string) => (await api<Car>('getCar', { params: { id } })).body
    expect(await models(known)).toMatchObject({ model: 'Range Rover Sport', version: 2 })
    expect(await models(entered)).toMatchObject({ model: 'SVR', version: 2 })
    expect(await models(unknown)).toMatchObject({ model: 'Forward', version: 2 })
    expect((await change('Land Rover', { category_name: 'Land-Rover' })).body.cars).toBe(3)
    expect(await models(known)).toMatchObject({ category_name: 'Land-Rover', model: 'Range Rover Sport' })
  })

  it('is hidden from the market and can be found by name still, and shown again', async () => {
    const make = await buildMake(server.ctx)
    await carOf(make)
    await change(make, { shown: 'never' })
    expect(await shownNames()).not.toContain(make)
    expect((await api<Car[]>('listCars', { query: { category_name: make } })).body).toHaveLength(1)
    await change(make, { shown: 'always' })
    expect(await shownNames()).toContain(make)
  })

  it('appears at the position that an admin sets', async () => {
    const make = await buildMake(server.ctx, { shown: 'always' })
    await change(make, { place: 2 })
    expect((await shownNames()).slice(0, 3)).toEqual(['Tesla', make, 'Audi'])
    await change(make, { place: 2000 })
    expect(namesOf(await all()).at(-1)).toBe(make)
    await change(make, { shown: 'never' })
  })

  it('cannot be deleted while any car uses it, and reports the number of cars', async () => {
    const make = await buildMake(server.ctx)
    await carOf(make, { state: 'withdrawn' })
    await carOf(make)
    const { status, body } = await remove(make)
    expect([status, body.code, body.facts]).toEqual([409, 'make-in-use', { count: 2 }])
    expect(body.detail).toMatch(/^2 cars are /)
  })

  it('can be deleted if no car uses it, and restored for a minute', async () => {
    const make = await buildMake(server.ctx, { shown: 'always' })
    const { undoId } = (await remove(make)).body
    expect((await remove(make)).status).toBe(404)
    expect(namesOf(await all())).not.toContain(make)
    expect((await api('undo', { params: { id: undoId } })).body.restored).toBe(1)
    expect(await shownNames()).toContain(make)
    expect(await actionsOf(make)).toEqual(['delete-make', 'undo Deleted make'])

    const again = (await remove(make)).body.undoId
    await api('addCategory', { body: { category_name: make.toUpperCase() } })
    expect((await api('undo', { params: { id: again } })).body.code).toBe('undo-expired')
  })

  it('has one name and the same cars after concurrent renames', async () => {
    const make = await buildMake(server.ctx)
    await carOf(make)
    const names = Array.from({ length: 6 }, (_, n) => `${make} ${n}`)
    const responses = await Promise.all(names.map((name) => change(make, { category_name: name })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
    expect((await all()).filter(({ category_name: name }) => name.startsWith(make))).toMatchObject([
      { count: 1 },
    ])
  })
})

it('lists the models of a make’s listed cars first, then the known models', async () => {
  for (const [model_name, state] of [
    ['Octavia 2.0', 'instock'],
    ['Octavia Combi', 'reserved'],
    ['Vision Q', 'instock'],
    ['Superb', 'sold'],
  ] as const)
    await carOf('Škoda', { model_name, state })
  const { body } = await api<{ model: string; count: number }[]>('listModels', {
    token: undefined,
    query: { category_name: 'Škoda' },
  })
  expect(body.slice(0, 3)).toEqual([
    { model: 'Octavia', count: 2 },
    { model: 'Vision', count: 1 },
    { model: 'Citigo', count: 0 },
  ])
  expect(body.filter(({ model }) => model === 'Octavia')).toHaveLength(1)
})
