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
import { createPictureBucket } from '../../server/gateways/images/picture-bucket.ts'
import { createPictureFolder } from '../../server/gateways/images/picture-folder.ts'
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
  const opened = await startTestServer({ config: { imageBucket: store.settings }, ...(log && { log }) })
  servers.push(opened)
  return opened
}

beforeEach(async () => {
  store = await openTestBucket()
  server = await openServer()
  seller = await buildPerson(server.ctx, { account: 'seller' })
})
afterEach(async () => {
  for (const opened of servers.splice(0)) await opened.close()
  await store[Symbol.asyncDispose]()
})

/** Returns a unique photo. */
function photo(): Promise<Buffer> {
  const raw = { width: 40, height: 30, channels: 3 } as const
  return sharp(randomBytes(40 * 30 * 3), { raw })
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
const show = (url: string, from = server) => fetch(from.url + new URL(url).pathname)

/** Backdates all stored sizes of a photo by more than an hour. */
function age(url: string): void {
  for (const size of ['thumb', 'medium', 'full'])
    utimesSync(store.fileOf(nameOf(url).replace('full', size)), new Date(0), new Date(0))
}

describe('a bucket that does not answer', () => {
  it.each(['closed', 'cut'] as const)(
    'costs no form its photo: 503 with Retry-After, and the same upload passes once it is back (%s)',
    async (way) => {
      const bytes = await photo()
      store.way = way
      const rejected = await upload(bytes)
      expect([rejected.status, rejected.body.code]).toEqual([503, 'service-unavailable'])
      expect(rejected.headers.get('retry-after')).toBe('10')
      expect(rejected.body.message).toBe('Photos can’t be stored or loaded right now. Try again in a moment.')
      const uploads = () => server.ctx.db.selectFrom('uploads').select('id').execute()
      expect(await uploads()).toEqual([])

      store.way = 'open'
      const { status, body } = await upload(bytes)
      expect(status).toBe(200)
      expect((await show(body.data.url)).status).toBe(200)
    },
  )

  it('still serves photos that were shown before, and returns an uncacheable 503 for others', async () => {
    const [shown, other] = [(await upload(await photo())).body.data, (await upload(await photo())).body.data]
    const bytes = await (await show(shown.url)).bytes()
    store.way = 'closed'
    expect(await (await show(shown.url)).bytes()).toEqual(bytes)
    const rejected = await show(other.url)
    expect(rejected.status).toBe(503)
    expect([rejected.headers.get('retry-after'), rejected.headers.get('cache-control')]).toEqual([
      '10',
      'no-store',
    ])
    store.way = 'open'
    expect((await show(other.url)).status).toBe(200)
  })

  it('still serves photos older than the cache lifetime', async () => {
    const bucket = createBucket(store.settings, pino({ level: 'silent' }))
    const pictures = createPictureBucket(bucket, createPictureFolder(server.ctx.config.dataDir), 1)
    const bytesOf = async () => {
      const found = await pictures.find('aa/x')
      return found && 'bytes' in found ? Buffer.from(found.bytes).toString() : null
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

  it('is logged once, as is its recovery, and never with its key', async () => {
    const lines: { msg: string }[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
    const own = await openServer(log)
    const { url } = (await upload(await photo())).body.data
    store.way = 'closed'
    for (let tries = 0; tries < 3; tries += 1) expect((await show(url, own)).status).toBe(503)
    store.way = 'open'
    expect((await show(url, own)).status).toBe(200)
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
    const own = await openServer(log)
    await expect.poll(() => lines.find(({ msg }) => msg.endsWith('fails'))?.reason).toMatch(/403/)
    expect((await upload(await photo(), own)).status).toBe(503)
    expect(JSON.stringify(lines)).not.toContain('another-secret')
  })
})

describe('a bucket that takes no notice', () => {
  let bucket: Bucket
  beforeEach(() => {
    bucket = createBucket(store.settings, pino({ level: 'silent' }), { readMs: 300, writeMs: 600 })
  })
  afterEach(() => bucket.close())

  const codeOf = (work: Promise<unknown>) => work.then(String, (error: ProblemError) => error.code)

  it('is given up after a time', async () => {
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

  it('holds up one picture at a time', async () => {
    const urls = []
    for (let number = 0; number < 4; number += 1) urls.push((await upload(await photo())).body.data.url)
    store.way = 'closed'
    expect((await show(urls[0]!)).status).toBe(503)
    store.way = 'silent'
    const hanging = show(urls[0]!)
    const startedAt = performance.now()
    for (const url of urls.slice(1)) expect((await show(url)).status).toBe(503)
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
  it('is listed to its end, page by page', async () => {
    const page = (key: string, more: string) =>
      `<?xml version="1.0"?><ListBucketResult>${more}<Contents><Key>${key}</Key></Contents></ListBucketResult>`
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
    const found: string[][] = []
    for await (const names of bucket.list()) found.push(names)
    expect(found).toEqual([['aa/1'], ['aa/2']])
    bucket.close()
    await new Promise((resolve) => lister.close(resolve))
  })

  it('stores an upload at a new address instead of reusing an old file due for removal', async () => {
    const bytes = await photo()
    const old = (await upload(bytes)).body.data
    expect((await upload(bytes)).body.data.url).toBe(old.url)
    age(old.url)
    const again = (await upload(bytes)).body.data
    expect(again.url).not.toBe(old.url)
    server.advance(601)
    await sweepUploads(server.ctx)
    expect([old, again].map(({ url }) => existsSync(store.fileOf(nameOf(url))))).toEqual([false, true])
    expect((await show(old.url)).status).toBe(404)
    expect((await show(again.url)).status).toBe(200)
  })

  it('is shared: one server serves another’s uploads, even from memory after their removal', async () => {
    const other = await openServer()
    const { url } = (await upload(await photo())).body.data
    expect((await show(url, other)).status).toBe(200)
    age(url)
    server.advance(601)
    await sweepUploads(server.ctx)
    expect((await show(url)).status).toBe(404)
    expect((await show(url, other)).status).toBe(200)
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
