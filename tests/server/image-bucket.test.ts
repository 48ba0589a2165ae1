import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { pino, type Logger } from 'pino'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProblemError } from '../../contract/api/problems.ts'
import { createBucket, type Bucket } from '../../server/gateways/images/bucket.ts'
import { createPhotoBucket } from '../../server/gateways/images/photo-bucket.ts'
import { createPhotoFolder } from '../../server/gateways/images/photo-folder.ts'
import { sweepUploads } from '../../server/core/images/sweep-uploads.ts'
import { call } from '../support/api-client.ts'
import { openTestBucket, type TestBucket } from '../support/bucket.ts'
import { buildPerson, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

interface Upload {
  data: { id: string; url: string; thumb: { url: string } }
  code: string
  message: string
}

let store: TestBucket
let server: TestServer
let seller: Person
const servers: TestServer[] = []

async function openServer(log?: Logger): Promise<TestServer> {
  const openedServer = await startTestServer({ config: { imageBucket: store.settings }, ...(log && { log }) })
  servers.push(openedServer)
  return openedServer
}

beforeEach(async () => {
  store = await openTestBucket()
  server = await openServer()
  seller = await buildPerson(server.ctx, { account: 'seller' })
})
afterEach(async () => {
  for (const openedServer of servers.splice(0)) await openedServer.close()
  await store[Symbol.asyncDispose]()
})

function photo(): Promise<Buffer> {
  const rawFormat = { width: 40, height: 30, channels: 3 } as const
  return sharp(randomBytes(40 * 30 * 3), { raw: rawFormat })
    .png()
    .toBuffer()
}

function upload(bytes: Uint8Array, to = server) {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(bytes)]), 'photo.png')
  return call<Upload>(to.url, 'uploadImage', {
    body: form,
    token: seller.token,
    query: { key: 'kerblight' },
  })
}

const nameOf = (url: string) => new URL(url).pathname.replace('/images/', '')
const fetchFrom = (url: string, sourceServer = server) => fetch(sourceServer.url + new URL(url).pathname)

/** Backdates all stored sizes of a photo by more than an hour. */
function backdate(url: string): void {
  for (const size of ['thumb', 'medium', 'full'])
    utimesSync(store.fileOf(nameOf(url).replace('full', size)), new Date(0), new Date(0))
}

describe('a bucket that does not respond', () => {
  it.each(['closed', 'cut'] as const)(
    'causes 503 with Retry-After, and the same upload succeeds after its recovery (%s)',
    async (failure) => {
      const bytes = await photo()
      store.way = failure
      const rejection = await upload(bytes)
      expect([rejection.status, rejection.body.code]).toEqual([503, 'service-unavailable'])
      expect(rejection.headers.get('retry-after')).toBe('10')
      expect(rejection.body.message).toBe(
        'Photos can’t be stored or loaded right now. Try again in a moment.',
      )
      const uploads = () => server.ctx.db.selectFrom('uploads').select('id').execute()
      expect(await uploads()).toEqual([])

      store.way = 'open'
      const { status, body } = await upload(bytes)
      expect(status).toBe(200)
      expect((await fetchFrom(body.data.url)).status).toBe(200)
    },
  )

  it('still serves photos that were shown before, and returns an uncacheable 503 for others', async () => {
    const [shownUpload, otherUpload] = [
      (await upload(await photo())).body.data,
      (await upload(await photo())).body.data,
    ]
    const bytes = await (await fetchFrom(shownUpload.url)).bytes()
    store.way = 'closed'
    expect(await (await fetchFrom(shownUpload.url)).bytes()).toEqual(bytes)
    const rejection = await fetchFrom(otherUpload.url)
    expect(rejection.status).toBe(503)
    expect([rejection.headers.get('retry-after'), rejection.headers.get('cache-control')]).toEqual([
      '10',
      'no-store',
    ])
    store.way = 'open'
    expect((await fetchFrom(otherUpload.url)).status).toBe(200)
  })

  it('still serves photos older than the cache lifetime', async () => {
    const bucket = createBucket(store.settings, pino({ level: 'silent' }))
    const pictures = createPhotoBucket(bucket, createPhotoFolder(server.ctx.config.dataDir), 1)
    const bytesOf = async () => {
      const storedPhoto = await pictures.find('aa/x')
      return storedPhoto && 'bytes' in storedPhoto ? Buffer.from(storedPhoto.bytes).toString() : null
    }
    await bucket.put('aa/x', Buffer.from('first'))
    expect(await bytesOf()).toBe('first')
    await bucket.put('aa/x', Buffer.from('second'))
    await expect.poll(bytesOf).toBe('second')
    store.way = 'closed'
    await expect.poll(async () => [await bytesOf(), bucket.isUnreachable()]).toEqual(['second', true])
    store.way = 'open'
    await bucket.delete('aa/x')
    await expect.poll(bytesOf).toBeNull()
    await pictures.close()
  })

  it('logs the outage and the recovery once each, without the key', async () => {
    const lines: { msg: string }[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
    const ownServer = await openServer(log)
    const { url } = (await upload(await photo())).body.data
    store.way = 'closed'
    for (let attempts = 0; attempts < 3; attempts += 1)
      expect((await fetchFrom(url, ownServer)).status).toBe(503)
    store.way = 'open'
    expect((await fetchFrom(url, ownServer)).status).toBe(200)
    const bucketLines = lines.filter(({ msg }) => msg.startsWith('the photo bucket'))
    expect(bucketLines.map(({ msg }) => msg)).toEqual([
      'the photo bucket fails',
      'the photo bucket answers again',
    ])
    expect(JSON.stringify(lines)).not.toContain(store.settings.secret)
  })

  it('is logged at startup if its key is wrong', async () => {
    const lines: { msg: string; reason?: string }[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
    store.settings = { ...store.settings, secret: 'another-secret-than-the-key-has' }
    const ownServer = await openServer(log)
    await expect.poll(() => lines.find(({ msg }) => msg.endsWith('fails'))?.reason).toMatch(/403/)
    expect((await upload(await photo(), ownServer)).status).toBe(503)
    expect(JSON.stringify(lines)).not.toContain('another-secret')
  })
})

describe('a bucket that never responds', () => {
  let bucket: Bucket
  beforeEach(() => {
    bucket = createBucket(store.settings, pino({ level: 'silent' }), { readMs: 300, writeMs: 600 })
  })
  afterEach(() => bucket.close())

  const codeOf = (operation: Promise<unknown>) => operation.then(String, (error: ProblemError) => error.code)

  it('times out', async () => {
    store.way = 'silent'
    const startedAt = performance.now()
    expect(await codeOf(bucket.get('aa/x'))).toBe('service-unavailable')
    expect(await codeOf(bucket.put('aa/x', Buffer.from('x')))).toBe('service-unavailable')
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(bucket.isUnreachable()).toBe(true)
    store.way = 'open'
    // On a busy machine, a response takes longer than that limit, too.
    await expect.poll(() => codeOf(bucket.get('aa/x'))).toBe('null')
    expect(bucket.isUnreachable()).toBe(false)
  })

  it('delays one photo at a time', async () => {
    const urls = []
    for (let number = 0; number < 4; number += 1) urls.push((await upload(await photo())).body.data.url)
    store.way = 'closed'
    expect((await fetchFrom(urls[0]!)).status).toBe(503)
    store.way = 'silent'
    const hanging = fetchFrom(urls[0]!)
    const startedAt = performance.now()
    for (const url of urls.slice(1)) expect((await fetchFrom(url)).status).toBe(503)
    expect(performance.now() - startedAt).toBeLessThan(2000)
    store.way = 'open'
    expect((await hanging).status).toBe(200)
  })
})

describe('a bucket', () => {
  it('stores a complete upload although the connection breaks midway', async () => {
    const bucket = createBucket(store.settings, pino({ level: 'silent' }))
    const bytes = randomBytes(300_000)
    store.way = 'cut once'
    await bucket.put('aa/x', bytes)
    expect(store.way).toBe('open')
    expect(Buffer.from((await bucket.get('aa/x'))!.bytes).equals(bytes)).toBe(true)
    bucket.close()
  })

  // s3rver cannot list page by page, because its continuation tokens need a cipher that Node no longer
  // supports.
  it('is listed completely, page by page', async () => {
    const page = (key: string, continuation: string) =>
      `<?xml version="1.0"?><ListBucketResult>${continuation}<Contents><Key>${key}</Key></Contents></ListBucketResult>`
    const pages: Record<string, string> = {
      '': page('aa/1', '<IsTruncated>true</IsTruncated><NextContinuationToken>t+1</NextContinuationToken>'),
      't+1': page('aa/2', '<IsTruncated>false</IsTruncated>'),
    }
    const lister = createServer((req, res) => {
      const token = new URL(req.url!, store.settings.endpoint!).searchParams.get('continuation-token') ?? ''
      res.end(pages[token])
    })
    await new Promise<void>((resolve) => lister.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(lister.address() as AddressInfo).port}`
    const bucket = createBucket({ ...store.settings, endpoint }, pino({ level: 'silent' }))
    const pagesFound: string[][] = []
    for await (const names of bucket.list()) pagesFound.push(names)
    expect(pagesFound).toEqual([['aa/1'], ['aa/2']])
    bucket.close()
    await new Promise((resolve) => lister.close(resolve))
  })

  it('stores an upload at a new URL instead of reusing an old file due for removal', async () => {
    const bytes = await photo()
    const oldUpload = (await upload(bytes)).body.data
    expect((await upload(bytes)).body.data.url).toBe(oldUpload.url)
    backdate(oldUpload.url)
    const newUpload = (await upload(bytes)).body.data
    expect(newUpload.url).not.toBe(oldUpload.url)
    server.advance(601)
    await sweepUploads(server.ctx)
    expect([oldUpload, newUpload].map(({ url }) => existsSync(store.fileOf(nameOf(url))))).toEqual([
      false,
      true,
    ])
    expect((await fetchFrom(oldUpload.url)).status).toBe(404)
    expect((await fetchFrom(newUpload.url)).status).toBe(200)
  })

  it('is shared by servers, which serve each other’s uploads, even from memory after their removal', async () => {
    const otherServer = await openServer()
    const { url } = (await upload(await photo())).body.data
    expect((await fetchFrom(url, otherServer)).status).toBe(200)
    backdate(url)
    server.advance(601)
    await sweepUploads(server.ctx)
    expect((await fetchFrom(url)).status).toBe(404)
    expect((await fetchFrom(url, otherServer)).status).toBe(200)
  })

  it('does not hide photos stored earlier in the data folder, which the sweep also covers', async () => {
    const { url } = (await upload(await photo())).body.data
    // The database contains no upload for this file.
    const start = nameOf(url).startsWith('ff') ? '00' : 'ff'
    const name = nameOf(url).replace(/^..\/../, `${start}/${start}`)
    const file = join(server.ctx.config.dataDir, 'images', name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, readFileSync(store.fileOf(nameOf(url))))
    const path = file.slice(server.ctx.config.dataDir.length)
    expect((await fetch(server.url + path)).status).toBe(200)
    utimesSync(file, new Date(0), new Date(0))
    await sweepUploads(server.ctx)
    expect((await fetch(server.url + path)).status).toBe(200)
    server.advance(7 * 24 * 3600)
    await sweepUploads(server.ctx)
    expect((await fetch(server.url + path)).status).toBe(404)
  })
})
