import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { existsSync, utimesSync, writeFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { ChangeSet } from '../../contract/cars/car-changes.ts'
import type { Car } from '../../contract/cars/cars.ts'
import { MAX_UPLOAD_BYTES } from '../../contract/images.ts'
import type { Config } from '../../server/config/config.ts'
import { sweepUploads } from '../../server/core/images/sweep-uploads.ts'
import { deleteUserUploadBatch } from '../../server/core/images/upload.repository.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { photoLocations, type PhotoLocation } from '../support/photo-locations.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

interface Upload {
  data: {
    id: string
    url: string
    display_url: string
    width: number
    height: number
    size: number
    expiration: number
    thumb: { url: string }
    medium: { url: string }
  }
  success: boolean
  status: number
  code?: string
  message?: string
  errors?: { path: string }[]
}

function formOf(bytes: Uint8Array, name = 'photo.jpg', field = 'image'): FormData {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(bytes)]), name)
  return form
}

let shade = 0
/** Returns a unique photo, because the same bytes are stored as one file. */
function picture(width = 400, height = 300) {
  shade += 1
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: (shade * 37) % 256, g: (shade * 91) % 256, b: 200 },
    },
  })
}

/**
 * Builds a PNG of any size that no encoder would create: one gray level and no filter, written by hand
 * (w3.org/TR/png).
 */
function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const typedData = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(typedData))
  return Buffer.concat([length, typedData, checksum])
}

describe.each(photoLocations)('photos in $name', ({ open }) => {
  let keeper: PhotoLocation
  let server: TestServer
  let seller: Person
  let otherSeller: Person

  beforeAll(async () => {
    keeper = await open()
    server = await startTestServer({ config: keeper.config })
    seller = await buildPerson(server.ctx, { account: 'seller' })
    otherSeller = await buildPerson(server.ctx, { account: 'seller' })
  })
  afterAll(async () => {
    await server.close()
    await keeper[Symbol.asyncDispose]()
  })

  const send = (body: unknown, options: { as?: Person; query?: Record<string, unknown> } = {}) =>
    call<Upload>(server.url, 'uploadImage', {
      body,
      token: options.as?.token,
      query: { key: 'kerblight', ...options.query },
    })

  const pathOf = (url: string) => new URL(url, server.url).pathname
  const fileOf = (url: string) => keeper.fileOf(server, pathOf(url).replace('/images/', ''))
  const fetchStoredPhoto = (url: string, headers = {}) => fetch(server.url + pathOf(url), { headers })

  /**
   * Returns the headers that revalidate a response. By default, fetch would add `no-cache`, which makes a
   * server send the whole response.
   */
  const revalidate = (headers: Headers) => ({
    ...(headers.has('etag')
      ? { 'if-none-match': headers.get('etag')! }
      : { 'if-modified-since': headers.get('last-modified')! }),
    'cache-control': 'max-age=0',
  })

  const carForm = {
    category_name: 'Audi',
    condition: 'Good',
    modelName: 'A6 Avant',
    selllerContact: '555-0150',
    usageTime: '4 years',
    originalPrice: '52,000',
  }
  const addCar = (as: Person, fields: object) =>
    call<{ insertedId: string; code: string; errors?: { path: string }[] }>(server.url, 'addCar', {
      token: as.token,
      body: { ...carForm, ...fields },
    })

  describe('uploading a photo', () => {
    it('responds like imgbb, and serves three sizes for a year', async () => {
      const { status, body } = await send(formOf(await picture(2000, 1500).jpeg().toBuffer()))
      expect(status).toBe(200)
      expect(body).toMatchObject({
        success: true,
        status: 200,
        data: { width: 1600, height: 1200, expiration: 600 },
      })
      expect(body.data.display_url).toMatch(
        /^http:\/\/localhost:4000\/images\/([0-9a-f]{2})\/\1[0-9a-f]{62}-full\.webp$/,
      )
      for (const [url, width] of [
        [body.data.display_url, 1600],
        [body.data.medium.url, 800],
        [body.data.thumb.url, 320],
      ] as const) {
        const response = await fetchStoredPhoto(url)
        expect(response.status).toBe(200)
        expect(response.headers.get('content-type')).toBe('image/webp')
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
        const bytes = Buffer.from(await response.arrayBuffer())
        const metadata = await sharp(bytes).metadata()
        expect([metadata.format, metadata.width]).toEqual(['webp', width])
        const headResponse = await fetch(server.url + pathOf(url), { method: 'HEAD' })
        expect([headResponse.status, headResponse.headers.get('content-length')]).toEqual([
          200,
          String(bytes.byteLength),
        ])
        expect((await fetchStoredPhoto(url, revalidate(response.headers))).status).toBe(304)
      }
      const missingResponse = await fetchStoredPhoto(body.data.url.replace('-full', '-huge'))
      expect([missingResponse.status, missingResponse.headers.get('content-type')]).toEqual([
        404,
        'text/plain; charset=utf-8',
      ])
      expect((await fetchStoredPhoto(`/images/00/${'0'.repeat(64)}-full.webp`)).status).toBe(404)
      expect((await fetchStoredPhoto('/images/%2e%2e/kerblight.db')).status).toBe(404)
    })

    it('also serves its full size as JPEG, created once for concurrent requests', async () => {
      const { body } = await send(formOf(await picture(640, 480).ensureAlpha(0.5).png().toBuffer()))
      const address = pathOf(body.data.url).replace(/webp$/, 'jpg')
      const responses = await Promise.all([fetchStoredPhoto(address), fetchStoredPhoto(address)])
      for (const { headers } of responses) {
        expect(headers.get('content-type')).toBe('image/jpeg')
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      }
      const [bytes, sameBytes] = await Promise.all(
        responses.map(async (response) => Buffer.from(await response.arrayBuffer())),
      )
      expect(sameBytes).toEqual(bytes)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 })
      const repeatedResponse = await fetchStoredPhoto(address)
      expect(Buffer.from(await repeatedResponse.arrayBuffer())).toEqual(bytes)
      expect((await fetchStoredPhoto(address, revalidate(repeatedResponse.headers))).status).toBe(304)
      expect(existsSync(fileOf(address))).toBe(true)
      expect((await fetchStoredPhoto(`/images/00/${'0'.repeat(64)}-full.jpg`)).status).toBe(404)
      expect((await fetchStoredPhoto(address.replace('-full', '-thumb'))).status).toBe(404)
    })

    it('counts creating a JPEG as a read of the caller’s network, and limits only that network', async () => {
      const env = { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback', LIMITS: 'R0=2' }
      const ownServer = await startTestServer({ config: keeper.config, env })
      onTestFinished(() => ownServer.close())
      const addresses = []
      for (let count = 0; count < 3; count++) {
        const body = formOf(await picture().jpeg().toBuffer())
        const { token } = await buildPerson(ownServer.ctx)
        const { data } = (
          await call<Upload>(ownServer.url, 'uploadImage', { body, token, query: { key: 'kerblight' } })
        ).body
        addresses.push(pathOf(data.url).replace(/webp$/, 'jpg'))
      }
      const statusFor = async (address: string, ip: string) =>
        (await fetch(ownServer.url + address, { headers: { 'x-forwarded-for': ip } })).status
      const statuses = []
      for (const address of addresses) statuses.push(await statusFor(address, '203.0.113.1'))
      expect(statuses).toEqual([200, 200, 429])
      expect(await statusFor(addresses[0]!, '203.0.113.1')).toBe(200)
      expect(await statusFor(addresses[2]!, '203.0.113.2')).toBe(200)
    })

    it('counts unknown or malformed URLs as reads by the caller, and stored URLs as free', async () => {
      const env = { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback', LIMITS: 'R0=2' }
      const ownServer = await startTestServer({ config: keeper.config, env })
      onTestFinished(() => ownServer.close())
      const body = formOf(await picture().jpeg().toBuffer())
      const { token } = await buildPerson(ownServer.ctx)
      const query = { key: 'kerblight' }
      const { data } = (await call<Upload>(ownServer.url, 'uploadImage', { body, token, query })).body
      const statusFor = async (address: string, ip: string) =>
        (await fetch(ownServer.url + address, { headers: { 'x-forwarded-for': ip } })).status
      const unknown = [`/images/00/${'0'.repeat(64)}-full.webp`, '/images/none', '/images/a/b.webp']
      const statuses = []
      for (const address of unknown) statuses.push(await statusFor(address, '203.0.113.3'))
      expect(statuses).toEqual([404, 404, 429])
      expect(await statusFor(pathOf(data.url), '203.0.113.3')).toBe(200)
      expect(await statusFor(unknown[0]!, '203.0.113.4')).toBe(404)
    })

    it('turns a photo upright, drops its metadata, and does not enlarge it', async () => {
      const bytes = await picture(300, 200)
        .withExif({ IFD0: { Copyright: 'A NAME', Software: 'CAMERA' }, IFD3: { GPSLatitudeRef: 'N' } })
        .jpeg()
        .withMetadata({ orientation: 6 })
        .toBuffer()
      expect((await sharp(bytes).metadata()).orientation).toBe(6)
      const { body } = await send(formOf(bytes))
      expect([body.data.width, body.data.height]).toEqual([200, 300])
      const stored = Buffer.from(await (await fetchStoredPhoto(body.data.url)).arrayBuffer())
      const metadata = await sharp(stored).metadata()
      expect(metadata).toMatchObject({ width: 200, height: 300 })
      expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual(
        Array(4).fill(undefined),
      )
      expect(stored.includes('A NAME')).toBe(false)
    })

    it('accepts PNG with transparency, WebP, and base64 like imgbb', async () => {
      const png = await picture().ensureAlpha(0.5).png().toBuffer()
      const { body } = await send(formOf(png, 'logo.png'))
      const stored = await sharp(
        Buffer.from(await (await fetchStoredPhoto(body.data.url)).arrayBuffer()),
      ).metadata()
      expect(stored.hasAlpha).toBe(true)
      expect((await send(formOf(await picture().webp().toBuffer()))).status).toBe(200)
      const form = new FormData()
      form.set('image', (await picture().png().toBuffer()).toString('base64'))
      expect((await send(form)).status).toBe(200)
    })

    it('checks the content, and rejects SVG, GIF, TIFF, text, truncated, and oversized photos', async () => {
      const jpeg = await picture().jpeg().toBuffer()
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
      const rejectedFiles = {
        svg: Buffer.from(svg),
        'svg behind an xml head': Buffer.from(`<?xml version="1.0"?>\n${svg}`),
        gif: await picture().gif().toBuffer(),
        tiff: await picture().tiff().toBuffer(),
        html: Buffer.from('<!doctype html><img src=x onerror=alert(1)>'),
        'half a jpeg': jpeg.subarray(0, jpeg.length / 2),
        'a jpeg head on a script': Buffer.concat([jpeg.subarray(0, 20), Buffer.from('<?php echo 1 ?>')]),
        empty: Buffer.alloc(0),
      }
      for (const [fileKind, bytes] of Object.entries(rejectedFiles)) {
        const { status, body } = await send(formOf(bytes, 'car.jpg'))
        expect([fileKind, status, body.code]).toEqual([fileKind, 415, 'unsupported-image'])
      }
    })

    const noise = () => {
      const kind = { type: 'gaussian', mean: 128, sigma: 40 } as const
      return sharp({ create: { width: 400, height: 300, channels: 3, background: 'black', noise: kind } })
    }
    const truncate = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.6))
    const isoFile = (...brands: string[]) =>
      Buffer.concat([
        Buffer.from([0, 0, 0, 12 + 4 * brands.length]),
        Buffer.from(`ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`, 'latin1'),
        Buffer.alloc(64),
      ])
    const page = '<!DOCTYPE html>\n<html><head><title>Photo</title></head></html>'
    const broken = (bytes: Buffer) =>
      Buffer.from(bytes).fill(7, Math.floor(bytes.length * 0.5), Math.floor(bytes.length * 0.7))

    it.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
      [
        'a JPEG cut in the middle',
        async () => truncate(await noise().jpeg().toBuffer()),
        /^This photo is incomplete/,
      ],
      [
        'a progressive JPEG cut in the middle',
        async () => truncate(await noise().jpeg({ progressive: true }).toBuffer()),
        /^This photo is incomplete/,
      ],
      [
        'a PNG cut in the middle',
        async () => truncate(await noise().png().toBuffer()),
        /^This photo is incomplete/,
      ],
      [
        'a WebP cut in the middle',
        async () => truncate(await noise().webp().toBuffer()),
        /^This photo is incomplete/,
      ],
      ['a damaged PNG', async () => broken(await noise().png().toBuffer()), /^This photo is damaged/],
      ['HEIC', () => isoFile('heic', 'mif1'), /^HEIC photos can’t be read\. Save it as JPEG/],
      ['HEIC of another main brand', () => isoFile('mif1', 'mif1', 'heic'), /^HEIC photos can’t be read/],
      ['AVIF', () => isoFile('avif', 'mif1'), /^AVIF photos can’t be read/],
      ['a video', () => isoFile('isom', 'mp42'), /^Choose a JPEG, PNG, or WebP photo/],
      ['a web page', () => Buffer.from(page), /^This is a web page, not a photo/],
      ['a web page after a byte order mark', () => Buffer.from(`\ufeff${page}`), /^This is a web page/],
      ['text', () => Buffer.from('A car'), /^Choose a JPEG, PNG, or WebP photo/],
    ])('explains why it rejects %s', async (_, makeFile, message) => {
      const { status, body } = await send(formOf(await makeFile(), 'car.jpg'))
      expect([status, body.code, body.message]).toEqual([
        415,
        'unsupported-image',
        expect.stringMatching(message),
      ])
    })

    it('stores no data hidden behind an image', async () => {
      const polyglot = Buffer.concat([
        await picture().jpeg().toBuffer(),
        Buffer.from('<script>alert(1)</script>'),
      ])
      const { status, body } = await send(formOf(polyglot, 'car.html'))
      expect(status).toBe(200)
      const response = await fetchStoredPhoto(body.data.url)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(Buffer.from(await response.arrayBuffer()).includes('<script>')).toBe(false)
    })

    it('stores photos of the maximum height and width of WebP', async () => {
      const tallUpload = (await send(formOf(await picture(100, 16_383).png().toBuffer()))).body.data
      expect([tallUpload.width, tallUpload.height]).toEqual([20, 3200])
      const wideUpload = (await send(formOf(await picture(16_383, 100).webp().toBuffer()))).body.data
      expect([wideUpload.width, wideUpload.height]).toEqual([1600, 10])
    })

    it.each([
      ['16,384 pixels wide', () => blackPng(16_384, 10), 'on each side. This one is 16,384 × 10.'],
      ['16,384 pixels tall', () => blackPng(10, 16_384), 'on each side. This one is 10 × 16,384.'],
      ['one row of 40 million', () => blackPng(40_000_000, 1), 'This one is 40,000,000 × 1.'],
      ['40 million rows of one', () => blackPng(1, 40_000_000), 'This one is 1 × 40,000,000.'],
      ['41 million in a few bytes', () => blackPng(8200, 5000), 'at most 40 megapixels. This one is 41.'],
    ])('rejects %s and names the limit, without encoding', async (_, makeFile, phrases) => {
      // This upload starts the worker.
      await send(formOf(await picture().jpeg().toBuffer()))
      const bytes = makeFile()
      const startedAt = performance.now()
      const { status, body } = await send(formOf(bytes))
      expect([status, body.code]).toEqual([415, 'unsupported-image'])
      expect(body.message).toContain(phrases)
      expect(body.message).toMatch(/at most (16,383 pixels|40 megapixels)/)
      expect(performance.now() - startedAt).toBeLessThan(5000)
    })

    it('rejects more than 10 MiB, announced or not', async () => {
      const oversizedForm = formOf(new Uint8Array(MAX_UPLOAD_BYTES + 1))
      expect((await send(oversizedForm)).body.code).toBe('body-too-large')
      expect((await send(formOf(new Uint8Array(20 * 1024 * 1024)))).status).toBe(413)
      const boundary = 'b'
      const formHead = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n`
      const response = await fetch(`${server.url}/api/1/upload?key=kerblight`, {
        method: 'POST',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: new Blob([formHead, new Uint8Array(MAX_UPLOAD_BYTES + 1), `\r\n--${boundary}--\r\n`]).stream(),
        duplex: 'half',
      } as RequestInit)
      expect(response.status).toBe(413)
    })

    it('rejects invalid base64 quickly', async () => {
      const form = new FormData()
      form.set('image', `${' '.repeat(8_000_000)}!`)
      const startedAt = performance.now()
      expect((await send(form)).status).toBe(400)
      expect(performance.now() - startedAt).toBeLessThan(5_000)
    })

    it('rejects a form without a declared length that is too large in total', async () => {
      const boundary = 'boundary'
      const formPart = (name: string, content: string) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`
      const chunks = ['image', 'name', 'title', 'album'].map((name) => formPart(name, 'A'.repeat(13_000_000)))
      const response = await fetch(`${server.url}/api/1/upload?key=kerblight`, {
        method: 'POST',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: new Blob([...chunks, `--${boundary}--\r\n`]).stream(),
        duplex: 'half',
      } as RequestInit)
      expect(response.status).toBe(413)
    })

    it('rejects a wrong key and a form without a photo, naming the field', async () => {
      const form = formOf(await picture().jpeg().toBuffer())
      const wrongKey = await send(form, { query: { key: 'other' } })
      expect([wrongKey.status, wrongKey.body.errors?.[0]?.path]).toEqual([400, 'key'])
      expect((await call(server.url, 'uploadImage', { body: form })).status).toBe(400)
      const empty = new FormData()
      empty.set('title', 'no picture')
      for (const body of [empty, formOf(Buffer.from('x'), 'x.jpg', 'file')]) {
        const response = await send(body)
        expect([response.status, response.body.errors?.[0]?.path]).toEqual([400, 'image'])
      }
      expect((await send({ image: 'x' })).status).toBe(415)
      const broken = await fetch(`${server.url}/api/1/upload?key=kerblight`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: '--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nno end',
      })
      expect(broken.status).toBe(400)
    })
  })

  describe('slow uploads', () => {
    async function startSlowUpload(target: TestServer, token?: string, headers = {}) {
      const request = httpRequest(`${target.url}/api/1/upload?key=kerblight`, {
        method: 'POST',
        headers: {
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': '100000',
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      })
      const response = once(request, 'response').then(async ([response]: IncomingMessage[]) => ({
        status: response!.statusCode,
        body: (await json(response!)) as { code: string; detail: string },
        hasEnded: once(request, 'close'),
      }))
      response.catch(() => {})
      request.write('--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n')
      await once(request, 'socket')
      return { response, end: () => request.destroy() }
    }

    it('are rejected, and their connection is closed', async () => {
      await using instance = await openServer({ uploadGraceSeconds: 1 })
      const { response } = await startSlowUpload(instance.server)
      expect(await response).toMatchObject({ status: 408, body: { code: 'upload-too-slow' } })
      await (
        await response
      ).hasEnded
    })

    it('leave room for other users by limiting one account to six simultaneous uploads', async () => {
      await using instance = await openServer({})
      const person = await buildPerson(instance.server.ctx)
      const slowUploads = await Promise.all(
        Array.from({ length: 7 }, () => startSlowUpload(instance.server, person.token)),
      )
      const rejection = await Promise.race(slowUploads.map(({ response }) => response))
      expect(rejection).toMatchObject({
        status: 429,
        body: { detail: 'Upload at most 6 photos at once.' },
      })

      const form = formOf(await picture().jpeg().toBuffer())
      const upload = (as: Person) =>
        call<Upload>(instance.server.url, 'uploadImage', {
          body: form,
          token: as.token,
          query: { key: 'kerblight' },
        })
      expect((await upload(await buildPerson(instance.server.ctx))).status).toBe(200)
      slowUploads.forEach(({ end }) => end())
      await expect.poll(async () => (await upload(person)).status).toBe(200)
    })

    it('leave room for other networks, even if one network has many accounts', async () => {
      await using instance = await openServer({ trustProxy: 1 })
      const people = await Promise.all(Array.from({ length: 14 }, () => buildPerson(instance.server.ctx)))
      const slowUploads: Awaited<ReturnType<typeof startSlowUpload>>[] = []
      for (let round = 0; round < 6; round++)
        for (const { token } of people)
          slowUploads.push(await startSlowUpload(instance.server, token, fromIp('203.0.113.1')))
      await expect.poll(() => countRejected(slowUploads)).toBe(slowUploads.length - 11)
      const upload = async (ip: string) => {
        const body = formOf(await picture().jpeg().toBuffer())
        const { token } = await buildPerson(instance.server.ctx)
        const query = { key: 'kerblight' }
        return call<Upload>(instance.server.url, 'uploadImage', { body, token, query, headers: fromIp(ip) })
      }
      expect((await upload('203.0.113.2')).status).toBe(200)
      expect((await upload('203.0.113.1')).status).toBe(429)
      slowUploads.forEach(({ end }) => end())
      await expect.poll(async () => (await upload('203.0.113.1')).status).toBe(200)
    })

    const fromIp = (ip: string) => ({ 'x-forwarded-for': ip })

    async function countRejected(slowUploads: { response: Promise<{ status: number | undefined }> }[]) {
      const none = Promise.resolve({ status: undefined })
      const settledUploads = await Promise.all(
        slowUploads.map(({ response }) => Promise.race([response, none])),
      )
      return settledUploads.filter(({ status }) => status === 429).length
    }

    it('do not block a user with one photo behind three accounts with maximum uploads', async () => {
      await using instance = await openServer({ trustProxy: 1 })
      const completed: string[] = []
      const upload = async (as: Person, name: string, bytes: Uint8Array) => {
        const headers = fromIp(`203.0.113.${name.charCodeAt(0)}`)
        const request = { body: formOf(bytes), token: as.token, query: { key: 'kerblight' }, headers }
        const { status } = await call(instance.server.url, 'uploadImage', request)
        completed.push(`${name} ${status}`)
      }
      const heavy = await Promise.all(
        Array.from({ length: 6 }, () => picture(800, 600).png({ progressive: true }).toBuffer()),
      )
      const flood: Promise<void>[] = []
      for (const name of ['a', 'b', 'c']) {
        const person = await buildPerson(instance.server.ctx)
        flood.push(...heavy.map((bytes) => upload(person, name, bytes)))
      }
      // Once one of these uploads is complete, the rest are ahead of any later upload.
      await Promise.race(flood)
      const lastUser = await buildPerson(instance.server.ctx)
      await upload(lastUser, 'one', await picture().jpeg().toBuffer())
      expect(completed).toContain('one 200')
      // Up to nine come first: one turn of each other account, the photos being encoded, and the responses
      // sent while this upload arrived.
      expect(completed.indexOf('one 200')).toBeLessThan(10)
      await Promise.all(flood)
      expect(completed.filter((line) => line.endsWith('200')).length).toBeGreaterThan(12)
    })

    async function openServer(config: Partial<Config>) {
      const started = await startTestServer({ config: { ...keeper.config, ...config } })
      return { server: started, [Symbol.asyncDispose]: () => started.close() }
    }
  })

  describe('claiming a photo', () => {
    const upload = async (as?: Person, query?: Record<string, unknown>) =>
      (await send(formOf(await picture().jpeg().toBuffer()), { ...(as && { as }), ...(query && { query }) }))
        .body.data

    it('accepts the seller’s uploads by URL or path, and returns their URLs', async () => {
      const [firstPhoto, secondPhoto] = [await upload(seller), await upload(seller)]
      const path = pathOf(secondPhoto.display_url)
      const { body } = await addCar(seller, {
        image_url: firstPhoto.display_url,
        images: [firstPhoto.display_url, path],
      })
      const car = await call<Car>(server.url, 'getCar', { params: { id: body.insertedId } })
      expect(car.body.image_url).toBe(firstPhoto.display_url)
      expect(car.body.images).toEqual([firstPhoto.display_url, secondPhoto.display_url])
      const rows = await server.ctx.db
        .selectFrom('uploads')
        .select('expires_at')
        .where('id', 'in', [firstPhoto.id, secondPhoto.id])
        .execute()
      expect(rows).toEqual([{ expires_at: null }, { expires_at: null }])
    })

    it('rejects other users’ uploads and foreign URLs, and inserts nothing', async () => {
      const otherUpload = await upload(otherSeller)
      const ownUpload = await upload(seller)
      const countBefore = await countCars()
      for (const [fields, path] of [
        [{ image_url: otherUpload.display_url }, 'image_url'],
        [{ image_url: ownUpload.url, images: [ownUpload.url, otherUpload.url] }, 'images.1'],
        [{ image_url: 'https://evil.test/pixel.gif' }, 'image_url'],
        [{ image_url: `https://evil.test${pathOf(otherUpload.url)}` }, 'image_url'],
        [{ image_url: ownUpload.thumb.url }, 'image_url'],
        [{ image_url: 'javascript:alert(1)' }, 'image_url'],
      ] as const) {
        const { status, body } = await addCar(seller, fields)
        expect([fields, status, body.errors?.[0]?.path]).toEqual([fields, 400, path])
      }
      expect(await countCars()).toBe(countBefore)
      expect(await expiryOf(ownUpload.id)).not.toBeNull()
    })

    it('lets a stranger’s upload be claimed once, before it expires', async () => {
      const freshUpload = await upload()
      expect((await addCar(seller, { image_url: freshUpload.url })).status).toBe(200)
      expect((await addCar(otherSeller, { image_url: freshUpload.url })).status).toBe(400)
      const stale = await upload()
      server.advance(601)
      expect((await addCar(seller, { image_url: stale.url })).status).toBe(400)
    })

    it('accepts photos that the car already has, regardless of their uploader', async () => {
      const id = await buildCar(server.ctx, seller.id, {
        images: ['/art/cars/a.svg', '/art/cars/b.svg'],
      })
      const save = (fields: object) =>
        call<{ errors?: { path: string }[] }>(server.url, 'updateCar', {
          token: seller.token,
          params: { id },
          body: { ...carForm, ...fields },
        })
      const images = async () => (await call<Car>(server.url, 'getCar', { params: { id } })).body.images
      const added = await upload(seller)
      await save({ image_url: '/art/cars/a.svg' })
      expect(await images()).toEqual(['/art/cars/a.svg', '/art/cars/b.svg'])
      await save({ image_url: added.url, images: [added.url, '/art/cars/b.svg'] })
      expect(await images()).toEqual([added.url, '/art/cars/b.svg'])
      expect((await save({ image_url: '/art/cars/a.svg' })).status).toBe(400)
      await save({ images: [] })
      expect(await images()).toEqual([])
    })

    const countCars = async () =>
      (
        await server.ctx.db
          .selectFrom('cars')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count
  })

  const expiryOf = async (id: string) =>
    (await server.ctx.db.selectFrom('uploads').select('expires_at').where('id', '=', id).executeTakeFirst())
      ?.expires_at

  describe('the hourly sweep', () => {
    const backdate = (url: string) => {
      for (const size of ['thumb', 'medium', 'full'])
        utimesSync(fileOf(url).replace('-full', `-${size}`), new Date(0), new Date(0))
    }

    it('removes expired unclaimed uploads and their unreferenced files, and leaves the rest', async () => {
      const bytes = await picture().jpeg().toBuffer()
      const claimedUpload = (await send(formOf(await picture().jpeg().toBuffer()), { as: seller })).body.data
      await addCar(seller, { image_url: claimedUpload.url })
      const patientUpload = (
        await send(formOf(await picture().jpeg().toBuffer()), { query: { expiration: 7200 } })
      ).body.data
      const unclaimed = (await send(formOf(bytes))).body.data
      const sameUpload = (await send(formOf(bytes), { as: seller, query: { expiration: 7200 } })).body.data
      expect(sameUpload.url).toBe(unclaimed.url)
      const uploads = [claimedUpload, patientUpload, unclaimed]
      uploads.forEach((upload) => backdate(upload.url))
      const jpeg = pathOf(patientUpload.url).replace(/webp$/, 'jpg')
      expect((await fetchStoredPhoto(jpeg)).status).toBe(200)
      utimesSync(fileOf(jpeg), new Date(0), new Date(0))

      server.advance(601)
      await sweepUploads(server.ctx)
      expect(await expiryOf(unclaimed.id)).toBeUndefined()
      // Another user uploaded the same photo and may still add it to a car.
      expect(uploads.map((upload) => existsSync(fileOf(upload.url)))).toEqual([true, true, true])

      server.advance(7200)
      await sweepUploads(server.ctx)
      expect(uploads.map((upload) => existsSync(fileOf(upload.url)))).toEqual([true, false, false])
      expect(existsSync(fileOf(unclaimed.url).replace('-full', '-thumb'))).toBe(false)
      expect(existsSync(fileOf(jpeg))).toBe(false)
      expect((await fetchStoredPhoto(claimedUpload.url)).status).toBe(200)
    })

    it('keeps new files and removes photos without an upload after a week, but nothing else', async () => {
      const hash = createHash('sha256').update('orphan').digest('hex')
      const [orphanFile, foreignFile] = [`${hash.slice(0, 2)}/${hash}-full.webp`, 'notes/README.txt'].map(
        (name) => keeper.fileOf(server, name),
      ) as [string, string]
      for (const file of [orphanFile, foreignFile]) {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, 'x')
      }
      await sweepUploads(server.ctx)
      expect([orphanFile, foreignFile].map((file) => existsSync(file))).toEqual([true, true])
      server.advance(8 * 24 * 3600)
      await sweepUploads(server.ctx)
      expect([orphanFile, foreignFile].map((file) => existsSync(file))).toEqual([true, true])
      for (const file of [orphanFile, foreignFile]) utimesSync(file, new Date(0), new Date(0))
      await sweepUploads(server.ctx)
      expect([orphanFile, foreignFile].map((file) => existsSync(file))).toEqual([false, true])
    })

    it('removes leftovers of an interrupted write from the data folder', async () => {
      const hash = createHash('sha256').update('torn').digest('hex')
      const folder = join(server.ctx.config.dataDir, 'images', hash.slice(0, 2))
      const torn = join(folder, `${hash}-thumb.webp.1.tmp`)
      mkdirSync(folder, { recursive: true })
      writeFileSync(torn, 'x')
      await sweepUploads(server.ctx)
      expect(existsSync(torn)).toBe(true)
      utimesSync(torn, new Date(0), new Date(0))
      await sweepUploads(server.ctx)
      expect(existsSync(torn)).toBe(false)
    })

    it('removes a deleted user’s uploads, but not the photos of their sold or listed cars', async () => {
      const person = await buildPerson(server.ctx, { account: 'seller' })
      const upload = async () =>
        (await send(formOf(await picture().jpeg().toBuffer()), { as: person })).body.data
      const [soldPhoto, unsoldPhoto] = [await upload(), await upload()]
      const soldCar = (await addCar(person, { image_url: pathOf(soldPhoto.url) })).body.insertedId
      const unsoldCar = (await addCar(person, { image_url: unsoldPhoto.url })).body.insertedId
      const setState = (id: string, state: 'sold' | 'withdrawn') =>
        server.ctx.db.updateTable('cars').set({ state }).where('id', '=', id).execute()
      const deleteUploads = () => deleteUserUploadBatch(server.ctx.db, person.id, '')
      await setState(soldCar, 'sold')
      await deleteUploads()
      expect(await expiryOf(unsoldPhoto.id)).toBeNull()
      await setState(unsoldCar, 'withdrawn')
      await deleteUploads()
      // The car can be listed again, so its photos are retained.
      expect(await expiryOf(unsoldPhoto.id)).toBeNull()
      await call(server.url, 'deleteMyCar', { token: person.token, params: { id: unsoldCar } })
      await deleteUploads()
      expect(await expiryOf(soldPhoto.id)).toBeNull()
      expect(await expiryOf(unsoldPhoto.id)).toBeUndefined()
    })
  })

  describe('a photo that is no longer shown', () => {
    let owner: Person
    beforeEach(async () => {
      owner = await buildPerson(server.ctx, { account: 'seller' })
    })

    const upload = async (as = owner) =>
      (await send(formOf(await picture().jpeg().toBuffer()), { as })).body.data
    const list = async (images: string[], as = owner) => (await addCar(as, { images })).body.insertedId
    const save = (id: string, images: string[], as = owner) =>
      call(server.url, 'updateCar', { token: as.token, params: { id }, body: { ...carForm, images } })
    const isRetained = async ({ id }: { id: string }) => (await expiryOf(id)) === null

    it('is removed once its removal from the car can no longer be reverted', async () => {
      const [retainedPhoto, droppedPhoto] = [await upload(), await upload()]
      const id = await list([retainedPhoto.url, droppedPhoto.url])
      await save(id, [retainedPhoto.url])
      const sweepAfter = async (days: number) => {
        server.advance(days * 24 * 3600)
        await sweepUploads(server.ctx)
      }
      await sweepAfter(29)
      expect(await expiryOf(droppedPhoto.id)).toEqual(expect.any(String))
      await sweepAfter(2)
      expect(await expiryOf(droppedPhoto.id)).toBeUndefined()
      expect(await isRetained(retainedPhoto)).toBe(true)
    })

    it('stays with its car if its removal is reverted', async () => {
      const [retainedPhoto, droppedPhoto] = [await upload(), await upload()]
      const id = await list([retainedPhoto.url, droppedPhoto.url])
      await save(id, [retainedPhoto.url])
      const { body: sets } = await call<ChangeSet[]>(server.url, 'listChangeSets', { token: owner.token })
      const request = { token: owner.token, params: { id: sets[0]!._id } }
      expect((await call(server.url, 'revertChangeSet', request)).status).toBe(200)
      const { body: car } = await call<Car>(server.url, 'getCar', { params: { id } })
      expect(car.images).toEqual([retainedPhoto.url, droppedPhoto.url])
      expect(await isRetained(droppedPhoto)).toBe(true)
    })

    it('stays if it is restored in time', async () => {
      const ownUpload = await upload()
      const id = await list([ownUpload.url])
      await save(id, [])
      expect(await isRetained(ownUpload)).toBe(false)
      expect((await save(id, [ownUpload.url])).status).toBe(200)
      expect(await isRetained(ownUpload)).toBe(true)
    })

    it.each([
      ['another car', (path: string) => list([path])],
      [
        'a car that may come back',
        async (path: string) => {
          const id = await list([path])
          await call(server.url, 'deleteMyCar', { token: owner.token, params: { id } })
        },
      ],
      [
        'a report',
        async (_path: string, id: string) => {
          const body = { reportedItemInfo: { _id: id }, reason: 'scam' }
          const reporter = await buildPerson(server.ctx)
          await call(server.url, 'addReport', { token: reporter.token, body })
        },
      ],
      [
        'its owner’s profile',
        (path: string) => call(server.url, 'updateMe', { token: owner.token, body: { photoURL: path } }),
      ],
    ])('stays while %s shows it', async (_what, showPhoto) => {
      const ownUpload = await upload()
      const id = await list([ownUpload.url])
      await showPhoto(pathOf(ownUpload.url), id)
      await save(id, [])
      expect(await isRetained(ownUpload)).toBe(true)
    })

    it('is removed if it was a profile photo', async () => {
      const [oldPhoto, nextPhoto] = [await upload(), await upload()]
      for (const { url } of [oldPhoto, nextPhoto])
        await call(server.url, 'updateMe', { token: owner.token, body: { photoURL: url } })
      expect([await isRetained(oldPhoto), await isRetained(nextPhoto)]).toEqual([false, true])
    })

    it('stays while an admin uses it on another seller’s car', async () => {
      const admin = await buildPerson(server.ctx, { account: 'seller', role: 'admin' })
      const ownUpload = await upload(admin)
      const ownCar = await list([ownUpload.url], admin)
      const otherCar = await list([])
      expect((await save(otherCar, [ownUpload.url], admin)).status).toBe(200)
      await save(ownCar, [], admin)
      expect(await isRetained(ownUpload)).toBe(true)
      await save(otherCar, [])
      expect(await isRetained(ownUpload)).toBe(false)
    })
  })
})
