import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Car } from '../../contract/cars/cars.ts'
import { listNewestListedCars } from '../../server/features/cars/car-lists.repository.ts'
import { claimUploads, insertUpload, releaseUploads } from '../../server/core/images/upload.repository.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { collectQueryPlans } from '../support/query-plans.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const [a, b, c] = ['/art/cars/a.webp', '/art/cars/b.webp', 'https://i.ibb.co/x/c.jpg'] as const

let server: TestServer
let seller: Person
beforeAll(async () => {
  server = await startTestServer()
  seller = await buildPerson(server.ctx, { account: 'seller' })
})
afterAll(() => server.close())

const getCar = async (id: string) => (await call<Car>(server.url, 'getCar', { params: { id } })).body

async function save(id: string, images: string[], headers = {}) {
  const { category_name, condition, modelName, usageTime, originalPrice, resellPrice } = await getCar(id)
  const fields = { category_name, condition, modelName, usageTime, originalPrice, resellPrice }
  const body = { ...fields, selllerContact: '555-0100', images }
  return call(server.url, 'updateCar', { token: seller.token, params: { id }, body, headers })
}

describe('a car’s photos', () => {
  it('appear in the saved order in every view of the car', async () => {
    const id = await buildCar(server.ctx, seller.id, { images: [a, b, c] })
    await save(id, [c, a])
    const { body: cars } = await call<Car[]>(server.url, 'listCars')
    for (const car of [await getCar(id), cars.find(({ _id }) => _id === id)!])
      expect(car).toMatchObject({ image_url: c, images: [c, a] })
    await save(id, [])
    expect(await getCar(id)).toMatchObject({ image_url: '', images: [] })
  })

  it('stay unchanged if the edit is rejected', async () => {
    const id = await buildCar(server.ctx, seller.id, { images: [a, b] })
    expect((await save(id, [b], { 'If-Match': '"7"' })).status).toBe(412)
    expect((await getCar(id)).images).toEqual([a, b])
  })

  it('cause no additional query in lists', async () => {
    const { db } = server.ctx
    const list = (limit: number) => collectQueryPlans(db, () => listNewestListedCars(server.ctx, {}, limit))
    for (let n = 0; n < 20; n++) await buildCar(server.ctx, seller.id, { images: [a, b] })
    const plans = await list(20)
    expect(plans).toHaveLength((await list(1)).length)
    expect(plans.at(-1)).toContain('SEARCH car_pictures USING PRIMARY KEY (car_id=?)')
    expect(plans.at(-1)).not.toContain('TEMP B-TREE')
  })

  it('are found through an index on their URL, like report photos, when an upload is released', async () => {
    const { db, now } = server.ctx
    const hash = 'ab'.repeat(32)
    const url = `http://localhost:4000/images/ab/${hash}-full.webp`
    const sizes = { url, thumbUrl: url, mediumUrl: url, width: 1, height: 1, bytes: 1, look: null }
    await insertUpload(db, { image: { hash, ...sizes }, userId: seller.id, expiresAt: now() }, now())
    await claimUploads(db, [url], seller.id, now())
    const plan = (await collectQueryPlans(db, () => releaseUploads(db, [url], now()))).join('\n')
    expect(plan).toMatch(/SEARCH car_pictures USING (COVERING )?INDEX car_pictures_by_url/)
    expect(plan).toMatch(/SEARCH reports USING INDEX reports_by_picture/)
    expect(plan).not.toContain('SCAN')
  })
})
