import Sqlite from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { liveEvent } from '../../contract/events.ts'
import type { Car } from '../../contract/cars/cars.ts'
import { createEventHub } from '../../server/core/events/event-hub.ts'
import { openEventStream, type EventStream } from '../../server/http/event-stream.ts'
import type { Actor } from '../../server/actor.ts'
import { call } from '../support/api-client.ts'
import { listen, untilEventsAreSent } from '../support/event-reader.ts'
import {
  buildCar,
  buildIssue,
  buildPayment,
  buildPerson,
  buildPurchase,
  buildReport,
  buildSubscriber,
  type Person,
} from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let buyer: Person
let otherBuyer: Person
let seller: Person
let otherSeller: Person
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  const { ctx } = server
  buyer = await buildPerson(ctx)
  otherBuyer = await buildPerson(ctx)
  seller = await buildPerson(ctx, { account: 'seller', verified: 1 })
  otherSeller = await buildPerson(ctx, { account: 'seller', verified: 1 })
  admin = await buildPerson(ctx, { role: 'admin' })
})
afterAll(() => server.close())

const open: { close(): void }[] = []
afterEach(() => open.splice(0).forEach((reader) => reader.close()))

async function reader(person: Person, since?: number) {
  const opened = await listen(server.url, person, since)
  open.push(opened)
  return opened
}

/** Opens event streams for these users once the events of all earlier changes have been sent. */
async function readers(...people: Person[]) {
  await untilEventsAreSent(server)
  const opened = await Promise.all(people.map((person) => reader(person)))
  await changeForAll()
  for (const { until } of opened) await until('Category')
  return opened
}

/** Makes a change whose event all users receive. It marks the end of the earlier events. */
function changeForAll() {
  return server.ctx.db.updateTable('categories').set({ position: 1 }).where('name', '=', 'Audi').execute()
}

const carInput = {
  category_name: 'BMW',
  condition: 'Good',
  modelName: 'X3 xDrive20d',
  selllerContact: '555-0100',
  usageTime: '2 years',
  originalPrice: '38,000',
  resellPrice: '27,800',
}

describe('users are notified', () => {
  it('of a listed car regardless of their role, with only its kind', async () => {
    const opened = await readers(buyer, otherSeller, admin)
    await call(server.url, 'addCar', { body: carInput, token: seller.token })
    for (const { until } of opened) expect((await until('Category')).tags).toEqual(['Car', 'Category'])
  })

  it('of a draft only as its seller or an admin, and always of a delisted car', async () => {
    const opened = await readers(seller, admin, buyer, otherSeller)
    const [owner, admins, ...others] = opened
    const { body } = await call<{ insertedId: string }>(server.url, 'addDraft', {
      body: { modelName: 'X3' },
      token: seller.token,
    })
    for (const { until } of [owner!, admins!]) expect((await until('Car')).tags).toContain('Car')
    const params = { id: body.insertedId }
    await call(server.url, 'saveDraft', { params, body: { modelName: 'X5' }, token: seller.token })
    await changeForAll()
    for (const { until } of others) expect((await until('Category')).tags).toEqual(['Category'])
    const listed = await buildCar(server.ctx, seller.id)
    await call(server.url, 'setCarState', {
      params: { id: listed },
      body: { state: 'sold-elsewhere' },
      token: seller.token,
    })
    for (const { until } of others) expect((await until('Car')).tags).toContain('Car')
  })

  it('of subscribers and newsletters only as admins', async () => {
    const [admins, others] = await readers(admin, seller)
    await buildSubscriber(server.ctx)
    const id = await buildIssue(server.ctx, admin.id)
    expect((await admins!.until('Newsletter')).tags).toContain('Newsletter')
    await server.ctx.db
      .updateTable('newsletter_issues')
      .set({ subject: 'November' })
      .where('id', '=', id)
      .execute()
    await changeForAll()
    expect((await others!.until('Category')).tags).toEqual(['Category'])
  })

  it('of a purchase only as its buyer, the car’s seller, or an admin', async () => {
    const carID = await buildCar(server.ctx, seller.id)
    const people = [buyer, seller, admin, otherBuyer, otherSeller]
    const [mine, sellers, admins, others, otherSellers] = await readers(...people)
    const body = { carID, buyerContact: '555-0111', meetingPlace: 'Station', sellingPrice: '24,900' }
    const answer = await call(server.url, 'addPurchase', { body, token: buyer.token })
    expect(answer.status).toBe(200)
    expect((await mine!.until('Purchase')).tags).toContain('Purchase')
    expect((await sellers!.until('Sale')).tags).toContain('Sale')
    await changeForAll()
    expect((await admins!.until('Category')).tags).toContain('Sale')
    for (const { until } of [others!, otherSellers!]) {
      const seen = await until('Category')
      expect(seen.tags.filter((tag) => tag !== 'Car' && tag !== 'Category')).toEqual([])
      expect(seen.notices).toEqual([])
    }
  })

  it('of a car taken off the market if it is on their list', async () => {
    const carId = await buildCar(server.ctx, seller.id)
    await buildPurchase(server.ctx, buyer.id, carId)
    const [mine, others] = await readers(buyer, otherBuyer)
    await call(server.url, 'deleteMyCar', { params: { id: carId }, token: seller.token })
    expect((await mine!.until('Purchase')).tags).toContain('Purchase')
    await changeForAll()
    expect((await others!.until('Category')).tags).not.toContain('Purchase')
  })

  it.each([
    { price_minor: 2_300_000 },
    { mileage: 41_000 },
    { mileage_unit: 'km' as const },
    { fuel: 'Diesel' as const },
  ])('of a car’s %o if the car is on their list or they reported it', async (change) => {
    const carId = await buildCar(server.ctx, seller.id)
    await buildPurchase(server.ctx, buyer.id, carId)
    await buildReport(server.ctx, otherBuyer.id, carId)
    const [mine, reporters] = await readers(buyer, otherBuyer)
    await server.ctx.db.updateTable('cars').set(change).where('id', '=', carId).execute()
    await changeForAll()
    expect((await mine!.until('Category')).tags).toContain('Purchase')
    expect((await reporters!.until('Category')).tags).toContain('Report')
  })

  it('of a car’s new first photo if the car is on their list', async () => {
    const [front, back] = ['/art/cars/front.webp', '/art/cars/back.webp']
    const id = await buildCar(server.ctx, seller.id, { images: [front, back] })
    await buildPurchase(server.ctx, buyer.id, id)
    const save = async (images: string[]) => {
      const [mine, sellers] = await readers(buyer, seller)
      const body = { ...carInput, images }
      await call(server.url, 'updateCar', { params: { id }, body, token: seller.token })
      await changeForAll()
      return [(await mine!.until('Category')).tags, (await sellers!.until('Category')).tags]
    }
    const expectedTags = [expect.arrayContaining(['Purchase']), expect.arrayContaining(['Sale'])]
    await save([front, back])
    expect(await save([back, front])).toEqual(expectedTags)
    expect(await save([])).toEqual(expectedTags)
    expect(await save([])).toEqual([
      ['Car', 'Category'],
      ['Car', 'Category'],
    ])
  })

  it('of a new user name as admins, who see it in that user’s reports', async () => {
    const renamed = await buildPerson(server.ctx)
    await buildReport(server.ctx, renamed.id, await buildCar(server.ctx, seller.id))
    const [admins, others] = await readers(admin, otherBuyer)
    await call(server.url, 'updateMe', { body: { fullName: 'Robin Hill' }, token: renamed.token })
    await changeForAll()
    expect((await admins!.until('Category')).tags).toContain('Report')
    expect((await others!.until('Category')).tags).not.toContain('Report')
  })

  it('of a seller’s new name if a car of that seller is on their list', async () => {
    const renamed = await buildPerson(server.ctx, { account: 'seller', verified: 1 })
    await buildPurchase(server.ctx, buyer.id, await buildCar(server.ctx, renamed.id))
    const [mine, others] = await readers(buyer, otherBuyer)
    await call(server.url, 'updateMe', { body: { fullName: 'Robin Valley' }, token: renamed.token })
    await changeForAll()
    expect((await mine!.until('Category')).tags).toContain('Purchase')
    expect((await others!.until('Category')).tags).not.toContain('Purchase')
  })

  it('of a report as its reporter, the car’s seller, or an admin, the reporter without notice', async () => {
    const id = await buildCar(server.ctx, seller.id)
    const [mine, sellers, admins, others] = await readers(buyer, seller, admin, otherSeller)
    const { body } = await call<{ insertedId: string }>(server.url, 'addReport', {
      body: { reportedItemInfo: { _id: id } },
      token: buyer.token,
    })
    const notice = { kind: 'report', id: body.insertedId }
    expect((await mine!.until('Report')).notices).toEqual([])
    expect((await sellers!.until('Report')).notices).toEqual([notice])
    expect((await admins!.until('Report')).notices).toEqual([notice])
    await changeForAll()
    const seen = await others!.until('Category')
    expect(seen.tags).not.toContain('Report')
    expect(seen.notices).toEqual([])
  })

  it('of a sale with a notice as its seller, and of its payment as an admin', async () => {
    const purchase = await buildPurchase(server.ctx, buyer.id, await buildCar(server.ctx, seller.id))
    const [sellers, admins] = await readers(seller, admin)
    await buildPayment(server.ctx, purchase, { is_sale: 0 })
    await buildPayment(server.ctx, purchase)
    await changeForAll()
    expect((await sellers!.until('Category')).notices).toEqual([{ kind: 'sale', id: purchase }])
    expect(await admins!.until('Payment')).toMatchObject({ notices: [] })
  })

  it('of an unverified seller as admins, at registration and when chosen later', async () => {
    const [admins] = await readers(admin)
    const { id } = await buildPerson(server.ctx, { account: 'seller' })
    const late = await buildPerson(server.ctx, { account_chosen: 0 })
    await call(server.url, 'updateMe', { body: { account: 'seller' }, token: late.token })
    await changeForAll()
    const { notices } = await admins!.until('Category')
    expect(new Set(notices)).toEqual(
      new Set([
        { kind: 'seller', id },
        { kind: 'seller', id: late.id },
      ]),
    )
  })

  it('never of other people’s messages, devices and profiles', async () => {
    const renamed = await buildPerson(server.ctx)
    const [others, admins] = await readers(otherBuyer, admin)
    await call(server.url, 'updateMe', { body: { fullName: 'Robin Valley' }, token: renamed.token })
    await buildPerson(server.ctx)
    const text = { kind: 'account' as const, subject: 'Hello', body: 'Hello', link: '/dashboard' }
    const message = { id: 'm1', user_id: buyer.id, created_at: '2026-01-01T00:00:00.000Z', ...text }
    await server.ctx.db.insertInto('messages').values(message).execute()
    await changeForAll()
    // The user's name appears in reviews and cars, so their tags are included.
    expect((await others!.until('Category')).tags).toEqual(['Car', 'Category', 'Review'])
    expect((await admins!.until('Category')).tags).toEqual(['Car', 'Category', 'Review', 'User'])
  })

  it('of no admin data from the moment they lose the admin role', async () => {
    const former = await buildPerson(server.ctx, { role: 'admin' })
    const [opened] = await readers(former)
    await call(server.url, 'revokeAdmin', { params: { id: former.id }, token: admin.token })
    const { tags } = await opened!.until('Me')
    expect(tags.filter((tag) => tag === 'Audit' || tag === 'User')).toEqual([])
    await buildPerson(server.ctx)
    await changeForAll()
    expect((await opened!.until('Category')).tags).toEqual(['Category'])
  })
})

describe('the event stream sends', () => {
  it('after the commit, when every reader gets the new data', async () => {
    const id = await buildCar(server.ctx, seller.id)
    const [opened] = await readers(buyer)
    for (const resellPrice of ['21,000', '22,000', '23,000', '24,000']) {
      await call<Car>(server.url, 'getCar', { params: { id }, token: buyer.token })
      const change = call(server.url, 'updateCars', {
        body: { ids: [id], change: { resellPrice } },
        token: seller.token,
      })
      await opened!.until('Car')
      const { body } = await call<Car>(server.url, 'getCar', { params: { id }, token: buyer.token })
      expect(body.resellPrice).toBe(resellPrice)
      expect((await change).status).toBe(200)
    }
  })

  it('not while a transaction is open, and not of one that is rolled back', async () => {
    const [opened] = await readers(buyer)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const failing = server.ctx.db.transaction().execute(async (trx) => {
      await trx.updateTable('reviews').set({ text: 'x' }).execute()
      await trx
        .insertInto('reviews')
        .values({
          id: 'r1',
          author_id: buyer.id,
          half_stars: 1,
          text: '',
          created_at: '2026-01-01T00:00:00.000Z',
        })
        .execute()
      await held
      throw new Error('rolled back')
    })
    const later = changeForAll()
    release()
    await expect(failing).rejects.toThrow('rolled back')
    await later
    expect((await opened!.until('Category')).tags).toEqual(['Category'])
  })

  it('a burst as few events', async () => {
    const opened = await reader(buyer)
    for (let n = 0; n < 40; n++) await buildCar(server.ctx, seller.id)
    await server.ctx.db.updateTable('reviews').set({ text: 'x' }).execute()
    await call(server.url, 'addReview', { body: { rating: 5 }, token: otherBuyer.token })
    const { events } = await opened.until('Review')
    expect(events).toBeLessThan(10)
  })

  it('missed changes to a client that reconnects', async () => {
    const person = await buildPerson(server.ctx)
    const first = await reader(person)
    await buildPurchase(server.ctx, otherBuyer.id, await buildCar(server.ctx, otherSeller.id))
    await first.until('Car')
    first.close()
    const back = await reader(person, 0)
    expect(back.isComplete).toBe(true)
    const late = await reader(person, 3600)
    expect(late.isComplete).toBe(false)
    const { tags } = await late.until('Car')
    expect(tags).not.toContain('Purchase')
    expect((await reader(person)).isComplete).toBe(false)
  })

  it('changes written by another process', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'kerblight-events-'))
    const file = join(dir, 'kerblight.db')
    const filed = await startTestServer({ env: { DATABASE_URL: `file:${file}` } })
    const person = await buildPerson(filed.ctx)
    await untilEventsAreSent(filed)
    const opened = await listen(filed.url, person)
    const other = new Sqlite(file)
    other.prepare("update categories set position = 7 where name = 'Audi'").run()
    other.close()
    expect((await opened.until('Category')).tags).toEqual(['Category'])
    opened.close()
    await filed.close()
    rmSync(dir, { recursive: true })
  })
})

describe('the connection', () => {
  it('is neither cached nor buffered in transit, even for a client that accepts compression', async () => {
    const response = await new Promise<IncomingMessage>((resolve) => {
      const headers = { authorization: `Bearer ${buyer.token}`, 'accept-encoding': 'gzip, br' }
      const request = get(`${server.url}/api/events`, { headers }, resolve)
      open.push({ close: () => request.destroy() })
    })
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(response.headers['content-encoding']).toBeUndefined()
    const chunk = await new Promise((resolve) => response.once('data', resolve))
    expect(String(chunk)).toBe('data: {"type":"open","isComplete":false}\n\n')
  })

  it('ends with its session: logged out here, signed out from another device, deleted', async () => {
    for (const end of [
      (person: Person) => call(server.url, 'logOut', { token: person.token }),
      (person: Person) => server.ctx.db.deleteFrom('sessions').where('user_id', '=', person.id).execute(),
      (person: Person) => call(server.url, 'deleteUser', { params: { id: person.id }, token: admin.token }),
    ]) {
      const person = await buildPerson(server.ctx)
      const opened = await reader(person)
      await end(person)
      await expect(opened.ended).resolves.toBeUndefined()
    }
  })

  it('leaves other devices of the user connected', async () => {
    const person = await buildPerson(server.ctx)
    const [opened] = await readers(person)
    const at = new Date(Date.now() + 60_000).toISOString()
    const session = { id: `s-${person.id}`, user_id: person.id, client: 'web' as const, user_agent: '' }
    await server.ctx.db
      .insertInto('sessions')
      .values({ ...session, created_at: at, last_seen_at: at, expires_at: at })
      .execute()
    await call(server.url, 'revokeSession', { params: { id: session.id }, token: person.token })
    expect((await opened!.until('Session')).tags).toEqual(['Session'])
    await changeForAll()
    await opened!.until('Category')
  })

  it('is open to ten devices of one account', async () => {
    const person = await buildPerson(server.ctx)
    const opened = []
    for (let n = 0; n < 10; n++) opened.push(await reader(person))
    const rejected = await call(server.url, 'streamEvents', { token: person.token })
    expect(rejected).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await call(server.url, 'streamEvents', { token: buyer.token })).status).toBe(200)
    opened[0]!.close()
    await expect
      .poll(async () => (await call(server.url, 'streamEvents', { token: person.token })).status)
      .toBe(200)
  })

  it('ends first when the server does, and does not hold it up', async () => {
    const own = await startTestServer()
    const opened = await listen(own.url, await buildPerson(own.ctx))
    const from = performance.now()
    await own.close()
    await opened.ended
    expect(performance.now() - from).toBeLessThan(5000)
  })

  it('is answered to HEAD without a stream', async () => {
    const answer = await fetch(`${server.url}/api/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${buyer.token}` },
    })
    expect(answer.status).toBe(200)
    await expect.poll(() => server.ctx.events.countStreams()).toBe(0)
  })

  it('is one line in the log, written at its end, without the person’s token', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    const own = await startTestServer({ log })
    const person = await buildPerson(own.ctx)
    const opened = await listen(own.url, person)
    const ofStream = () => lines.filter((line) => line.includes('/api/events'))
    expect(ofStream()).toEqual([])
    opened.close()
    await expect.poll(ofStream).toHaveLength(1)
    const line = JSON.parse(ofStream()[0]!) as Record<string, unknown>
    expect(line).toMatchObject({ route: '/api/events', status: 200, ms: expect.any(Number) as number })
    expect(line).not.toHaveProperty('aborted')
    expect(lines.join()).not.toContain(person.token)
    await own.close()
  })

  it('drops a client that does not read', async () => {
    const app = express()
    let stream: EventStream | undefined
    let isDropped = false
    app.get('/', (req, res) => {
      stream = openEventStream(req, res, liveEvent)
      stream.onEnd(() => {
        isDropped = true
      })
    })
    const http = createServer(app)
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const { port } = http.address() as AddressInfo
    const response = await new Promise<IncomingMessage>((resolve) =>
      get({ port, host: '127.0.0.1' }, resolve),
    )
    response.on('error', () => {})
    response.pause()
    const notices = Array.from({ length: 500 }, (_, n) => ({ kind: 'report' as const, id: `report-${n}` }))
    await expect
      .poll(
        () => {
          for (let n = 0; n < 50; n++) stream!.send({ type: 'changed', tags: ['Report'], notices })
          return isDropped
        },
        { timeout: 10_000 },
      )
      .toBe(true)
    http.close()
  })
})

describe('the hub', () => {
  const actor = (id: string) => ({ id, isAdmin: false }) as Actor
  const needs = { log: pino({ level: 'silent' }) }

  function fakeStream() {
    let onEnd = () => {}
    const seen = { beats: 0, isEnded: false }
    const stream: EventStream = {
      send: () => {},
      beat: () => void (seen.beats += 1),
      end() {
        seen.isEnded = true
        onEnd()
      },
      onEnd(listener) {
        onEnd = listener
      },
    }
    return { stream, seen }
  }

  it('takes no more streams than fit, and takes one again when one has ended', () => {
    const hub = createEventHub({ ...needs, findActor: async (found) => found, maxStreams: 2 })
    const first = fakeStream()
    hub.admit(actor('a'), undefined)(first.stream)
    hub.admit(actor('b'), undefined)(fakeStream().stream)
    expect(() => hub.admit(actor('c'), undefined)).toThrow(
      expect.objectContaining({ code: 'service-unavailable', headers: { 'Retry-After': '30' } }),
    )
    first.stream.end()
    hub.admit(actor('c'), undefined)(fakeStream().stream)
    expect(hub.countStreams()).toBe(2)
    hub.close()
    expect(hub.countStreams()).toBe(0)
    expect(() => hub.admit(actor('d'), undefined)).toThrow()
  })

  it('beats while the session lasts, and ends with it', async () => {
    let isIn = true
    const hub = createEventHub({ ...needs, findActor: async (found) => (isIn ? found : null), beatMs: 5 })
    const { stream, seen } = fakeStream()
    hub.admit(actor('a'), undefined)(stream)
    await expect.poll(() => seen.beats).toBeGreaterThan(1)
    expect(seen.isEnded).toBe(false)
    isIn = false
    await expect.poll(() => seen.isEnded).toBe(true)
    expect(hub.countStreams()).toBe(0)
    hub.close()
  })
})
