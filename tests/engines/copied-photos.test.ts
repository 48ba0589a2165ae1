import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import {
  splitIntoBands,
  countDifferentBits,
  MAX_DIFFERENT_BITS,
  type LookBands,
} from '../../server/core/images/look-bands.ts'
import { findCopiedPhotos } from '../../server/features/photos/find-copied-photos.ts'
import { hashLook } from '../../server/gateways/images/photo-look.ts'
import { call } from '../support/api-client.ts'
import { buildPerson, buildUpload, type Person } from '../support/factories.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { claimUploads } from '../../server/core/images/upload.repository.ts'
import { findCopies } from '../../server/features/photos/copied-photos.repository.ts'
import { listOpenMatches } from '../../server/features/photos/photo-matches.repository.ts'
import { collectQueryPlans } from '../support/query-plans.ts'
import { engines } from './open-engine.ts'

/** Draws a scene of rectangles that differs for each number. */
function scene(number: number, width = 1200, height = 900): Sharp {
  let state = Math.imul(number, 2_654_435_761) + 12_345
  const random = (max: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * max)
  }
  const [columns, rows] = [120, 90]
  const pixels = Buffer.alloc(columns * rows * 3, random(256))
  for (let shape = 0; shape < 20; shape += 1) {
    const [left, top, right, bottom] = [random(110), random(80), 10 + random(60), 10 + random(40)]
    const color = [random(256), random(256), random(256)]
    for (let y = top; y < Math.min(rows, top + bottom); y += 1)
      for (let x = left; x < Math.min(columns, left + right); x += 1) pixels.set(color, (y * columns + x) * 3)
  }
  return sharp(pixels, { raw: { width: columns, height: rows, channels: 3 } }).resize(width, height)
}

async function lookOf(image: Sharp): Promise<string | null> {
  const { data, info } = await sharp(await image.toBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true })
  return hashLook(data, { width: info.width, height: info.height, channels: info.channels })
}

// A look has 256 bits. Scaling or brightening changes up to 12 of them, and trimming shifts the edges, so the
// more is cut off, the more bits change. The looks of unrelated photos differ in at least 55 bits.
describe('the look of a photo', () => {
  const originals: { photo: Buffer; look: LookBands }[] = []

  beforeAll(async () => {
    for (let number = 1; number <= 20; number += 1) {
      const photo = await scene(number).jpeg({ quality: 90 }).toBuffer()
      originals.push({ photo, look: splitIntoBands(await lookOf(sharp(photo))) })
    }
  })

  it.each<[string, number, (original: Buffer) => Sharp]>([
    ['encoded at quality 90', 20, (original) => sharp(original).jpeg({ quality: 90 })],
    ['encoded at quality 40', 20, (original) => sharp(original).jpeg({ quality: 40 })],
    ['as WebP', 20, (original) => sharp(original).webp({ quality: 60 })],
    ['500 pixels wide', 20, (original) => sharp(original).resize(500).jpeg()],
    ['brightened', 20, (original) => sharp(original).linear(1.1, 4).jpeg()],
    ['without 1% on each side', 16, (original) => crop(original, 0.01)],
    ['without 2% on each side', 2, (original) => crop(original, 0.02)],
    ['without 10% on each side', 0, (original) => crop(original, 0.1)],
    ['mirrored', 0, (original) => sharp(original).flop().jpeg()],
  ])('matches the look of a copy %s for %i of 20 photos', async (_, expected, copy) => {
    let found = 0
    for (const { photo, look } of originals)
      if (countDifferentBits(look, splitIntoBands(await lookOf(copy(photo)))) <= MAX_DIFFERENT_BITS)
        found += 1
    expect(found).toBe(expected)
  })

  it('differs between 200 unrelated photos', async () => {
    const looks: LookBands[] = []
    for (let number = 1; number <= 200; number += 1)
      looks.push(splitIntoBands(await lookOf(scene(number, 240, 180).png())))
    const distances = looks.flatMap((one, index) =>
      looks.slice(index + 1).map((other) => countDifferentBits(one, other)),
    )
    expect(Math.min(...distances)).toBeGreaterThan(3 * MAX_DIFFERENT_BITS)
  })

  it('does not exist for a nearly uniform photo', async () => {
    const gray = { create: { width: 400, height: 300, channels: 3 as const, background: '#777' } }
    expect(await lookOf(sharp(gray).png())).toBeNull()
  })
})

function crop(original: Buffer, part: number): Sharp {
  const [left, top] = [Math.round(1200 * part), Math.round(900 * part)]
  return sharp(original)
    .extract({ left, top, width: 1200 - 2 * left, height: 900 - 2 * top })
    .jpeg()
}

describe.each(engines)('copied photos on %s', (engine) => {
  let server: TestServer
  let drop = () => Promise.resolve()
  let [one, other, admin]: Person[] = []

  beforeAll(async () => {
    if (engine === 'sqlite') server = await startTestServer()
    else {
      const { address, drop: dropDatabase } = await createTestDatabase(inject('postgresUrl'))
      drop = dropDatabase
      server = await startTestServer({ config: { postgres: address }, isSingleProcess: false })
    }
    one = await buildPerson(server.ctx, { account: 'seller' })
    other = await buildPerson(server.ctx, { account: 'seller' })
    admin = await buildPerson(server.ctx, { role: 'admin' })
  })
  afterAll(async () => {
    await server.close()
    await drop()
  })

  async function addCar(seller: Person, look: string | null, modelName: string) {
    return addCarShowing(seller, await buildUpload(server.ctx, seller.id, look), modelName)
  }

  async function addCarShowing(seller: Person, url: string, modelName: string) {
    const images = [url]
    const body = {
      category_name: 'BMW',
      modelName,
      selllerContact: '555-0100',
      usageTime: '2 years',
      originalPrice: '38,000',
      images,
    }
    const added = await call<{ insertedId: string }>(server.url, 'addCar', { token: seller.token, body })
    expect(added.status).toBe(200)
    return added.body.insertedId
  }

  const listSubjects = async () => {
    await findCopiedPhotos(server.ctx)
    const messages = await call<{ kind: string; subject: string }[]>(server.url, 'listMessages', {
      token: admin!.token,
    })
    return messages.body.filter(({ kind }) => kind === 'same-photo').map(({ subject }) => subject)
  }

  const listPairs = async () => {
    await findCopiedPhotos(server.ctx)
    const { body } = await call<EndpointOutput<'listPhotoMatches'>>(server.url, 'listPhotoMatches', {
      token: admin!.token,
    })
    return body.pairs.map(({ cars }) => cars.map(({ carName }) => carName))
  }

  it('are reported to admins once if the sellers differ, and never for the same seller', async () => {
    const look = '0123456789abcdef'.repeat(4)
    // Fifteen bits differ: one in the first band, and two in each of the others.
    const similar = [...look].map((digit, at) => (at % 4 === 0 && at !== 4 ? flip(digit) : digit)).join('')
    const different = [...look].map((digit, at) => (at % 4 === 0 ? flip(digit) : digit)).join('')
    await addCar(one!, look, 'First')
    await addCar(one!, look, 'Second')
    await addCar(other!, different, 'Third')
    await addCar(other!, null, 'Fourth')
    expect(await listSubjects()).toEqual([])
    await addCar(other!, similar, 'Fifth')
    expect(await listSubjects()).toEqual(['Same photo: 2 pairs of cars'])
    await server.ctx.db.updateTable('uploads').set({ compared_at: null }).execute()
    expect(await listSubjects()).toEqual(['Same photo: 2 pairs of cars'])
  })

  it('are listed for admins until a pair is closed permanently', async () => {
    const { body } = await call<EndpointOutput<'listPhotoMatches'>>(server.url, 'listPhotoMatches', {
      token: admin!.token,
    })
    expect(body.total).toBe(2)
    const names = body.pairs.map(({ cars }) => cars.map(({ carName }) => carName).toSorted())
    expect(names.toSorted()).toEqual([
      ['BMW Fifth', 'BMW First'],
      ['BMW Fifth', 'BMW Second'],
    ])
    const [first, second] = body.pairs[0]!.cars
    const close = async (params: { id: string; carID: string }) => {
      const response = await call(server.url, 'closePhotoMatch', { token: admin!.token, params })
      return response.body
    }
    // The order of the two cars is irrelevant.
    const params = { id: second._id, carID: first._id }
    expect(await close(params)).toMatchObject({ modifiedCount: 1 })
    expect(await close(params)).toMatchObject({ modifiedCount: 0 })
    expect(await close({ id: first._id, carID: 'unknown' })).toMatchObject({ code: 'not-found' })
    await server.ctx.db.updateTable('uploads').set({ compared_at: null }).execute()
    expect(await listSubjects()).toEqual(['Same photo: 1 pair of cars'])
    const after = await call<EndpointOutput<'listPhotoMatches'>>(server.url, 'listPhotoMatches', {
      token: admin!.token,
    })
    expect(after.body).toEqual({ total: 1, pairs: [body.pairs[1]] })
  })

  it('are reported with up to five other cars', async () => {
    const look = 'fedcba9876543210'.repeat(4)
    for (let number = 1; number <= 6; number += 1) await addCar(one!, look, `Stock ${number}`)
    await findCopiedPhotos(server.ctx)
    await addCar(other!, look, 'Copy')
    const others = (await listPairs()).filter((names) => names.includes('BMW Copy'))
    expect(others.map((names) => names.find((name) => name !== 'BMW Copy')).toSorted()).toEqual(
      [1, 2, 3, 4, 5].map((number) => `BMW Stock ${number}`),
    )
  })

  it('are not reported for a deleted car', async () => {
    const look = '13579bdf02468ace'.repeat(4)
    const params = { id: await addCar(one!, look, 'Deleted') }
    expect((await call(server.url, 'deleteAnyCar', { token: admin!.token, params })).status).toBe(200)
    await addCar(other!, look, 'Remaining')
    expect((await listPairs()).flat().filter((name) => /Deleted|Remaining/.test(name))).toEqual([])
  })

  it('are found on a car that shows an upload after its comparison', async () => {
    const look = '02468ace13579bdf'.repeat(4)
    const url = await buildUpload(server.ctx, other!.id, look)
    await addCar(one!, look, 'Original')
    await claimUploads(server.ctx.db, [url], other!.id, server.ctx.now())
    await findCopiedPhotos(server.ctx)
    await addCarShowing(other!, url, 'Late')
    expect(await listPairs()).toContainEqual(expect.arrayContaining(['BMW Late']))
  })

  it('are found among more photos with a shared part than are compared', async () => {
    const look = '89abcdef'.repeat(8)
    const { db } = server.ctx
    const original = await buildUpload(server.ctx, one!.id, look)
    await db
      .updateTable('uploads')
      .set({ created_at: '2030-01-01T00:00:00.000Z' })
      .where('url', '=', original)
      .execute()
    const row = await db
      .selectFrom('uploads')
      .selectAll()
      .where('url', '=', original)
      .executeTakeFirstOrThrow()
    const bands = { ...splitIntoBands(null), look_0: row.look_0 }
    const others = Array.from({ length: 1_200 }, (_, n) => {
      const id = `${row.id.slice(0, -4)}${String(n).padStart(4, '0')}`
      return { ...row, ...bands, id, url: `${row.url}?${n}`, created_at: '2020-01-01T00:00:00.000Z' }
    })
    for (const some of [others.slice(0, 600), others.slice(600)])
      await db.insertInto('uploads').values(some).execute()
    const copy = { id: 'copy', url: '/copy', ...splitIntoBands(look) }
    expect(await findCopies(db, copy)).toEqual(['/copy', original])
  })

  it('are looked up by index', async () => {
    if (engine !== 'sqlite') return
    const listing = await collectQueryPlans(server.ctx.db, () => listOpenMatches(server.ctx.db))
    expect(listing.join('\n')).toContain('photo_matches_open')
    expect(listing.join('\n')).not.toMatch(/SCAN (cars|first|second)|LIST SUBQUERY/)
    const [upload] = await server.ctx.db.selectFrom('uploads').selectAll().execute()
    const plan = (await collectQueryPlans(server.ctx.db, () => findCopies(server.ctx.db, upload!))).join('\n')
    for (let band = 0; band < 8; band += 1) expect(plan).toContain(`uploads_by_look_${band}`)
    expect(plan).not.toContain('SCAN uploads')
  })
})

function flip(digit: string): string {
  return (Number.parseInt(digit, 16) ^ 8).toString(16)
}
