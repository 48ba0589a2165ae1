import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Car, Category } from '../../contract/cars/cars.ts'
import type { Review } from '../../contract/reviews.ts'
import { openDatabase } from '../../server/db/connection.ts'
import { encodeCachedResponse } from '../../server/http/cached-response.ts'
import { cacheTarget } from '../../server/http/cacheable-responses.ts'
import { createResponseCache, type CacheSlot } from '../../server/http/response-cache.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, buildReview, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let seller: Person
let buyer: Person
let admin: Person
let carId: string

beforeAll(async () => {
  server = await startTestServer()
  seller = await buildPerson(server.ctx, { account: 'seller' })
  buyer = await buildPerson(server.ctx)
  admin = await buildPerson(server.ctx, { role: 'admin' })
  carId = await buildCar(server.ctx, seller.id, { category_name: 'Tesla' })
  for (let n = 0; n < 4; n++) await buildCar(server.ctx, seller.id, { category_name: 'Tesla' })
  await buildReview(server.ctx, buyer.id)
})
afterAll(() => server.close())

interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /**
   * True if the response comes from the cache. Express adds an ID to every request, and a cached response has
   * none.
   */
  isReady: boolean
}

/** Returns the bytes of a response as received, without decompressing them. */
function fetchRaw(
  path: string,
  headers: Record<string, string> = {},
  url = server.url,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(new URL(path, url), { headers, agent: false }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () =>
        resolve({
          status: res.statusCode!,
          headers: res.headers,
          body: Buffer.concat(chunks),
          isReady: !('x-request-id' in res.headers),
        }),
      )
    })
    clientRequest.on('error', reject)
    clientRequest.end()
  })
}

const as = (person: Person) => ({ authorization: `Bearer ${person.token}` })
const json = <T>({ body }: RawResponse) => JSON.parse(body.toString()) as T
const dropAll = () => server.ctx.cache.drop(null)

const hotPaths = () => [
  '/api/category',
  '/api/cars?category_name=Tesla',
  '/api/cars/facets?brand=Tesla&fuel=Petrol',
  `/api/cars/${carId}`,
  '/api/reviews/all',
]

describe('cached responses', () => {
  it('match Express responses, header for header, for signed-out and signed-in users', async () => {
    const origin = { origin: 'app://kerblight' }
    for (const path of hotPaths())
      for (const headers of [origin, { ...origin, ...as(buyer) }]) {
        dropAll()
        const coldResponse = await fetchRaw(path, headers)
        const hotResponse = await fetchRaw(path, headers)
        expect([path, coldResponse.status, coldResponse.isReady, hotResponse.isReady]).toEqual([
          path,
          200,
          false,
          true,
        ])
        expect(hotResponse.body.equals(coldResponse.body)).toBe(true)
        const { 'x-request-id': _id, date: _date, ...coldHeaders } = coldResponse.headers
        const { date: _hotDate, ...hotHeaders } = hotResponse.headers
        expect(hotHeaders).toEqual(coldHeaders)
        expect(hotHeaders).toMatchObject({
          'content-security-policy': expect.stringContaining("default-src 'none'"),
          'x-content-type-options': 'nosniff',
          'access-control-allow-origin': 'app://kerblight',
          'content-type': 'application/json; charset=utf-8',
          vary: 'Origin, Authorization, Accept-Encoding',
        })
      }
  })

  it('include the count and, if there are more items, the link to the next page', async () => {
    const list = await fetchRaw('/api/cars?category_name=Tesla')
    expect(list.headers['x-total-count']).toBe('5')
    const otherServer = await startTestServer()
    const person = await buildPerson(otherServer.ctx)
    for (let n = 0; n < 101; n++) await buildReview(otherServer.ctx, person.id)
    await fetchRaw('/api/reviews/all', {}, otherServer.url)
    const reviews = await fetchRaw('/api/reviews/all', {}, otherServer.url)
    expect(reviews.isReady).toBe(true)
    expect(json<Review[]>(reviews)).toHaveLength(100)
    expect(reviews.headers.link).toMatch(/^<\/api\/reviews\/all\?cursor=[\w-]+>; rel="next"$/)
    await otherServer.close()
  })

  it('are compressed as requested, with a strong entity tag for each encoding', async () => {
    const path = '/api/cars?category_name=Tesla'
    for (const warm of [false, true]) {
      if (!warm) dropAll()
      const plainResponse = await fetchRaw(path)
      if (!warm) dropAll()
      const br = await fetchRaw(path, { 'accept-encoding': 'gzip, deflate, br' })
      if (!warm) dropAll()
      const gzip = await fetchRaw(path, { 'accept-encoding': 'gzip, br;q=0' })
      expect([plainResponse, br, gzip].map((response) => response.isReady)).toEqual(Array(3).fill(warm))
      expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
      for (const [requested, encodingGiven] of [
        ['br;q=0.1, gzip', 'br'],
        ['*', 'br'],
        ['gzip;q=0, br;q=0, *', undefined],
        ['zstd, brotli', undefined],
      ] as const)
        expect((await fetchRaw(path, { 'accept-encoding': requested })).headers['content-encoding']).toBe(
          encodingGiven,
        )
      expect(brotliDecompressSync(br.body).equals(plainResponse.body)).toBe(true)
      expect(gunzipSync(gzip.body).equals(plainResponse.body)).toBe(true)
      const tags = [plainResponse, br, gzip].map((response) => response.headers.etag!)
      expect(new Set(tags).size).toBe(3)
      for (const tag of tags) expect(tag).toMatch(/^"[\w.-]+"$/)
    }
  })

  it('return 304 to clients that have them, cold and hot, until something changes', async () => {
    for (const path of hotPaths()) {
      const { etag } = (await fetchRaw(path)).headers
      for (const isHot of [true, false]) {
        if (!isHot) dropAll()
        const response = await fetchRaw(path, { 'if-none-match': `"other", W/${etag}` })
        expect([path, response.status, response.isReady, response.body.length]).toEqual([path, 304, isHot, 0])
        expect(response.headers.etag).toBe(etag)
      }
      expect((await fetchRaw(path, { 'if-none-match': '"other"' })).status).toBe(200)
    }
    const { etag } = (await fetchRaw(`/api/cars/${carId}`)).headers
    await call(server.url, 'updateCars', {
      token: seller.token,
      body: { ids: [carId], change: { location: 'Eugene' } },
    })
    expect((await fetchRaw(`/api/cars/${carId}`, { 'if-none-match': etag! })).status).toBe(200)
  })

  it('never return a signed-in user’s version to a signed-out user or an invalid token', async () => {
    for (const path of ['/api/cars?category_name=Tesla', `/api/cars/${carId}`]) {
      for (let n = 0; n < 2; n++)
        expect((await fetchRaw(path, as(buyer))).body.includes(seller.email)).toBe(true)
      await fetchRaw(path)
      for (const headers of [{}, { authorization: 'Bearer forged' }] as Record<string, string>[]) {
        const response = await fetchRaw(path, headers)
        expect(response.isReady).toBe(true)
        expect(response.body.includes(seller.email)).toBe(false)
        expect(response.body.includes('555-0100')).toBe(false)
        expect(response.headers['x-session']).toBe('authorization' in headers ? 'expired' : undefined)
      }
      expect((await fetchRaw(path, as(buyer))).headers['cache-control']).toBe('private, no-cache')
    }
  })

  it('detect that a session has ended', async () => {
    const person = await buildPerson(server.ctx)
    const path = `/api/cars/${carId}`
    for (let n = 0; n < 2; n++) await fetchRaw(path, as(person))
    expect((await fetchRaw(path, as(person))).body.includes(seller.email)).toBe(true)
    await call(server.url, 'logOut', { token: person.token })
    const responseAfter = await fetchRaw(path, as(person))
    expect([responseAfter.status, responseAfter.headers['x-session']]).toEqual([200, 'expired'])
    expect(responseAfter.body.includes(seller.email)).toBe(false)
  })

  it('are not used for other pages, sort orders, and filters', async () => {
    for (const path of [
      '/api/cars?category_name=Tesla&sort=price',
      '/api/cars?category_name=Tesla&limit=2',
      '/api/reviews/all?limit=1',
      `/api/cars/${carId}?x=1`,
    ]) {
      const responses = [await fetchRaw(path), await fetchRaw(path)]
      expect(responses.map((response) => [response.status, response.isReady])).toEqual([
        [200, false],
        [200, false],
      ])
    }
    expect((await fetchRaw('/api/cars?category_name=Audi&category_name=BMW')).status).toBe(400)
    expect((await fetchRaw('/api/cars?category_name=%E0%A4%A')).status).toBeLessThan(500)
  })

  it('are not created for a URL that Express parses differently', async () => {
    await buildReview(server.ctx, buyer.id)
    const paths = [
      '/api/reviews/all',
      '/api/cars',
      '/api/cars?category_name=Tesla',
      `/api/cars/${carId}`,
      '/api/category',
    ]
    for (const path of paths) {
      dropAll()
      const entireList = json<unknown>(await fetchRaw(path))
      for (const trickQuery of ['??x&limit=1', '?x?&limit=1', '?&limit=1', '?category_name=Tesla?&limit=1']) {
        dropAll()
        await fetchRaw(path.split('?')[0] + trickQuery)
        expect([trickQuery, json<unknown>(await fetchRaw(path))]).toEqual([trickQuery, entireList])
      }
    }
    await fetchRaw('/api/cars?category_name=Tesla')
    expect((await fetchRaw('/api/cars?category_name=Tesla?x')).status).toBe(400)
  })

  it('do not expose owner-only data to other users', async () => {
    const id = await buildCar(server.ctx, seller.id, { state: 'withdrawn' })
    const path = `/api/cars/${id}`
    for (let n = 0; n < 2; n++) {
      const own = await fetchRaw(path, as(seller))
      expect([own.status, own.isReady]).toEqual([200, false])
    }
    expect((await fetchRaw(path, as(buyer))).status).toBe(404)
    expect((await fetchRaw(path)).status).toBe(404)
  })

  it('are counted in the metrics', async () => {
    const metric = (text: string) =>
      Number(/kerblight_requests_total\{endpoint="listCategories",status="200"\} (\d+)/.exec(text)?.[1] ?? 0)
    await fetchRaw('/api/category')
    const metricBefore = metric(await server.ctx.metrics.render())
    expect((await fetchRaw('/api/category')).isReady).toBe(true)
    expect(metric(await server.ctx.metrics.render())).toBe(metricBefore + 1)
  })
})

describe('cached responses after a write', () => {
  it('are recreated: a car, its category’s count, its seller’s name, a review', async () => {
    const view = async () => ({
      car: json<Car>(await fetchRaw(`/api/cars/${carId}`)),
      list: json<Car[]>(await fetchRaw('/api/cars?category_name=Tesla')),
      tesla: json<Category[]>(await fetchRaw('/api/category')).find((row) => row.category_name === 'Tesla')!,
      reviews: json<Review[]>(await fetchRaw('/api/reviews/all')),
    })
    await view()
    await call(server.url, 'updateCars', {
      token: seller.token,
      body: { ids: [carId], change: { resellPrice: '12,345' } },
    })
    const edited = await view()
    expect([edited.car.priceMinor, edited.list.find((car) => car._id === carId)?.priceMinor]).toEqual([
      1_234_500, 1_234_500,
    ])
    await call(server.url, 'verifySeller', { token: admin.token, params: { id: seller.id } })
    expect((await view()).car.sellerVerified).toBe(true)
    expect((await view()).list.every((car) => car.sellerVerified)).toBe(true)
    const { body } = await call<{ undoId: string }>(server.url, 'deleteMyCar', {
      token: seller.token,
      params: { id: edited.list.find((car) => car._id !== carId)!._id },
    })
    const smallerView = await view()
    expect([smallerView.tesla.count, smallerView.list.length]).toEqual([
      edited.tesla.count - 1,
      edited.list.length - 1,
    ])
    await call(server.url, 'undo', { token: seller.token, params: { id: body.undoId } })
    expect((await view()).tesla.count).toBe(edited.tesla.count)
    await call(server.url, 'addReview', { token: buyer.token, body: { rating: 4.5, reviewText: 'Good' } })
    expect((await view()).reviews).toHaveLength(edited.reviews.length + 1)
  })

  it('contain a car’s new history after a change of another car with its VIN', async () => {
    const vin = 'WAUZZZ8K9BA012345'
    const posted = (at: string) => ({ posted_at: `${at}T10:00:00.000Z` })
    const otherSeller = await buildPerson(server.ctx, { account: 'seller' })
    const earlierCar = await buildCar(server.ctx, otherSeller.id, {
      vin,
      state: 'sold',
      ...posted('2020-05-04'),
    })
    const id = await buildCar(server.ctx, seller.id, { vin })
    const history = async () => json<{ at: string }[]>(await fetchRaw(`/api/cars/${id}/changes`))
    expect((await history()).at(-1)!.at).toMatch(/^2020-05-04/)
    expect(await fetchRaw(`/api/cars/${id}/changes`)).toMatchObject({ isReady: true })
    await server.ctx.db
      .updateTable('cars')
      .set({ seller_id: seller.id })
      .where('id', '=', earlierCar)
      .execute()
    expect(await fetchRaw(`/api/cars/${id}/changes`)).toMatchObject({ isReady: false })
  })

  it('show every change to its author, even while many clients read concurrently', async () => {
    const path = `/api/cars/${carId}`
    let isFinished = false
    const readers = Array.from({ length: 8 }, async () => {
      while (!isFinished) await fetchRaw(path)
    })
    for (let n = 0; n < 60; n++) {
      const location = `Street ${n}`
      await call(server.url, 'updateCars', {
        token: seller.token,
        body: { ids: [carId], change: { location } },
      })
      expect(json<Car>(await fetchRaw(path)).location).toBe(location)
    }
    isFinished = true
    await Promise.all(readers)
  })

  it('do not store data read before the end of a transaction', async () => {
    const path = `/api/cars/${carId}`
    await fetchRaw(path)
    let responseDuring: Promise<RawResponse> | undefined
    dropAll()
    await server.ctx.db.transaction().execute(async (trx) => {
      await trx.updateTable('cars').set({ location: 'Half-way' }).where('id', '=', carId).execute()
      responseDuring = fetchRaw(path)
      await new Promise((resolve) => setTimeout(resolve, 30))
      await trx.updateTable('cars').set({ location: 'The end' }).where('id', '=', carId).execute()
    })
    // SQLite reads after the transaction, Postgres reads the state before it.
    expect(['Street 59', 'The end']).toContain(json<Car>((await responseDuring)!).location)
    expect(json<Car>(await fetchRaw(path)).location).toBe('The end')
    dropAll()
    const failed = server.ctx.db.transaction().execute(async (trx) => {
      await trx.updateTable('cars').set({ location: 'Never' }).where('id', '=', carId).execute()
      responseDuring = fetchRaw(path)
      await new Promise((resolve) => setTimeout(resolve, 30))
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(json<Car>((await responseDuring)!).location).toBe('The end')
  })

  it('are dropped by raw SQL that writes, but not by raw SQL that reads', async () => {
    const path = `/api/cars/${carId}`
    // This write also reports the changes of the previous transaction, which was rolled back. It therefore
    // happens before the response is cached.
    await server.ctx.db.deleteFrom('mails').execute()
    await fetchRaw(path)
    await sql`select count(*) from cars`.execute(server.ctx.db)
    await server.ctx.db.selectFrom('users').selectAll().execute()
    await server.ctx.db.deleteFrom('mails').execute()
    expect((await fetchRaw(path)).isReady).toBe(true)
    await sql`update cars set location = 'Raw' where id = ${carId}`.execute(server.ctx.db)
    expect(json<Car>(await fetchRaw(path)).location).toBe('Raw')
  })

  it('are dropped by another process’s write', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kerblight-cache-'))
    const file = join(folder, 'test.db')
    const droppedTags: unknown[] = []
    const database = await openDatabase(
      { databaseFile: file, backupDir: folder },
      { onChanges: (changes) => droppedTags.push(changes?.written) },
    )
    droppedTags.length = 0
    const otherConnection = new Sqlite(file)
    otherConnection.exec(`update categories set brand_image = '/art/other.svg' where name = 'BMW'`)
    otherConnection.close()
    await expect.poll(() => droppedTags, { timeout: 5000 }).toEqual([['brands *']])
    await database.close()
    rmSync(folder, { recursive: true })
  })
})

describe('limits', () => {
  it('also count cached responses, per client IP address reported by the proxy', async () => {
    const limited = await startTestServer({ env: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' } })
    const fromIp = (address: string) => fetchRaw('/api/category', { 'x-forwarded-for': address }, limited.url)
    for (let n = 0; n < 300; n++) expect((await fromIp('203.0.113.7')).status).toBe(200)
    const rejection = await fromIp('203.0.113.7')
    expect(rejection.status).toBe(429)
    expect(Number(rejection.headers['retry-after'])).toBeGreaterThan(0)
    expect(json<{ code: string }>(rejection).code).toBe('too-many-requests')
    const neighborResponse = await fromIp('203.0.113.8')
    expect([neighborResponse.status, neighborResponse.isReady]).toEqual([200, true])
    // The server trusts only the last hop. IP addresses that a client puts in front of it have no effect.
    expect((await fromIp('198.51.100.1, 203.0.113.7')).status).toBe(429)
    await limited.close()
  })
})

describe('the store', () => {
  const target = (id: string) => cacheTarget(`/api/cars/${id}`)!
  const fillCache = (cache: ReturnType<typeof createResponseCache>, id: string, size: number) =>
    cache.make(target(id), 'stranger', async (slot) => slot.keep({ text: 'x'.repeat(size) }, {}, true))

  it('accepts a car ID, but no other path', () => {
    expect(cacheTarget(`/api/cars/${'a'.repeat(64)}`)).toEqual({ name: 'getCar', key: 'a'.repeat(64) })
    for (const other of ['a'.repeat(65), 'a%20b', 'a/', 'a/related', ''])
      expect(cacheTarget(`/api/cars/${other}`)?.key ?? null, other).toBeNull()
  })

  it('stores only data that was read after a write', async () => {
    const cache = createResponseCache()
    await cache.make(target('a'), 'stranger', async (slot) => {
      cache.drop(['car b', 'car a'])
      slot.keep({ n: 1 }, {}, true)
    })
    expect(cache.find(target('a'), 'stranger')).toBeNull()
    await cache.make(target('a'), 'stranger', async (slot) => {
      cache.drop(['car b', 'reviews *'])
      slot.keep({ n: 2 }, {}, true)
    })
    cache.drop(['car b', 'list a', 'reviews *'])
    expect(cache.find(target('a'), 'stranger')?.body.toString()).toBe('{"n":2}')
    expect(cache.find(target('a'), 'member')).toBeNull()
  })

  it('builds a response once for concurrent requests, and again for requests after a write', async () => {
    const cache = createResponseCache()
    const gate = Promise.withResolvers<void>()
    const making = cache.make(target('a'), 'stranger', async (slot) => {
      await gate.promise
      slot.keep({ n: 1 }, {}, true)
    })
    const pendingEntry = cache.findSoon(target('a'), 'stranger')
    expect(cache.findSoon(target('a'), 'member')).toBeNull()
    expect(cache.findSoon(target('b'), 'stranger')).toBeNull()
    cache.drop(['reviews *'])
    expect(cache.findSoon(target('a'), 'stranger')).not.toBeNull()
    cache.drop(['car a'])
    expect(cache.findSoon(target('a'), 'stranger')).toBeNull()
    gate.resolve()
    await making
    expect((await pendingEntry)?.body.toString()).toBe('{"n":1}')
    expect(cache.find(target('a'), 'stranger')).toBeNull()
  })

  it.each([
    ['fails', () => Promise.reject(new Error('no'))],
    ['shows one caller more than others', async (slot: CacheSlot) => void slot.keep({ n: 1 }, {}, false)],
    ['is none', async () => {}],
  ])('lets waiting requests continue independently if the response %s', async (_what, makeEntry) => {
    const cache = createResponseCache()
    const making = cache.make(target('a'), 'stranger', makeEntry).catch(() => undefined)
    const pendingEntry = cache.findSoon(target('a'), 'stranger')
    await making
    expect(await pendingEntry).toBeNull()
    expect(cache.findSoon(target('a'), 'stranger')).toBeNull()
  })

  it('stays within its memory limit by evicting the least recently used response', async () => {
    const cache = createResponseCache({ maxBytes: 20_000 })
    for (let n = 0; n < 12; n++) {
      await fillCache(cache, `car-${n}`, 1100)
      cache.find(target('car-0'), 'stranger')
    }
    const cachedFlags = Array.from(
      { length: 12 },
      (_, n) => cache.find(target(`car-${n}`), 'stranger') !== null,
    )
    expect(cachedFlags.filter(Boolean).length).toBeLessThanOrEqual(5)
    expect([cachedFlags[0], cachedFlags[1], cachedFlags[11]]).toEqual([true, false, true])
    const response = cache.find(target('car-0'), 'stranger')!
    const requested = { headers: { 'accept-encoding': 'br' } } as IncomingMessage
    const { body: packed } = await encodeCachedResponse(requested, response)
    // A slice of a buffer from Node's shared pool would keep the whole pool in memory.
    for (const bytes of [response.body, packed!]) expect(bytes.buffer.byteLength).toBe(bytes.length)
    await fillCache(cache, 'huge', 9000)
    expect(cache.find(target('huge'), 'stranger')).toBeNull()
  })
})
