import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { bandsOf, distance, type LookBands } from '../../server/core/images/look-bands.ts'
import { findCopiedPhotos } from '../../server/features/photos/find-copied-photos.ts'
import { hashLook } from '../../server/gateways/images/photo-look.ts'
import { call } from '../support/api-client.ts'
import { buildPerson, buildUpload, type Person } from '../support/factories.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { findCopies } from '../../server/features/photos/copied-photos.repository.ts'
import { plansOf } from '../support/query-plans.ts'
import { engines } from './open-on.ts'

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

describe('the look of a photo', () => {
  it.each<[string, (original: Buffer) => Sharp, boolean]>([
    ['the same bytes', (original) => sharp(original).jpeg({ quality: 90 }), true],
    ['encoded again', (original) => sharp(original).jpeg({ quality: 40 }), true],
    ['as WebP', (original) => sharp(original).webp({ quality: 60 }), true],
    ['resized', (original) => sharp(original).resize(500).jpeg(), true],
    ['brightened', (original) => sharp(original).linear(1.1, 4).jpeg(), true],
    ['without 10% on each side', (original) => crop(original, 0.1), false],
    ['mirrored', (original) => sharp(original).flop().jpeg(), false],
  ])('of a copy %s', async (_, copy, isFound) => {
    let found = 0
    for (let number = 1; number <= 20; number += 1) {
      const original = await scene(number).jpeg({ quality: 90 }).toBuffer()
      const looks = [await lookOf(sharp(original).jpeg({ quality: 90 })), await lookOf(copy(original))]
      if (distance(bandsOf(looks[0]!), bandsOf(looks[1]!)) <= 7) found += 1
    }
    // Of 20 copies, 17 of the resized or brightened ones are found; edges near the threshold flip.
    if (isFound) expect(found).toBeGreaterThanOrEqual(16)
    else expect(found).toBeLessThanOrEqual(2)
  })

  it('differs between 200 unrelated photos', async () => {
    const looks: LookBands[] = []
    for (let number = 1; number <= 200; number += 1)
      looks.push(bandsOf(await lookOf(scene(number, 240, 180).png())))
    const distances = looks.flatMap((one, index) =>
      looks.slice(index + 1).map((other) => distance(one, other)),
    )
    expect(Math.min(...distances)).toBeGreaterThan(7)
  })

  it('does not exist for a nearly uniform photo', async () => {
    const gray = { create: { width: 400, height: 300, channels: 3 as const, background: '#777' } }
    expect(await lookOf(sharp(gray).png())).toBeNull()
  })
})

function crop(original: Buffer, part: number): Sharp {
  const [left, top] = [1200 * part, 900 * part]
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
    const images = [await buildUpload(server.ctx, seller.id, look)]
    const body = {
      category_name: 'BMW',
      modelName,
      selllerContact: '555-0100',
      usageTime: '2 years',
      originalPrice: '38,000',
      images,
    }
    expect((await call(server.url, 'addCar', { token: seller.token, body })).status).toBe(200)
  }

  const listSubjects = async () => {
    await findCopiedPhotos(server.ctx)
    const messages = await call<{ kind: string; subject: string }[]>(server.url, 'listMessages', {
      token: admin!.token,
    })
    return messages.body.filter(({ kind }) => kind === 'same-photo').map(({ subject }) => subject)
  }

  it('of another seller are reported to admins once, those of the same seller never', async () => {
    const look = '0123456789abcdef'.repeat(4)
    // Seven bits differ, in seven of the eight bands.
    const similar = [...look].map((digit, at) => (at % 8 === 0 && at < 56 ? flip(digit) : digit)).join('')
    const different = [...look].map((digit, at) => (at % 8 === 0 ? flip(digit) : digit)).join('')
    await addCar(one!, look, 'First')
    await addCar(one!, look, 'Second')
    await addCar(other!, different, 'Third')
    await addCar(other!, null, 'Fourth')
    expect(await listSubjects()).toEqual([])
    await addCar(other!, similar, 'Fifth')
    const expected = ['Same photo: BMW Fifth and BMW First', 'Same photo: BMW Fifth and BMW Second']
    expect((await listSubjects()).toSorted()).toEqual(expected)
    await server.ctx.db.updateTable('uploads').set({ compared_at: null }).execute()
    expect((await listSubjects()).toSorted()).toEqual(expected)
  })

  it('are looked up by index', async () => {
    if (engine !== 'sqlite') return
    const [upload] = await server.ctx.db.selectFrom('uploads').selectAll().execute()
    const plan = (await plansOf(server.ctx.db, () => findCopies(server.ctx.db, upload!))).join('\n')
    for (let band = 0; band < 8; band += 1) expect(plan).toContain(`uploads_by_look_${band}`)
    expect(plan).not.toContain('SCAN uploads')
  })
})

function flip(digit: string): string {
  return (Number.parseInt(digit, 16) ^ 8).toString(16)
}
