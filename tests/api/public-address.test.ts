import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Car } from '../../contract/cars/cars.ts'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { getMethodAndPath, paths, type EndpointName } from '../../contract/api/paths.ts'
import { insertFeed } from '../../server/features/feeds/feed.repository.ts'
import { buildFeedFileName } from '../../server/features/feeds/read-feed.ts'
import { newId } from '../../server/db/id.ts'
import { writeBuiltPage } from '../support/built-page.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { buildPurchase, buildReview } from '../support/factories.ts'
import { photo } from '../support/photo.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { fixtures } from './fixtures.ts'

const OLD = 'https://old.example'
const NEW = 'https://new.example'

const folder = mkdtempSync(join(tmpdir(), 'kerblight-address-'))
const renderer = join(folder, 'renderer')
const envAt = (PUBLIC_URL: string) => ({
  DATA_DIR: folder,
  DATABASE_URL: `file:${join(folder, 'kerblight.db')}`,
  PUBLIC_URL,
  SANDBOX: 'on',
})
let app: TestApp
let server: TestServer
let ids: Record<'car' | 'purchase' | 'changeSet' | 'feed', string>
const uploaded: string[] = []

async function upload(target: TestApp, token: string): Promise<string> {
  const body = new FormData()
  body.set('image', new Blob([(await photo('photo.jpg', 60 + uploaded.length, 40)).buffer]))
  const response = await call<EndpointOutput<'uploadImage'>>(target.url, 'uploadImage', {
    token,
    body,
    query: { key: 'kerblight' },
  })
  const { url } = response.body.data
  expect(url).toMatch(OLD)
  uploaded.push(new URL(url).pathname)
  return url
}

/**
 * Creates the data while the server has its old public URL. Like real clients, it uses the URLs in the
 * responses.
 */
async function createData(target: TestApp) {
  const { buyer, seller, admin } = target.people
  const [firstPhoto, secondPhoto, buyerPhoto, logo] = [
    await upload(target, seller.token),
    await upload(target, seller.token),
    await upload(target, buyer.token),
    await upload(target, admin.token),
  ]
  const added = await call<{ insertedId: string }>(target.url, 'addCar', {
    ...(await fixtures.addCar.request(target)),
    token: seller.token,
  })
  const car = added.body.insertedId
  const listing = (await call<Car>(target.url, 'getCar', { params: { id: car }, token: seller.token })).body
  const edited = await call(target.url, 'updateCar', {
    token: seller.token,
    params: { id: car },
    body: bodyOf(listing, [firstPhoto, secondPhoto]),
  })
  expect(edited.status).toBe(200)
  const { body: sets } = await call<{ _id: string }[]>(target.url, 'listChangeSets', { token: seller.token })
  await call(target.url, 'updateMe', { token: buyer.token, body: { photoURL: buyerPhoto } })
  await call(target.url, 'addCategory', {
    token: admin.token,
    body: { category_name: 'Logo', brandImage: logo, shown: 'always' },
  })
  await buildReview(target.ctx, buyer.id)
  const reportBody = { reportedItemInfo: { _id: car }, reason: 'wrong price', note: '' }
  await call(target.url, 'addReport', { token: buyer.token, body: reportBody })
  const purchase = await buildPurchase(target.ctx, buyer.id, car)
  const feed = { id: newId(), sellerId: seller.id, kind: 'json' as const, secret: newId() }
  await insertFeed(target.ctx.db, feed, target.ctx.now())
  ids = { car, purchase, changeSet: sets[0]!._id, feed: feed.id }
  return buildFeedFileName(feed)
}

function bodyOf(car: Car, images: string[]) {
  const { category_name, condition, modelName, usageTime, originalPrice, resellPrice, year, mileage } = car
  const fields = { category_name, condition, modelName, usageTime, originalPrice, resellPrice, year, mileage }
  return { ...fields, selllerContact: '555-0100', location: car.location, image_url: images[0], images }
}

let feedFile: string
beforeAll(async () => {
  writeBuiltPage(renderer)
  app = await startTestApp({ env: envAt(OLD) })
  feedFile = await createData(app)
  const { tokenSecret } = app.ctx.config
  await app.close()
  server = await startTestServer({ renderer, env: envAt(NEW), config: { tokenSecret } })
})
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

const readNames = (Object.keys(paths) as EndpointName[]).filter(
  (name) => getMethodAndPath(name).method === 'GET',
)

/** Returns requests for the rows that were created under the old public URL. */
const requestsByName = (): Partial<Record<EndpointName, ApiRequest>> => ({
  listCars: {},
  getCar: { params: { id: ids.car } },
  getCarPrice: { params: { id: ids.car } },
  getCarRecalls: { params: { id: ids.car } },
  getRelatedCars: { params: { id: ids.car } },
  listCarChanges: { params: { id: ids.car } },
  getChangeSet: { params: { id: ids.changeSet } },
  listChangedCars: { params: { id: ids.changeSet } },
  getPurchase: { params: { id: ids.purchase } },
  getFeed: { params: { id: ids.feed } },
  listFeedCars: { params: { id: ids.feed } },
  readFeed: { params: { file: feedFile } },
  // Stripe does not run here, so there are no disputes.
  getDispute: { params: { id: 'dp_1' } },
})

it('only the new public address appears in responses after a change, for every caller', async () => {
  const { buyer, seller, admin } = app.people
  const currentApp = { ...app, ...server, people: app.people }
  const namesWithUrls = new Set<EndpointName>()
  for (const name of readNames)
    for (const person of [null, buyer, seller, admin]) {
      const endpoint: Endpoint = endpoints[name]
      const token = endpoint.who.startsWith('identity') ? person?.idToken : person?.token
      const request = requestsByName()[name] ?? (await fixtures[name].request(currentApp))
      const { status, body } = await call<unknown>(server.url, name, { ...request, token })
      const text = JSON.stringify(body)
      expect(text, `${name} ${status}`).not.toContain(OLD)
      if (uploaded.some((path) => text.includes(NEW + path))) namesWithUrls.add(name)
    }
  expect([...namesWithUrls].sort()).toEqual([
    'exportMe',
    'getCar',
    'getMe',
    'getPurchase',
    'getReview',
    'listAllCars',
    'listAllReviews',
    'listBuyers',
    'listCarChanges',
    'listCars',
    'listCategories',
    'listChangedCars',
    'listFeedCars',
    'listMyReports',
    'listMyReviews',
    'listPurchases',
    'listReports',
    'listSales',
    'listUsers',
    'readFeed',
  ])
})

it('pages and the sitemap contain only the public address', async () => {
  for (const path of [`/car/${ids.car}`, '/', '/sitemap.xml', '/sitemap-1.xml', '/robots.txt']) {
    const markup = await (await fetch(server.url + path)).text()
    expect(markup, path).not.toContain(OLD)
  }
  const page = await (await fetch(`${server.url}/car/${ids.car}`)).text()
  expect(page).toContain(NEW + uploaded[0]!)
})

it('clients may send URLs with the current or an earlier public address', async () => {
  const { token } = app.people.seller
  const readCar = async () => (await call<Car>(server.url, 'getCar', { params: { id: ids.car }, token })).body
  const carBefore = await readCar()
  for (const host of [OLD, NEW, 'http://older.example:4000', '']) {
    const images = uploaded.slice(0, 2).map((path) => host + path)
    const body = bodyOf(carBefore, images)
    const { status } = await call(server.url, 'updateCar', { token, params: { id: ids.car }, body })
    expect([host, status]).toEqual([host, 200])
    expect((await readCar()).images).toEqual(carBefore.images)
  }
  const url = `${OLD}/images/ab/${'ab'.repeat(32)}-full.webp`
  const rejection = await call(server.url, 'updateCar', {
    token,
    params: { id: ids.car },
    body: bodyOf(carBefore, [url]),
  })
  expect([rejection.status, rejection.body.errors?.[0]?.path]).toEqual([400, 'images.0'])
  const otherResponse = await call(server.url, 'updateMe', { token, body: { photoURL: OLD + uploaded[2]! } })
  expect(otherResponse.status).toBe(400)
})
