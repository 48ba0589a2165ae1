import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Car } from '../../contract/cars.ts'
import { openDatabase } from '../../server/db/connection.ts'
import { migrate, migrations } from '../../server/db/migrate.ts'
import type { Db } from '../../server/db/tables.ts'
import { listNewestListedCars } from '../../server/features/cars/car-lists.repository.ts'
import { claimUploads, insertUpload, releaseUploads } from '../../server/core/images/upload.repository.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { plansOf } from '../support/query-plans.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const BEFORE_PICTURES = migrations.findIndex(({ name }) => name.endsWith('-car-pictures'))
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

describe('a car’s pictures', () => {
  it('are shown in the order in which they were saved, wherever the car is shown', async () => {
    const id = await buildCar(server.ctx, seller.id, { images: [a, b, c] })
    await save(id, [c, a])
    const { body: cars } = await call<Car[]>(server.url, 'listCars')
    for (const car of [await getCar(id), cars.find(({ _id }) => _id === id)!])
      expect(car).toMatchObject({ image_url: c, images: [c, a] })
    await save(id, [])
    expect(await getCar(id)).toMatchObject({ image_url: '', images: [] })
  })

  it('stay as they are where the edit is refused', async () => {
    const id = await buildCar(server.ctx, seller.id, { images: [a, b] })
    expect((await save(id, [b], { 'If-Match': '"7"' })).status).toBe(412)
    expect((await getCar(id)).images).toEqual([a, b])
  })

  it('cost a list no query of their own', async () => {
    const { db } = server.ctx
    const list = (limit: number) => plansOf(db, () => listNewestListedCars(server.ctx, {}, limit))
    for (let n = 0; n < 20; n++) await buildCar(server.ctx, seller.id, { images: [a, b] })
    const plans = await list(20)
    expect(plans).toHaveLength((await list(1)).length)
    expect(plans.at(-1)).toContain('SEARCH car_pictures USING PRIMARY KEY (car_id=?)')
    expect(plans.at(-1)).not.toContain('TEMP B-TREE')
  })

  it('are found by their address, and so are those of reports, when an upload is let go', async () => {
    const { db, now } = server.ctx
    const hash = 'ab'.repeat(32)
    const url = `http://localhost:4000/images/ab/${hash}-full.webp`
    const sizes = { url, thumbUrl: url, mediumUrl: url, width: 1, height: 1, bytes: 1 }
    await insertUpload(db, { image: { hash, ...sizes }, userId: seller.id, expiresAt: now() }, now())
    await claimUploads(db, [url], seller.id, now())
    const plan = (await plansOf(db, () => releaseUploads(db, [url], now()))).join('\n')
    expect(plan).toMatch(/SEARCH car_pictures USING (COVERING )?INDEX car_pictures_by_url/)
    expect(plan).toMatch(/SEARCH reports USING INDEX reports_by_picture/)
    expect(plan).not.toContain('SCAN')
  })
})

describe('the migration to rows', () => {
  it('carries the pictures of each car over in their order, and back', async () => {
    const { db, close } = await openDatabase(':memory:')
    const ctx = { ...server.ctx, db }
    const { id: owner } = await buildPerson(ctx, { account: 'seller' })
    const pictures = [
      [a, b, c],
      ['https://i.ibb.co/x/ü "c".jpg'],
      [],
      Array.from({ length: 12 }, (_, n) => `/art/cars/${11 - n}.webp`),
    ]
    const ids: string[] = []
    for (const images of pictures) ids.push(await buildCar(ctx, owner, { images }))
    const rows = await db.selectFrom('car_pictures').selectAll().execute()

    await migrate(db, BEFORE_PICTURES)
    expect(await readColumn(db, ids)).toEqual(pictures)
    await sql`update cars set images = json_array(${b}, ${a}) where id = ${ids[2]}`.execute(db)
    await migrate(db)

    const added = [b, a].map((url, position) => ({ car_id: ids[2], position, url }))
    const carried = await db.selectFrom('car_pictures').selectAll().execute()
    expect(carried).toHaveLength(rows.length + 2)
    expect(carried).toEqual(expect.arrayContaining([...rows, ...added]))
    await close()
  })
})

async function readColumn(db: Db, ids: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ id: string; images: string }>`select id, images from cars`.execute(db)
  const images = new Map(rows.map((row) => [row.id, JSON.parse(row.images) as string[]]))
  return ids.map((id) => images.get(id)!)
}
