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
import { listen, waitForSentEvents } from '../support/event-reader.ts'
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
  server = await startTestServer({ eventBatchingMs: 10 })
  const { ctx } = server
  buyer = await buildPerson(ctx)
  otherBuyer = await buildPerson(ctx)
  seller = await buildPerson(ctx, { account: 'seller', verified: 1 })
  otherSeller = await buildPerson(ctx, { account: 'seller', verified: 1 })
  admin = await buildPerson(ctx, { role: 'admin' })
})
afterAll(() => server.close())

const openStreamList: { close(): void }[] = []
afterEach(() => openStreamList.splice(0).forEach((stream) => stream.close()))

async function openStream(person: Person, since?: number) {
  const stream = await listen(server.url, person, since)
  openStreamList.push(stream)
  return stream
}

/** Opens event streams for these users once the events of all earlier changes have been sent. */
async function openStreams(...people: Person[]) {
  await waitForSentEvents(server)
  const streams = await Promise.all(people.map((person) => openStream(person)))
  await changeForAll()
  for (const { until } of streams) await until('Category')
  return streams
}

/** Makes a change whose event all users receive, which marks the end of the earlier events. */
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

describe('the event stream', () => {
  it('reports a listed car to every role, with only its kind', async () => {
    const streams = await openStreams(buyer, otherSeller, admin)
    await call(server.url, 'addCar', { body: carInput, token: seller.token })
    for (const { until } of streams) expect((await until('Category')).tags).toEqual(['Car', 'Category'])
  })

  it('reports a draft only to its seller and admins, and a delisted car to all users', async () => {
    const streams = await openStreams(seller, admin, buyer, otherSeller)
    const [owner, admins, ...otherStreams] = streams
    const { body } = await call<{ insertedId: string }>(server.url, 'addDraft', {
      body: { modelName: 'X3' },
      token: seller.token,
    })
    for (const { until } of [owner!, admins!]) expect((await until('Car')).tags).toContain('Car')
    const params = { id: body.insertedId }
    await call(server.url, 'saveDraft', { params, body: { modelName: 'X5' }, token: seller.token })
    await changeForAll()
    for (const { until } of otherStreams) expect((await until('Category')).tags).toEqual(['Category'])
    const listed = await buildCar(server.ctx, seller.id)
    await call(server.url, 'setCarState', {
      params: { id: listed },
      body: { state: 'sold-elsewhere' },
      token: seller.token,
    })
    for (const { until } of otherStreams) expect((await until('Car')).tags).toContain('Car')
  })

  it('reports subscribers and newsletters only to admins', async () => {
    const [adminStream, otherStream] = await openStreams(admin, seller)
    await buildSubscriber(server.ctx)
    const id = await buildIssue(server.ctx, admin.id)
    expect((await adminStream!.until('Newsletter')).tags).toContain('Newsletter')
    await server.ctx.db
      .updateTable('newsletter_issues')
      .set({ subject: 'November' })
      .where('id', '=', id)
      .execute()
    await changeForAll()
    expect((await otherStream!.until('Category')).tags).toEqual(['Category'])
  })

  it('reports a purchase only to its buyer, the car’s seller, and admins', async () => {
    const carID = await buildCar(server.ctx, seller.id)
    const people = [buyer, seller, admin, otherBuyer, otherSeller]
    const [buyerStream, sellers, admins, others, otherSellers] = await openStreams(...people)
    const body = { carID, buyerContact: '555-0111', meetingPlace: 'Station', sellingPrice: '24,900' }
    const response = await call(server.url, 'addPurchase', { body, token: buyer.token })
    expect(response.status).toBe(200)
    expect((await buyerStream!.until('Purchase')).tags).toContain('Purchase')
    expect((await sellers!.until('Sale')).tags).toContain('Sale')
    await changeForAll()
    expect((await admins!.until('Category')).tags).toContain('Sale')
    for (const { until } of [others!, otherSellers!]) {
      const event = await until('Category')
      expect(event.tags.filter((tag) => tag !== 'Car' && tag !== 'Category')).toEqual([])
      expect(event.notices).toEqual([])
    }
  })

  it('reports a car taken off the market to users who have it on their list', async () => {
    const carId = await buildCar(server.ctx, seller.id)
    await buildPurchase(server.ctx, buyer.id, carId)
    const [ownStream, otherStream] = await openStreams(buyer, otherBuyer)
    await call(server.url, 'deleteMyCar', { params: { id: carId }, token: seller.token })
    expect((await ownStream!.until('Purchase')).tags).toContain('Purchase')
    await changeForAll()
    expect((await otherStream!.until('Category')).tags).not.toContain('Purchase')
  })

  it.each([
    { price_minor: 2_300_000 },
    { mileage: 41_000 },
    { mileage_unit: 'km' as const },
    { fuel: 'Diesel' as const },
  ])('reports a car’s %o to users who have the car on their list or reported it', async (change) => {
    const carId = await buildCar(server.ctx, seller.id)
    await buildPurchase(server.ctx, buyer.id, carId)
    await buildReport(server.ctx, otherBuyer.id, carId)
    const [reportedStream, reporters] = await openStreams(buyer, otherBuyer)
    await server.ctx.db.updateTable('cars').set(change).where('id', '=', carId).execute()
    await changeForAll()
    expect((await reportedStream!.until('Category')).tags).toContain('Purchase')
    expect((await reporters!.until('Category')).tags).toContain('Report')
  })

  it('reports a car’s new first photo to users who have the car on their list', async () => {
    const [frontPhoto, backPhoto] = ['/art/cars/front.webp', '/art/cars/back.webp']
    const id = await buildCar(server.ctx, seller.id, { images: [frontPhoto, backPhoto] })
    await buildPurchase(server.ctx, buyer.id, id)
    const save = async (images: string[]) => {
      const [buyerStream, sellers] = await openStreams(buyer, seller)
      const body = { ...carInput, images }
      await call(server.url, 'updateCar', { params: { id }, body, token: seller.token })
      await changeForAll()
      return [(await buyerStream!.until('Category')).tags, (await sellers!.until('Category')).tags]
    }
    const expectedTags = [expect.arrayContaining(['Purchase']), expect.arrayContaining(['Sale'])]
    await save([frontPhoto, backPhoto])
    expect(await save([backPhoto, frontPhoto])).toEqual(expectedTags)
    expect(await save([])).toEqual(expectedTags)
    expect(await save([])).toEqual([
      ['Car', 'Category'],
      ['Car', 'Category'],
    ])
  })

  it('reports a new user name to admins, who see it in that user’s reports', async () => {
    const renamed = await buildPerson(server.ctx)
    await buildReport(server.ctx, renamed.id, await buildCar(server.ctx, seller.id))
    const [adminStream, otherStream] = await openStreams(admin, otherBuyer)
    await call(server.url, 'updateMe', { body: { fullName: 'Robin Hill' }, token: renamed.token })
    await changeForAll()
    expect((await adminStream!.until('Category')).tags).toContain('Report')
    expect((await otherStream!.until('Category')).tags).not.toContain('Report')
  })

  it('reports a seller’s new name to users who have the seller’s car on their list', async () => {
    const renamed = await buildPerson(server.ctx, { account: 'seller', verified: 1 })
    await buildPurchase(server.ctx, buyer.id, await buildCar(server.ctx, renamed.id))
    const [ownStream, otherStream] = await openStreams(buyer, otherBuyer)
    await call(server.url, 'updateMe', { body: { fullName: 'Robin Valley' }, token: renamed.token })
    await changeForAll()
    expect((await ownStream!.until('Category')).tags).toContain('Purchase')
    expect((await otherStream!.until('Category')).tags).not.toContain('Purchase')
  })

  it('reports a new report to the seller and admins, and without a notice to its reporter', async () => {
    const id = await buildCar(server.ctx, seller.id)
    const [buyerStream, sellers, admins, others] = await openStreams(buyer, seller, admin, otherSeller)
    const { body } = await call<{ insertedId: string }>(server.url, 'addReport', {
      body: { reportedItemInfo: { _id: id } },
      token: buyer.token,
    })
    const notice = { kind: 'report', id: body.insertedId }
    expect((await buyerStream!.until('Report')).notices).toEqual([])
    expect((await sellers!.until('Report')).notices).toEqual([notice])
    expect((await admins!.until('Report')).notices).toEqual([notice])
    await changeForAll()
    const event = await others!.until('Category')
    expect(event.tags).not.toContain('Report')
    expect(event.notices).toEqual([])
  })

  it('reports a sale to its seller with a notice, and its payment to admins', async () => {
    const purchase = await buildPurchase(server.ctx, buyer.id, await buildCar(server.ctx, seller.id))
    const [sellers, admins] = await openStreams(seller, admin)
    await buildPayment(server.ctx, purchase, { is_sale: 0 })
    await buildPayment(server.ctx, purchase)
    await changeForAll()
    expect((await sellers!.until('Category')).notices).toEqual([{ kind: 'sale', id: purchase }])
    expect(await admins!.until('Payment')).toMatchObject({ notices: [] })
  })

  it('reports an unverified seller to admins, at registration and after a later choice', async () => {
    const [admins] = await openStreams(admin)
    const { id } = await buildPerson(server.ctx, { account: 'seller' })
    const lateUser = await buildPerson(server.ctx, { account_chosen: 0 })
    await call(server.url, 'updateMe', { body: { account: 'seller' }, token: lateUser.token })
    await changeForAll()
    const { notices } = await admins!.until('Category')
    expect(new Set(notices)).toEqual(
      new Set([
        { kind: 'seller', id },
        { kind: 'seller', id: lateUser.id },
      ]),
    )
  })

  it('never reports other users’ messages, devices, and profiles', async () => {
    const renamed = await buildPerson(server.ctx)
    const [otherStream, adminStream] = await openStreams(otherBuyer, admin)
    await call(server.url, 'updateMe', { body: { fullName: 'Robin Valley' }, token: renamed.token })
    await buildPerson(server.ctx)
    const messageFields = { kind: 'account' as const, subject: 'Hello', body: 'Hello', link: '/dashboard' }
    const message = { id: 'm1', user_id: buyer.id, created_at: '2026-01-01T00:00:00.000Z', ...messageFields }
    await server.ctx.db.insertInto('messages').values(message).execute()
    await changeForAll()
    // The user's name appears in reviews and cars, so their tags are included.
    expect((await otherStream!.until('Category')).tags).toEqual(['Car', 'Category', 'Review'])
    expect((await adminStream!.until('Category')).tags).toEqual(['Car', 'Category', 'Review', 'User'])
  })

  it('reports no admin data to users who have lost the admin role', async () => {
    const former = await buildPerson(server.ctx, { role: 'admin' })
    const [stream] = await openStreams(former)
    await call(server.url, 'revokeAdmin', { params: { id: former.id }, token: admin.token })
    const { tags } = await stream!.until('Me')
    expect(tags.filter((tag) => tag === 'Audit' || tag === 'User')).toEqual([])
    await buildPerson(server.ctx)
    await changeForAll()
    expect((await stream!.until('Category')).tags).toEqual(['Category'])
  })
})

describe('events', () => {
  it('are sent after the commit, when every reader gets the new data', async () => {
    const id = await buildCar(server.ctx, seller.id)
    const [stream] = await openStreams(buyer)
    for (const resellPrice of ['21,000', '22,000', '23,000', '24,000']) {
      await call<Car>(server.url, 'getCar', { params: { id }, token: buyer.token })
      const change = call(server.url, 'updateCars', {
        body: { ids: [id], change: { resellPrice } },
        token: seller.token,
      })
      await stream!.until('Car')
      const { body } = await call<Car>(server.url, 'getCar', { params: { id }, token: buyer.token })
      expect(body.resellPrice).toBe(resellPrice)
      expect((await change).status).toBe(200)
    }
  })

  it('are sent neither during an open transaction nor for a rolled-back transaction', async () => {
    const [stream] = await openStreams(buyer)
    let release = () => {}
    const heldEvents = new Promise<void>((resolve) => {
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
      await heldEvents
      throw new Error('rolled back')
    })
    const laterChange = changeForAll()
    release()
    await expect(failing).rejects.toThrow('rolled back')
    await laterChange
    expect((await stream!.until('Category')).tags).toEqual(['Category'])
  })

  it('are combined if many changes occur in a burst', async () => {
    const ownServer = await startTestServer()
    const person = await buildPerson(ownServer.ctx, { account: 'seller' })
    const stream = await listen(ownServer.url, person)
    for (let n = 0; n < 40; n++) await buildCar(ownServer.ctx, person.id)
    await ownServer.ctx.db.updateTable('reviews').set({ text: 'x' }).execute()
    await call(ownServer.url, 'addReview', { body: { rating: 5 }, token: person.token })
    const { events } = await stream.until('Review')
    expect(events).toBeLessThan(10)
    stream.close()
    await ownServer.close()
  })

  it('include missed changes for a client that reconnects', async () => {
    const person = await buildPerson(server.ctx)
    const firstStream = await openStream(person)
    await buildPurchase(server.ctx, otherBuyer.id, await buildCar(server.ctx, otherSeller.id))
    await firstStream.until('Car')
    firstStream.close()
    const resumedStream = await openStream(person, 0)
    expect(resumedStream.isComplete).toBe(true)
    const lateStream = await openStream(person, 3600)
    expect(lateStream.isComplete).toBe(false)
    const { tags } = await lateStream.until('Car')
    expect(tags).not.toContain('Purchase')
    expect((await openStream(person)).isComplete).toBe(false)
  })

  it('include changes written by another process', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'kerblight-events-'))
    const file = join(dir, 'kerblight.db')
    const fileServer = await startTestServer({ env: { DATABASE_URL: `file:${file}` } })
    const person = await buildPerson(fileServer.ctx)
    await waitForSentEvents(fileServer)
    const stream = await listen(fileServer.url, person)
    const otherConnection = new Sqlite(file)
    otherConnection.prepare("update categories set position = 7 where name = 'Audi'").run()
    otherConnection.close()
    expect((await stream.until('Category')).tags).toEqual(['Category'])
    stream.close()
    await fileServer.close()
    rmSync(dir, { recursive: true })
  })
})

describe('the connection', () => {
  it('is neither cached nor buffered in transit, even for a client that accepts compression', async () => {
    const response = await new Promise<IncomingMessage>((resolve) => {
      const headers = { authorization: `Bearer ${buyer.token}`, 'accept-encoding': 'gzip, br' }
      const request = get(`${server.url}/api/events`, { headers }, resolve)
      openStreamList.push({ close: () => request.destroy() })
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

  it('ends with its session: after a sign-out here or on another device, or a deletion of the account', async () => {
    for (const end of [
      (person: Person) => call(server.url, 'logOut', { token: person.token }),
      (person: Person) => server.ctx.db.deleteFrom('sessions').where('user_id', '=', person.id).execute(),
      (person: Person) => call(server.url, 'deleteUser', { params: { id: person.id }, token: admin.token }),
    ]) {
      const person = await buildPerson(server.ctx)
      const stream = await openStream(person)
      await end(person)
      await expect(stream.ended).resolves.toBeUndefined()
    }
  })

  it('leaves other devices of the user connected', async () => {
    const person = await buildPerson(server.ctx)
    const [stream] = await openStreams(person)
    const timestamp = new Date(Date.now() + 60_000).toISOString()
    const session = { id: `s-${person.id}`, user_id: person.id, client: 'web' as const, user_agent: '' }
    await server.ctx.db
      .insertInto('sessions')
      .values({ ...session, created_at: timestamp, last_seen_at: timestamp, expires_at: timestamp })
      .execute()
    await call(server.url, 'revokeSession', { params: { id: session.id }, token: person.token })
    expect((await stream!.until('Session')).tags).toEqual(['Session'])
    await changeForAll()
    await stream!.until('Category')
  })

  it('is open to ten devices of one account', async () => {
    const person = await buildPerson(server.ctx)
    const streams = []
    for (let n = 0; n < 10; n++) streams.push(await openStream(person))
    const rejection = await call(server.url, 'streamEvents', { token: person.token })
    expect(rejection).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect(Number(rejection.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await call(server.url, 'streamEvents', { token: buyer.token })).status).toBe(200)
    streams[0]!.close()
    await expect
      .poll(async () => (await call(server.url, 'streamEvents', { token: person.token })).status)
      .toBe(200)
  })

  it('ends before the server does, without delaying its shutdown', async () => {
    const ownServer = await startTestServer()
    const stream = await listen(ownServer.url, await buildPerson(ownServer.ctx))
    const startedAt = performance.now()
    await ownServer.close()
    await stream.ended
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })

  it('responds to HEAD without a stream', async () => {
    const response = await fetch(`${server.url}/api/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${buyer.token}` },
    })
    expect(response.status).toBe(200)
    await expect.poll(() => server.ctx.events.countStreams()).toBe(0)
  })

  it('is one line in the log, written at its end, without the user’s token', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    const ownServer = await startTestServer({ log })
    const person = await buildPerson(ownServer.ctx)
    const stream = await listen(ownServer.url, person)
    const ofStream = () => lines.filter((line) => line.includes('/api/events'))
    expect(ofStream()).toEqual([])
    stream.close()
    await expect.poll(ofStream).toHaveLength(1)
    const line = JSON.parse(ofStream()[0]!) as Record<string, unknown>
    expect(line).toMatchObject({ route: '/api/events', status: 200, ms: expect.any(Number) as number })
    expect(line).not.toHaveProperty('aborted')
    expect(lines.join()).not.toContain(person.token)
    await ownServer.close()
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
  const hubDefaults = { log: pino({ level: 'silent' }) }

  function fakeStream() {
    let onEnd = () => {}
    const streamState = { beats: 0, isEnded: false }
    const stream: EventStream = {
      send: () => {},
      beat: () => void (streamState.beats += 1),
      end() {
        streamState.isEnded = true
        onEnd()
      },
      onEnd(listener) {
        onEnd = listener
      },
    }
    return { stream, streamState }
  }

  it('limits the number of streams, and accepts a new stream once an old stream has ended', () => {
    const hub = createEventHub({ ...hubDefaults, findActor: async (actor) => actor, maxStreams: 2 })
    const firstStream = fakeStream()
    hub.admit(actor('a'), undefined)(firstStream.stream)
    hub.admit(actor('b'), undefined)(fakeStream().stream)
    expect(() => hub.admit(actor('c'), undefined)).toThrow(
      expect.objectContaining({ code: 'service-unavailable', headers: { 'Retry-After': '30' } }),
    )
    firstStream.stream.end()
    hub.admit(actor('c'), undefined)(fakeStream().stream)
    expect(hub.countStreams()).toBe(2)
    hub.close()
    expect(hub.countStreams()).toBe(0)
    expect(() => hub.admit(actor('d'), undefined)).toThrow()
  })

  it('sends heartbeats while the session lasts, and ends with it', async () => {
    let isSignedIn = true
    const hub = createEventHub({
      ...hubDefaults,
      findActor: async (actor) => (isSignedIn ? actor : null),
      beatMs: 5,
    })
    const { stream, streamState } = fakeStream()
    hub.admit(actor('a'), undefined)(stream)
    await expect.poll(() => streamState.beats).toBeGreaterThan(1)
    expect(streamState.isEnded).toBe(false)
    isSignedIn = false
    await expect.poll(() => streamState.isEnded).toBe(true)
    expect(hub.countStreams()).toBe(0)
    hub.close()
  })
})
