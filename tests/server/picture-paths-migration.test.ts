import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChangeSet } from '../../contract/car-changes.ts'
import type { Car } from '../../contract/cars.ts'
import { migrate, migrations } from '../../server/db/migrate.ts'
import type { Db } from '../../server/db/tables.ts'
import type { Context } from '../../server/context.ts'
import { insertUpload } from '../../server/core/images/upload.repository.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildMake, buildPerson, buildReport } from '../support/factories.ts'
import { withOwnDatabase } from '../support/own-database.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const BEFORE = migrations.findIndex(({ name }) => name === '0051-picture-paths')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const hashes = ['0', '1', '2', '3', '4'].map((digit) => `a${digit}`.repeat(32))
const pathOf = (hash: string, ending = 'full.webp') => `/images/${hash.slice(0, 2)}/${hash}-${ending}`
const [first, second, third, fourth, unknown] = hashes.map((hash) => pathOf(hash)) as [
  string,
  string,
  string,
  string,
  string,
]
const OLD = 'https://old.example'
const OLDER = 'http://localhost:4000'
/** Addresses that are not of own pictures, or not of pictures that are there. */
const foreign = [
  'https://i.ibb.co/x/c.jpg',
  `${OLD}${unknown}`,
  `${OLD}/shop${first}`,
  `${OLD}${first}?size=1`,
  `ftp://old.example${first}`,
  `https://${first}`,
  `${OLD}${first.replace('full', 'huge')}`,
  'x-full.webp',
  '',
]

async function uploadAll(ctx: Context, userId: string) {
  for (const hash of hashes.slice(0, 4)) {
    const [url, mediumUrl, thumbUrl] = ['full', 'medium', 'thumb'].map(
      (size) => OLD + pathOf(hash, `${size}.webp`),
    ) as [string, string, string]
    const image = { hash, url, mediumUrl, thumbUrl, width: 1, height: 1, bytes: 1 }
    const id = await insertUpload(ctx.db, { image, userId, expiresAt: ctx.now() }, ctx.now())
    await ctx.db.updateTable('uploads').set({ expires_at: null }).where('id', '=', id).execute()
  }
}

const picturesOf = async (db: Db, car: string) =>
  (
    await db.selectFrom('car_pictures').select('url').where('car_id', '=', car).orderBy('position').execute()
  ).map(({ url }) => url)

it('makes paths of own addresses in every table, and leaves others as they are', () =>
  withOwnDatabase(server.ctx, async (ctx) => {
    const { db } = ctx
    await migrate(db, BEFORE)
    const seller = await buildPerson(ctx, { account: 'seller', photo_url: OLD + second })
    const stranger = await buildPerson(ctx, { photo_url: foreign[0]! })
    await uploadAll(ctx, seller.id)
    const jpeg = OLDER + pathOf(hashes[2]!, 'full.jpg')
    const car = await buildCar(ctx, seller.id, { images: [OLD + first, OLDER + second, jpeg, ...foreign] })
    const make = await buildMake(ctx, { brand_image: OLD + third })
    const report = await buildReport(ctx, stranger.id, car)
    const snapshot = { _id: car, carName: 'A "quoted" name', image_url: OLD + first }
    await db
      .updateTable('reports')
      .set({ snapshot: JSON.stringify(snapshot) })
      .execute()
    await db
      .insertInto('undos')
      .values({ id: 'an-undo', user_id: seller.id, kind: 'make', expires_at: ctx.now().toISOString() })
      .execute()
    await db
      .insertInto('undo_rows')
      .values({ undo_id: 'an-undo', row_id: 'Gone', before: JSON.stringify({ imageUrl: OLD + fourth }) })
      .execute()
    // A car from before there was a ledger.
    const images = [OLD + first, ...foreign, OLDER + second]
    const added = JSON.stringify({ postedAt: '2020-01-01', images })
    await db
      .insertInto('car_changes')
      .values({
        car: 'old-car',
        version: 1,
        set: null,
        actor: null,
        at: '2020',
        field: 'added',
        before: null,
        after: added,
      })
      .execute()
    const entries = await db.selectFrom('car_changes').select(['id', 'field', 'at']).orderBy('id').execute()
    const [{ version }] = (await db.selectFrom('cars').select('version').execute()) as [{ version: number }]

    await migrate(db)

    expect(await picturesOf(db, car)).toEqual([first, second, pathOf(hashes[2]!, 'full.jpg'), ...foreign])
    const uploads = await db.selectFrom('uploads').selectAll().orderBy('hash').execute()
    expect(uploads.map(({ url, medium_url, thumb_url }) => [url, medium_url, thumb_url])).toEqual(
      hashes
        .slice(0, 4)
        .map((hash) => ['full', 'medium', 'thumb'].map((size) => pathOf(hash, `${size}.webp`))),
    )
    const photos = await db.selectFrom('users').select(['id', 'photo_url']).execute()
    expect(new Map(photos.map(({ id, photo_url }) => [id, photo_url]))).toEqual(
      new Map([
        [seller.id, second],
        [stranger.id, foreign[0]],
      ]),
    )
    const logo = db.selectFrom('categories').select('brand_image').where('name', '=', make)
    expect(await logo.executeTakeFirst()).toEqual({ brand_image: third })
    const kept = await db.selectFrom('reports').select('snapshot').where('id', '=', report).executeTakeFirst()
    expect(JSON.parse(kept!.snapshot)).toEqual({ ...snapshot, image_url: first })
    expect(await db.selectFrom('undo_rows').selectAll().execute()).toEqual([])

    const ledger = await db.selectFrom('car_changes').selectAll().orderBy('id').execute()
    expect(ledger.map(({ id, field, at }) => ({ id, field, at }))).toEqual(entries)
    const pictures = ledger.filter(({ field }) => field.startsWith('images/')).map(({ after }) => after)
    expect(pictures).toEqual(await picturesOf(db, car))
    const old = ledger.find((entry) => entry.car === 'old-car')!
    expect(JSON.parse(String(old.after))).toEqual({
      postedAt: '2020-01-01',
      images: [first, ...foreign, second],
    })
    expect(await db.selectFrom('cars').select('version').execute()).toEqual([{ version }])
    await expect(db.updateTable('car_changes').set({ field: 'x' }).execute()).rejects.toThrow(/append-only/)
  }))

it('goes back to the version before, which reads paths', () =>
  withOwnDatabase(server.ctx, async (ctx) => {
    const seller = await buildPerson(ctx, { account: 'seller' })
    const car = await buildCar(ctx, seller.id, { images: [first] })
    await migrate(ctx.db, BEFORE)
    await migrate(ctx.db)
    expect(await picturesOf(ctx.db, car)).toEqual([first])
  }))

it('lets a change of photos from before it be reverted', async () => {
  const other = await startTestServer()
  const { ctx, url } = other
  try {
    const seller = await buildPerson(ctx, { account: 'seller' })
    await uploadAll(ctx, seller.id)
    const id = await buildCar(ctx, seller.id, { images: [OLD + first, OLD + second] })
    const read = async () => (await call<Car>(url, 'getCar', { params: { id }, token: seller.token })).body
    const { category_name, condition, modelName, usageTime, originalPrice, resellPrice, ...car } =
      await read()
    const fields = { category_name, condition, modelName, usageTime, originalPrice, resellPrice }
    const body = { ...fields, selllerContact: '555-0100', location: car.location, images: [third] }
    const request = { token: seller.token, params: { id }, body }
    expect((await call(url, 'updateCar', request)).status).toBe(200)
    await migrate(ctx.db, BEFORE)
    await migrate(ctx.db)
    const ledger = await ctx.db
      .selectFrom('car_changes')
      .select('before')
      .where('field', 'like', 'images/%')
      .orderBy('id')
      .execute()
    expect(ledger.flatMap(({ before }) => before ?? []).toSorted()).toEqual([first, second])
    const { body: sets } = await call<ChangeSet[]>(url, 'listChangeSets', { token: seller.token })
    const revert = { token: seller.token, params: { id: sets[0]!._id }, body: {} }
    expect((await call(url, 'revertChangeSet', revert)).status).toBe(200)
    const { publicUrl } = ctx.config
    expect((await read()).images).toEqual([publicUrl + first, publicUrl + second])
  } finally {
    await other.close()
  }
})
