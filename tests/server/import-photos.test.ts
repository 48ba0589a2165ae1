import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Reverted } from '../../contract/cars/car-changes.ts'
import {
  HostUnreachableError,
  PhotoFetchError,
  type WebPhotos,
} from '../../server/gateways/web-photos/web-photos.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { apply, formatCsv, fetchImport, readFile, fetchImportRows } from '../support/imports.ts'
import { readCarFields, replayLedger } from '../support/ledger.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const HOST = 'photos.example.com'
const photoUrl = (path: string) => `https://${HOST}/${path}`

const jpeg = (background: string) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .jpeg()
    .toBuffer()

let fetched: string[] = []
/** A photo source. A name that is a color returns a photo, and any other name does not. */
const photos: WebPhotos = {
  async fetchPhoto(address) {
    fetched.push(address)
    const name = new URL(address).pathname.slice(1)
    if (name === 'gone')
      throw new PhotoFetchError('This photo’s host answered with 404.', 'Check the address.')
    return name === 'text' ? Buffer.from('<html>') : jpeg(name)
  },
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ context: { webPhotos: photos } })
})
afterAll(() => server.close())

async function sellerWith(hosts: string[], on = server): Promise<Person> {
  const seller = await buildPerson(on.ctx, { account: 'seller' })
  await allowHosts(seller, hosts, on)
  return seller
}

const allowHosts = ({ token }: Person, hosts: string[], target = server) =>
  call(target.url, 'setPictureHosts', { token, body: { hosts } })

async function imagesOf({ id }: Person, on = server): Promise<Record<string, string[]>> {
  const rows = await on.ctx.db
    .selectFrom('cars')
    .leftJoin('car_pictures', 'car_pictures.car_id', 'cars.id')
    .select(['stock_no', 'url'])
    .where('seller_id', '=', id)
    .where('hidden_at', 'is', null)
    .orderBy('position')
    .execute()
  const byCar = Map.groupBy(rows, ({ stock_no }) => stock_no!)
  return Object.fromEntries(
    [...byCar].map(([stock, pictures]) => [stock, pictures.flatMap(({ url }) => url ?? [])]),
  )
}

const newCar = (stock: string, photoUrls: string) => ({ stock, make: 'Kia', model: 'Rio', pics: photoUrls })

describe('photos linked in a file', () => {
  it('are added in order to new cars and cars without photos, with a warning per failure', async () => {
    const seller = await sellerWith([HOST])
    await buildCar(server.ctx, seller.id, { stock_no: 'S1', images: [] })
    await buildCar(server.ctx, seller.id, { stock_no: 'S2', images: ['/own.webp'] })
    const file = formatCsv([
      newCar(
        'N1',
        [photoUrl('red'), photoUrl('gone'), photoUrl('blue'), photoUrl('text'), photoUrl('red')].join(','),
      ),
      { ...newCar('S1', photoUrl('green')), make: '', model: '' },
      { ...newCar('S2', photoUrl('white')), make: '', model: '' },
    ])
    const plan = await readFile(server, seller, file)
    expect(plan.counts).toMatchObject({ create: 1, update: 1, unchanged: 1 })
    expect(plan.pictureHosts).toEqual([{ host: HOST, photos: 7, allowed: true }])
    fetched = []
    const appliedPlan = await apply(server, seller, plan)
    expect(appliedPlan.state).toBe('applied')
    expect(fetched).not.toContain(photoUrl('white'))
    const images = await imagesOf(seller)
    expect([images.N1!.length, images.S1!.length, images.S2!.length]).toEqual([2, 1, 1])
    const [row] = await fetchImportRows(server, seller, plan, { warned: '1' })
    expect(row!.warnings).toEqual([
      {
        column: 'pics',
        value: photoUrl('gone'),
        message: 'This photo’s host answered with 404.',
        fix: 'Check the address.',
      },
      expect.objectContaining({ value: photoUrl('text'), fix: 'Use a JPEG, PNG, or WebP photo.' }),
    ])
    expect(await replayLedger(server.ctx.db)).toEqual(await readCarFields(server.ctx.db))
    expect((await readFile(server, seller, file)).counts).toMatchObject({ unchanged: 3 })
  })

  it('belong to the import’s change set and are reverted with it', async () => {
    const seller = await sellerWith([HOST])
    await buildCar(server.ctx, seller.id, { stock_no: 'S1', images: [] })
    const file = formatCsv([
      newCar('N1', photoUrl('red')),
      { ...newCar('S1', photoUrl('green')), make: '', model: '' },
    ])
    const { changeSetID } = await apply(server, seller, await readFile(server, seller, file))
    const request = { token: seller.token, params: { id: changeSetID! }, body: {} }
    const { body } = await call<Reverted>(server.url, 'revertChangeSet', request)
    expect(body).toMatchObject({ reverted: 2, stayed: [] })
    expect(await imagesOf(seller)).toEqual({ S1: [] })
  })

  it('are not fetched unless the seller allows their host', async () => {
    const seller = await sellerWith([])
    fetched = []
    const plan = await readFile(
      server,
      seller,
      formatCsv([newCar('N1', `${photoUrl('red')} ${photoUrl('blue')}`)]),
    )
    expect(plan.pictureHosts).toEqual([{ host: HOST, photos: 2, allowed: false }])
    expect((await allowHosts(seller, ['Photos.Example.com '])).body).toEqual({ hosts: [HOST] })
    await server.ctx.imports.idle()
    expect(await fetchImport(server, seller, plan._id)).toMatchObject({
      state: 'ready',
      pictureHosts: [{ allowed: true }],
    })
    // The user no longer allows the host by the time its photos are fetched.
    await server.ctx.db.deleteFrom('picture_hosts').where('user_id', '=', seller.id).execute()
    await apply(server, seller, plan)
    const [row] = await fetchImportRows(server, seller, plan)
    expect(row!.warnings.map(({ message }) => message)).toEqual(
      Array(2).fill(`You don’t allow photos from ${HOST}.`),
    )
    expect([fetched, await imagesOf(seller)]).toEqual([[], { N1: [] }])
  })

  it('are not added to a car that has received photos since', async () => {
    const seller = await sellerWith([HOST])
    const id = await buildCar(server.ctx, seller.id, { stock_no: 'S1', images: [] })
    const plan = await readFile(server, seller, formatCsv([{ stock: 'S1', pics: photoUrl('green') }]))
    await server.ctx.db
      .insertInto('car_pictures')
      .values({ car_id: id, position: 0, url: '/own.webp' })
      .execute()
    await apply(server, seller, plan)
    expect(await imagesOf(seller)).toEqual({ S1: ['/own.webp'] })
  })
})

describe('hosts of photos', () => {
  it('are skipped for the rest of a file once they cannot be reached, and tried again for the next', async () => {
    const requested: string[] = []
    const failing: WebPhotos = {
      async fetchPhoto(address, signal) {
        requested.push(address)
        if (new URL(address).hostname === 'down.example.com')
          throw new HostUnreachableError('This photo’s host didn’t answer.', 'Import the file again later.')
        return photos.fetchPhoto(address, signal)
      },
    }
    const ownServer = await startTestServer({ context: { webPhotos: failing } })
    const seller = await sellerWith([HOST, 'down.example.com'], ownServer)
    const unavailableUrl = (name: string) => `https://down.example.com/${name}`
    const file = (stock: string) =>
      formatCsv([
        newCar(`${stock}1`, unavailableUrl('red')),
        newCar(`${stock}2`, `${unavailableUrl('blue')},${photoUrl('green')}`),
        newCar(`${stock}3`, unavailableUrl('white')),
      ])
    const plan = await readFile(ownServer, seller, file('A'))
    await apply(ownServer, seller, plan)
    expect(requested).toEqual([unavailableUrl('red'), photoUrl('green')])
    const rows = await fetchImportRows(ownServer, seller, plan)
    expect(rows.map(({ warnings }) => warnings.map(({ message }) => message))).toEqual([
      ['This photo’s host didn’t answer.'],
      ['We skipped this photo because down.example.com didn’t answer before.'],
      ['We skipped this photo because down.example.com didn’t answer before.'],
    ])
    await apply(ownServer, seller, await readFile(ownServer, seller, file('B')))
    expect(requested.filter((address) => address === unavailableUrl('red'))).toHaveLength(2)
    await ownServer.close()
  })

  it('are looked up two at a time for one seller', async () => {
    const requested: string[] = []
    const gate = Promise.withResolvers<void>()
    const heldPhotos: WebPhotos = {
      async fetchPhoto(address, signal) {
        requested.push(new URL(address).hostname)
        if (requested.length <= 2) await gate.promise
        return photos.fetchPhoto(address, signal)
      },
    }
    const ownServer = await startTestServer({ context: { webPhotos: heldPhotos } })
    const hosts = ['one.example.com', 'two.example.com', 'three.example.com']
    const seller = await sellerWith(hosts, ownServer)
    const plan = await readFile(
      ownServer,
      seller,
      formatCsv([
        newCar('N1', hosts.map((host, n) => `https://${host}/${['red', 'green', 'blue'][n]}`).join(',')),
      ]),
    )
    await call(ownServer.url, 'applyImport', { token: seller.token, params: { id: plan._id }, body: {} })
    await vi.waitFor(() => expect(requested).toHaveLength(2))
    await call(ownServer.url, 'getImport', { token: seller.token, params: { id: plan._id } })
    expect(requested).toEqual(hosts.slice(0, 2))
    gate.resolve()
    await ownServer.ctx.imports.idle()
    expect(requested).toEqual(hosts)
    expect((await imagesOf(seller, ownServer)).N1).toHaveLength(3)
    await ownServer.close()
  })
})

it.each(['10.0.0.1', 'localhost', 'photos.example.com:8080', 'https://photos.example.com', ''])(
  'the host “%s” can’t be allowed',
  async (host) => {
    const { token } = await buildPerson(server.ctx, { account: 'seller' })
    const { body } = await call(server.url, 'setPictureHosts', { token, body: { hosts: [host] } })
    expect(body).toMatchObject({ code: 'invalid-input', errors: [{ path: 'hosts.0' }] })
  },
)

it('resumes fetching photos after the server stops partway through', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerblight-pictures-'))
  const env = { DATABASE_URL: `file:${join(folder, 'kerblight.db')}`, DATA_DIR: folder }
  try {
    let waitingCount = 0
    const heldPhotos: WebPhotos = {
      fetchPhoto(address, signal) {
        if (address.endsWith('red')) return photos.fetchPhoto(address, signal)
        waitingCount++
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        )
      },
    }
    const firstServer = await startTestServer({ env, context: { webPhotos: heldPhotos } })
    const seller = await sellerWith([HOST], firstServer)
    const file = formatCsv([
      newCar('N1', photoUrl('red')),
      newCar('N2', `${photoUrl('blue')} ${photoUrl('green')}`),
      newCar('N3', photoUrl('red')),
    ])
    const plan = await readFile(firstServer, seller, file)
    await call(firstServer.url, 'applyImport', { token: seller.token, params: { id: plan._id }, body: {} })
    await vi.waitFor(() => expect(waitingCount).toBe(2), 30_000)
    await firstServer.close()

    fetched = []
    const nextServer = await startTestServer({ env, context: { webPhotos: photos } })
    await nextServer.ctx.imports.idle()
    expect((await fetchImport(nextServer, seller, plan._id)).state).toBe('applied')
    expect(fetched).toEqual([photoUrl('blue'), photoUrl('green'), photoUrl('red')])
    const images = await imagesOf(seller, nextServer)
    expect([images.N1, images.N2, images.N3].map((urls) => urls!.length)).toEqual([1, 2, 1])
    expect(images.N3).toEqual(images.N1)
    const sets = await call<object[]>(nextServer.url, 'listChangeSets', { token: seller.token })
    expect(sets.body).toMatchObject([{ kind: 'import', count: 3 }])
    await nextServer.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)
