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
async function listMakes(token?: string): Promise<Category[]> {
  return (await api<Category[]>('listCategories', { token, query: { all: '1' } })).body
}
const namesOf = (makes: Category[]) => makes.map(({ category_name: name }) => name)
async function actionsOf(target: string) {
  const rows = await server.ctx.db.selectFrom('audit').selectAll().where('target', '=', target).execute()
  return rows.map(({ action, detail }) => `${action} ${detail}`.trim())
}

describe('a search by make', () => {
  it.each(['category_name', 'brand'])('finds the make in %s regardless of its spelling', async (filter) => {
    const count = async (make: string) => {
      const { status, body } = await call<Car[]>(server.url, 'listCars', { query: { [filter]: make } })
      return status === 200 ? body.length : status
    }
    const counts = async () => [await count('Peugeot'), await count('PEUGEOT'), await count('Péugeot')]
    const [countBefore] = await counts()
    await carOf('Peugeot')
    expect(await counts()).toEqual([countBefore! + 1, countBefore! + 1, countBefore! + 1])
    await carOf('Peugeot')
    expect(await counts()).toEqual([countBefore! + 2, countBefore! + 2, countBefore! + 2])
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
      const draftRequest = { params: { id: draft.body.insertedId }, body: { category_name: entered } }
      expect((await api('saveDraft', { token, ...draftRequest })).status).toBe(200)
      expect(await makeOfCar(draft.body.insertedId)).toBe(make)
    },
  )
})

describe('the makes of the market', () => {
  it('are the first three and the makes with listed cars, in the original format', async () => {
    const otherServer = await startTestServer()
    const get = () => call<Category[]>(otherServer.url, 'listCategories')
    expect(namesOf((await get()).body)).toEqual(['Tesla', 'Audi', 'BMW'])
    const owner = await buildPerson(otherServer.ctx, { account: 'seller' })
    const id = await buildCar(otherServer.ctx, owner.id, { category_name: 'Škoda' })
    const { body } = await get()
    expect(namesOf(body)).toEqual(['Tesla', 'Audi', 'BMW', 'Škoda'])
    expect(body.at(-1)).toEqual({ category_name: 'Škoda', brandImage: '', count: 1 })
    await otherServer.ctx.db.updateTable('cars').set({ state: 'sold' }).where('id', '=', id).execute()
    expect(namesOf((await get()).body)).toEqual(['Tesla', 'Audi', 'BMW'])
    await otherServer.close()
  })

  it('are all listed on request, with hidden makes and usage counts only for admins', async () => {
    const [shownMake, hiddenMake] = [
      await buildMake(server.ctx),
      await buildMake(server.ctx, { shown: 'never' }),
    ]
    const strangers = await listMakes()
    expect(namesOf(strangers)).toContain(shownMake)
    expect(namesOf(strangers)).not.toContain(hiddenMake)
    expect(Object.keys(strangers[0]!)).toEqual(['category_name', 'brandImage', 'count'])
    expect(namesOf(await listMakes(seller.token))).not.toContain(hiddenMake)
    expect((await listMakes(admin.token)).find((make) => make.category_name === hiddenMake)).toMatchObject({
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
    const rejection = await api('addCategory', { body: { category_name: 'A, B' } })
    expect(rejection.body.errors?.map(({ path }) => path)).toEqual(['category_name'])
    const logo = { category_name: 'Logoless', brandImage: 'https://elsewhere.example/logo.png' }
    const { status, body } = await api('addCategory', { body: logo })
    expect([status, body.errors?.[0]?.path]).toEqual([400, 'brandImage'])
  })

  it('keeps its cars in lists, search, and filters when renamed, and raises their version', async () => {
    const make = await buildMake(server.ctx)
    const nextName = `${make} II`
    const id = await carOf(make)
    const sold = await carOf(make, { state: 'sold' })
    const search = (brand: string) => api<Car[]>('listCars', { query: { brand, q: brand } })
    expect((await search(make)).body.map((car) => car._id)).toEqual([id])

    expect((await change(make, { category_name: nextName })).body.cars).toBe(2)
    expect((await search(nextName)).body.map((car) => car._id)).toEqual([id])
    expect((await search(make)).status).toBe(400)
    for (const carId of [id, sold])
      expect((await api<Car>('getCar', { params: { id: carId } })).body).toMatchObject({
        category_name: nextName,
        version: 2,
      })
    const names = await shownNames()
    expect([names.includes(nextName), names.includes(make)]).toEqual([true, false])
    expect(await actionsOf(make)).toEqual([`rename-make Now ${nextName}: 2 cars`])
    expect((await change(nextName, { category_name: nextName.toUpperCase() })).body.cars).toBe(2)
    expect((await change(nextName.toUpperCase(), { category_name: 'audi' })).body.code).toBe('make-exists')
  })

  it('is suggested under its current name for any older name after renames and merges', async () => {
    const [make, targetMake] = [await buildMake(server.ctx), await buildMake(server.ctx)]
    const [secondName, thirdName] = [`${make} II`, `${make} III`]
    const presentOf = async (brand: string) => {
      const { body } = await api('listCars', { token: undefined, query: { brand: `Audi,${brand}` } })
      return body.errors?.map(({ path, instead }) => `${path} ${instead}`)
    }
    await change(make, { category_name: secondName })
    expect(await presentOf(make)).toEqual([`brand.1 ${secondName}`])
    await change(secondName, { category_name: thirdName })
    expect([await presentOf(make), await presentOf(secondName)]).toEqual([
      [`brand.1 ${thirdName}`],
      [`brand.1 ${thirdName}`],
    ])
    await change(thirdName, { category_name: make })
    expect([await presentOf(make), await presentOf(secondName)]).toEqual([undefined, [`brand.1 ${make}`]])
    await change(make, { mergeInto: targetMake })
    expect([await presentOf(make), await presentOf(thirdName)]).toEqual([
      [`brand.1 ${targetMake}`],
      [`brand.1 ${targetMake}`],
    ])
    const { body } = await api('listCars', { query: { category_name: make } })
    expect(body.errors).toEqual([
      { path: 'category_name', message: `This make is called ${targetMake} now.`, instead: targetMake },
    ])
  })

  it('is found by an older name after its deletion is undone, until a new make has that name', async () => {
    const make = await buildMake(server.ctx)
    const nextName = `${make} II`
    const presentOf = async (name: string) =>
      (await api('listCars', { query: { category_name: name } })).body.errors?.[0]?.instead
    await change(make, { category_name: nextName })
    const { undoId } = (await remove(nextName)).body as { undoId?: string }
    expect(await presentOf(make)).toBeUndefined()
    await api('undo', { params: { id: undoId! } })
    expect(await presentOf(make)).toBe(nextName)
    await api('addCategory', { body: { category_name: make } })
    expect((await api('listCars', { query: { category_name: make } })).status).toBe(200)
  })

  it('can be merged into another make, with its cars and their count', async () => {
    const [sourceMake, targetMake] = [await buildMake(server.ctx), await buildMake(server.ctx)]
    await carOf(sourceMake)
    await carOf(targetMake)
    expect((await change(sourceMake, { mergeInto: targetMake })).body.cars).toBe(1)
    const makes = await listMakes(admin.token)
    expect(makes.find((make) => make.category_name === targetMake)).toMatchObject({ count: 2, used: 2 })
    expect(namesOf(makes)).not.toContain(sourceMake)
    expect((await change(targetMake, { mergeInto: targetMake })).body.errors?.[0]?.path).toBe('mergeInto')
    expect((await change(targetMake, { mergeInto: 'Nowhere' })).body.errors?.[0]?.path).toBe('mergeInto')
    expect(await actionsOf(sourceMake)).toEqual([`merge-make Into ${targetMake}: 1 car`])
    const movedCars = await server.ctx.db
      .selectFrom('car_changes')
      .select(['field', 'before', 'after', 'actor'])
      .where('field', '=', 'categoryName')
      .where('before', '=', sourceMake)
      .execute()
    expect(movedCars).toEqual([
      { field: 'categoryName', before: sourceMake, after: targetMake, actor: admin.id },
    ])
  })

  it('assigns the target make’s known models to its cars, unless the seller entered a model', async () => {
    const make = await buildMake(server.ctx)
    const knownCar = await carOf(make, { model_name: 'Range Rover Sport HSE' })
    const entered = await carOf(make, { model_name: 'Range Rover Sport SVR', model: 'SVR' })
    const unknown = await carOf(make, { model_name: 'Forward Control' })
    expect((await change(make, { mergeInto: 'Land Rover' })).body.cars).toBe(3)
    const models = async (id: string) => (await api<Car>('getCar', { params: { id } })).body
    expect(await models(knownCar)).toMatchObject({ model: 'Range Rover Sport', version: 2 })
    expect(await models(entered)).toMatchObject({ model: 'SVR', version: 2 })
    expect(await models(unknown)).toMatchObject({ model: 'Forward', version: 2 })
    expect((await change('Land Rover', { category_name: 'Land-Rover' })).body.cars).toBe(3)
    expect(await models(knownCar)).toMatchObject({ category_name: 'Land-Rover', model: 'Range Rover Sport' })
  })

  it('can be hidden from the market, still found by name, and shown again', async () => {
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
    expect(namesOf(await listMakes()).at(-1)).toBe(make)
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
    expect(namesOf(await listMakes())).not.toContain(make)
    expect((await api('undo', { params: { id: undoId } })).body.restored).toBe(1)
    expect(await shownNames()).toContain(make)
    expect(await actionsOf(make)).toEqual(['delete-make', 'undo Deleted make'])

    const secondUndoId = (await remove(make)).body.undoId
    await api('addCategory', { body: { category_name: make.toUpperCase() } })
    expect((await api('undo', { params: { id: secondUndoId } })).body.code).toBe('undo-expired')
  })

  it('has one name and the same cars after concurrent renames', async () => {
    const make = await buildMake(server.ctx)
    await carOf(make)
    const names = Array.from({ length: 6 }, (_, n) => `${make} ${n}`)
    const responses = await Promise.all(names.map((name) => change(make, { category_name: name })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
    expect((await listMakes()).filter(({ category_name: name }) => name.startsWith(make))).toMatchObject([
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
