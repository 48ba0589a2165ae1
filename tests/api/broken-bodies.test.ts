import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { apiPath, getMethodAndPath, type EndpointName } from '../../contract/api/paths.ts'
import type { ProblemCode } from '../../contract/api/problems.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { sendRawRequest, sendRaw, parseStatus } from '../support/raw-http.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import {
  buildValidRequest,
  endpointNames,
  listSchemaFields,
  namesWithBody,
  countDatabaseWrites,
} from './requests.ts'

let app: TestApp
beforeAll(async () => {
  // Stripe events are held so that nothing writes in the background. Any database change is therefore caused
  // by the request.
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

interface BrokenBody {
  headers?: Record<string, string>
  bytes: Buffer
  problem: [status: number, code: ProblemCode]
  path?: string
}

const json = '{"a":"b"}'
const gzipped = gzipSync(json)
const bomb = Buffer.from(JSON.stringify({ a: 'x'.repeat(30_000_000) }))
const unreadable: BrokenBody['problem'] = [400, 'unreadable-body']

/** Builds a body that declares this content encoding, even if its bytes do not use it. */
const packed = (encoding: string, bytes: Buffer, problem = unreadable): BrokenBody => ({
  headers: { 'content-encoding': encoding },
  bytes,
  problem,
})

const typedBody = (type: string, bytes: Buffer, problem: BrokenBody['problem']): BrokenBody => ({
  headers: { 'content-type': type },
  bytes,
  problem,
})

const textBody = (body: string): BrokenBody => ({ bytes: Buffer.from(body), problem: [400, 'invalid-json'] })
const field = (path: string, body: string): BrokenBody => ({
  bytes: Buffer.from(body),
  problem: [400, 'invalid-input'],
  path,
})

const brokenBodies: Record<string, BrokenBody> = {
  'gzip that is not compressed': packed('gzip', Buffer.from(json)),
  'gzip that is cut off': packed('gzip', gzipped.subarray(0, -12)),
  'gzip with a wrong checksum': packed('gzip', Buffer.concat([gzipped.subarray(0, -8), Buffer.alloc(8)])),
  'deflate that is not compressed': packed('deflate', Buffer.from(json)),
  'deflate that is cut off': packed('deflate', deflateSync(json).subarray(0, -6)),
  'brotli that is not compressed': packed('br', Buffer.from(json)),
  'brotli that is cut off': packed('br', brotliCompressSync(json).subarray(0, -2)),
  'zstd that is not compressed': packed('zstd', Buffer.from(json)),
  'an unknown encoding': packed('compress', gzipped, [415, 'unsupported-media-type']),
  'two encodings': packed('gzip, gzip', gzipSync(gzipped), [415, 'unsupported-media-type']),
  'a gzip bomb': packed('gzip', gzipSync(bomb), [413, 'body-too-large']),
  'a brotli bomb': packed('br', brotliCompressSync(bomb), [413, 'body-too-large']),
  'a zstd bomb': packed('zstd', zstdCompressSync(bomb), [413, 'body-too-large']),

  'UTF-16 that is declared': typedBody('application/json; charset=utf-16', Buffer.from(json, 'utf16le'), [
    415,
    'unsupported-media-type',
  ]),
  'UTF-7': typedBody('application/json; charset=utf-7', Buffer.from(json), [415, 'unsupported-media-type']),
  'Latin-1': typedBody('application/json; charset="ISO-8859-1"', Buffer.from(json), [
    415,
    'unsupported-media-type',
  ]),
  'UTF-16 that is not declared': { bytes: Buffer.from(json, 'utf16le'), problem: [400, 'invalid-json'] },
  'bytes that are not UTF-8': {
    bytes: Buffer.from('{"a":"\xff\xfe"}', 'latin1'),
    problem: [400, 'invalid-json'],
  },
  'a surrogate in bytes': {
    bytes: Buffer.from('{"a":"\xed\xa0\x80"}', 'latin1'),
    problem: [400, 'invalid-json'],
  },
  'half a surrogate pair': field('a', '{"a":"\\ud800"}'),
  'half a surrogate pair in a name': field('\udfff', '{"\\udfff":1}'),
  'a NUL byte': textBody('{"a":"\0"}'),
  'a NUL byte after the value': textBody(`${json}\0`),
  'a NUL character in a name': field('a\0', '{"a\\u0000":1}'),
  'nested lists of the maximum depth': field('0.0', `${'['.repeat(50_000)}${']'.repeat(50_000)}`),
  'nested objects of the maximum depth': field('a.a', `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`),
  'lists that do not end': textBody('['.repeat(90_000)),
  'two values': textBody(`${json}${json}`),
  'a comment': textBody(`/* */${json}`),
  'a single quote': textBody("{'a':'b'}"),
  'a hexadecimal number': textBody('{"a":0x10}'),
  NaN: textBody('{"a":NaN}'),
  'a null': textBody('null'),
}

/**
 * Compressed Stripe events. They are rejected without decompression, because the signature covers the bytes
 * as sent. Bodies that are not JSON are left out, because they carry no valid signature.
 */
const packedEvents = Object.fromEntries(
  Object.entries(brokenBodies)
    .filter(([, { headers }]) => headers?.['content-encoding'])
    .map(([description, body]) => [
      description,
      { ...body, problem: [415, 'unsupported-media-type'] } satisfies BrokenBody,
    ]),
)

describe.each([...namesWithBody, 'stripeWebhook'] as EndpointName[])('%s', (name) => {
  const cases = Object.entries(name === 'stripeWebhook' ? packedEvents : brokenBodies)

  // The request remains valid after a rejection, so it is built only once.
  let request: ApiRequest
  let before: string
  beforeAll(async () => {
    request = await buildValidRequest(app, name)
    before = await countDatabaseWrites(app)
  })

  it.each(cases)('rejects %s', async (_, { headers, bytes, problem: [status, code], path }) => {
    const type = { 'content-type': 'application/json' }
    const response = await call(app.url, name, {
      ...request,
      body: bytes,
      headers: { ...request.headers, ...type, ...headers },
    })
    expect(response.body).toMatchObject({ status, code })
    expect(response.status).toBe(status)
    if (path) expect(response.body.errors?.[0]?.path.startsWith(path)).toBe(true)
    expect(await countDatabaseWrites(app)).toBe(before)
  })

  it.each([
    ['fewer bytes than it announces', (body: string) => [`Content-Length: ${body.length + 10}`, body]],
    ['chunks that end early', (body: string) => ['Transfer-Encoding: chunked', `ff\r\n${body}`]],
    ['chunks without an end', (body: string) => ['Transfer-Encoding: chunked', chunkOf(body)]],
    [
      'a chunk without a size',
      (body: string) => ['Transfer-Encoding: chunked', `zz\r\n${body}\r\n0\r\n\r\n`],
    ],
    ['two lengths', (body: string) => [`Content-Length: ${body.length}\r\nContent-Length: 1`, body]],
    [
      'a length and chunks',
      (body: string) => [`Content-Length: 5\r\nTransfer-Encoding: chunked`, `${chunkOf(body)}0\r\n\r\n`],
    ],
  ] as const)('%s', async (_, broken) => {
    const [header, body] = broken(JSON.stringify(request.body))
    const status = parseStatus(await sendRaw(app.url, `${headOf(name, request)}${header}\r\n\r\n${body}`))
    // The server need not respond to a client that has disconnected.
    expect([null, 400]).toContain(status)
    expect(await countDatabaseWrites(app)).toBe(before)
    expect((await call(app.url, 'getHealth')).status).toBe(200)
  })
})

const formParts = (names: readonly string[], value = 'x') =>
  [
    ...names.map((name) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    '--b--\r\n',
  ].join('')
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index))
const multipartBody = (body: string | Buffer, problem = unreadable) =>
  typedBody('multipart/form-data; boundary=b', Buffer.from(body), problem)
const encodedForm = (body: string, problem = unreadable) =>
  typedBody('application/x-www-form-urlencoded', Buffer.from(body), problem)
const tooLarge: BrokenBody['problem'] = [413, 'body-too-large']

const brokenForms: Record<string, BrokenBody> = {
  'more fields than anybody has': encodedForm(numbers(1500).join('&')),
  'fields by the ten thousand': encodedForm(numbers(20_000).join('&'), tooLarge),
  'a field that comes too often': encodedForm('a&'.repeat(4000)),
  'more parts than anybody has': multipartBody(formParts(numbers(20))),
  'parts by the thousand': multipartBody(formParts(numbers(1500)), tooLarge),
  'a form that is cut off': multipartBody(formParts(['a']).slice(0, -20)),
  'no form': multipartBody('hello'),
  'no boundary': typedBody('multipart/form-data', Buffer.from(formParts(['a'])), unreadable),
  'gzip that is not compressed': compressBody(encodedForm('a=b')),
  'a gzip bomb of fields': compressBody({
    ...encodedForm('', tooLarge),
    bytes: gzipSync(numbers(1_000_000).join('&')),
  }),
}

function compressBody({ headers, ...body }: BrokenBody): BrokenBody {
  return { ...body, headers: { ...headers, 'content-encoding': 'gzip' } }
}

describe.each(endpointNames.filter((name) => (endpoints[name] as Endpoint).form))('%s', (name) => {
  it.each(Object.entries(brokenForms))(
    'rejects %s',
    async (_, { headers, bytes, problem: [status, code] }) => {
      const request = await buildValidRequest(app, name)
      const writesBefore = await countDatabaseWrites(app)
      const startedAt = performance.now()
      const response = await call(app.url, name, { ...request, body: bytes, headers: headers! })
      expect(response.body).toMatchObject({ status, code })
      expect(performance.now() - startedAt).toBeLessThan(2000)
      expect(await countDatabaseWrites(app)).toBe(writesBefore)
    },
  )
})

const badInput: BrokenBody['problem'] = [400, 'invalid-input']
const unsupported: BrokenBody['problem'] = [415, 'unsupported-media-type']

const brokenUploads: Record<string, BrokenBody> = {
  JSON: typedBody('application/json', Buffer.from(json), unsupported),
  'another form': encodedForm('image=x&file=x', unsupported),
  'no boundary': typedBody('multipart/form-data', Buffer.from(formParts(['a'])), badInput),
  'no form': multipartBody('hello', badInput),
  'an empty form': multipartBody('', badInput),
  'no parts': multipartBody(formParts([]), badInput),
  'no file': multipartBody(formParts(['a']), badInput),
  'a form that is cut off': multipartBody(formParts(['a']).slice(0, -20), badInput),
  'parts by the thousand': multipartBody(formParts(numbers(1500)), badInput),
  'a part without a name': multipartBody('--b\r\n\r\nx\r\n--b--\r\n', badInput),
  'a part with an invalid header': multipartBody('--b\r\n\0: \xff\r\n\r\nx\r\n--b--\r\n', badInput),
  'a part with a thousand headers': multipartBody(
    `--b\r\n${'X-A: b\r\n'.repeat(1000)}\r\nx\r\n--b--\r\n`,
    badInput,
  ),
  'a name as long as a book': multipartBody(formParts(['a'.repeat(100_000)]), badInput),
  'a compressed form': compressBody(multipartBody(gzipSync(formParts(['a'])), badInput)),
}

describe.each(endpointNames.filter((name) => (endpoints[name] as Endpoint).upload))('%s', (name) => {
  it.each(Object.entries(brokenUploads))(
    'rejects %s',
    async (_, { headers, bytes, problem: [status, code] }) => {
      const request = await buildValidRequest(app, name)
      const writesBefore = await countDatabaseWrites(app)
      const response = await call(app.url, name, { ...request, body: bytes, headers: headers! })
      expect(response.body).toMatchObject({ status, code })
      expect(await countDatabaseWrites(app)).toBe(writesBefore)
      expect((await call(app.url, 'getHealth')).status).toBe(200)
    },
  )

  it('rejects an upload that the client aborts', async () => {
    const { token, query } = await buildValidRequest(app, name)
    const writesBefore = await countDatabaseWrites(app)
    const requestHead = headOf(name, { token, query: query!, headers: { 'Content-Length': '1000' } })
    const bytes = requestHead.replace('application/json', 'multipart/form-data; boundary=b')
    expect([null, 400]).toContain(
      parseStatus(await sendRaw(app.url, `${bytes}\r\n${formParts(['a']).slice(0, 60)}`)),
    )
    expect(await countDatabaseWrites(app)).toBe(writesBefore)
  })
})

it('returns 500 when the disk rejects an uploaded file', async () => {
  const ownApp = await startTestApp()
  onTestFinished(() => ownApp.close())
  // No user can write files in /proc, not even root.
  symlinkSync('/proc', join(ownApp.ctx.config.dataDir, 'imports'))
  const response = await call(ownApp.url, 'addImport', await buildValidRequest(ownApp, 'addImport'))
  expect(response).toMatchObject({ status: 500, body: { code: 'internal' } })
})

describe.each(namesWithBody)('%s', (name) => {
  const schema = (endpoints[name] as Endpoint).body!

  it('accepts a body in each encoding, with a byte order mark, and with any content type parameters', async () => {
    const send = async (headers: Record<string, string>, pack: (body: string) => string | Buffer) => {
      const request = await buildValidRequest(app, name)
      const type = { 'content-type': 'application/json' }
      const body = pack(JSON.stringify(request.body))
      return (await call(app.url, name, { ...request, body, headers: { ...type, ...headers } })).status
    }
    const plainResponse = await send({}, (body) => body)
    for (const [encoding, pack] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
      ['GZIP', gzipSync],
    ] as const)
      expect(await send({ 'content-encoding': encoding }, pack), encoding).toBe(plainResponse)
    expect(await send({}, (body) => `\ufeff${body}`)).toBe(plainResponse)
    for (const type of ['; charset', '; charset=UTF-8', ';charset="utf-8"', '; charset=utf8; a=b', ';;'])
      expect(await send({ 'content-type': `application/json${type}` }, (body) => body), type).toBe(
        plainResponse,
      )
  })

  it('accepts an empty body, with a length or in chunks, as an empty object', async () => {
    const send = async (afterHead: string) => {
      const requestHead = headOf(name, await buildValidRequest(app, name))
      return parseStatus(await sendRawRequest(app.url, `${requestHead}${afterHead}`))
    }
    const none = await send('Content-Length: 2\r\n\r\n{}')
    expect(none).not.toBeNull()
    expect(await send('Content-Length: 0\r\n\r\n')).toBe(none)
    expect(await send('Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n')).toBe(none)
  })

  it.each([
    ['a number beyond all numbers', '1e999', Infinity],
    ['a number below all numbers', '-1e999', -Infinity],
    ['more digits than a number has', '9'.repeat(400), Infinity],
  ])('rejects a field that is %s', async (_, literal, value) => {
    for (const field of listSchemaFields(schema)) {
      const request = await buildValidRequest(app, name)
      const writesBefore = await countDatabaseWrites(app)
      const correct = request.body as Record<string, unknown>
      if (schema.safeParse({ ...correct, [field]: value }).success) continue
      const body = JSON.stringify({ ...correct, [field]: '@' }).replace('"@"', literal)
      const response = await call(app.url, name, { ...request, body })
      expect(
        response.body.errors?.map(({ path }) => path.split('.')[0]),
        field,
      ).toContain(field)
      expect(await countDatabaseWrites(app)).toBe(writesBefore)
    }
  })

  it('uses the last of two fields with the same name', async () => {
    for (const field of listSchemaFields(schema)) {
      const request = await buildValidRequest(app, name)
      const writesBefore = await countDatabaseWrites(app)
      const correct = request.body as Record<string, unknown>
      if (schema.safeParse({ ...correct, [field]: { a: 1 } }).success) continue
      const body = `{${JSON.stringify({ ...correct, [field]: correct[field] ?? 'x' }).slice(1, -1)},"${field}":{"a":1}}`
      const response = await call(app.url, name, { ...request, body })
      expect(
        response.body.errors?.map(({ path }) => path.split('.')[0]),
        field,
      ).toContain(field)
      expect(await countDatabaseWrites(app)).toBe(writesBefore)
    }
  })
})

describe('a server that receives invalid HTTP', () => {
  it.each([
    ['nothing', ''],
    ['a line of junk', 'hello\r\n\r\n'],
    ['bytes', Buffer.from([0, 255, 1, 254, 13, 10, 13, 10])],
    ['a TLS greeting', Buffer.from('16030100c8010000c403035f', 'hex')],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/9', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /api/healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: a\r\nbroken\r\n\r\n'],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX-A: \0\r\n\r\n'],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n'],
    ['headers of a megabyte', `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(1_000_000)}\r\n\r\n`],
    [
      'five thousand headers',
      `GET / HTTP/1.1\r\nHost: a\r\n${'X-A: b\r\n'.repeat(5000)}Connection: close\r\n\r\n`,
    ],
    ['an address of a megabyte', `GET /${'a'.repeat(1_000_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['an address without a slash', 'GET api HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['an absolute address', 'GET http://[::1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['an address with invalid escapes', 'GET /%ff%/api/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['a proxy’s request', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
    ['an upgrade', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n'],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['half a request', 'GET /api/healthz HT'],
    ['an expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nConnection: close\r\n\r\n'],
  ])('continues to serve requests after %s', async (_, bytes) => {
    const status = parseStatus(await sendRaw(app.url, bytes))
    expect(status ?? 0).toBeLessThan(500)
    expect((await call(app.url, 'getHealth')).status).toBe(200)
  })
})

/** Returns the head of a request with a JSON body. The caller adds the last headers. */
function headOf(name: EndpointName, { params, query, token, headers }: ApiRequest): string {
  const { method } = getMethodAndPath(name)
  const target = new URL(apiPath(name, params), app.url)
  for (const [key, value] of Object.entries(query ?? {})) target.searchParams.append(key, String(value))
  const lines = [`${method} ${target.pathname}${target.search} HTTP/1.1`, `Host: ${target.host}`]
  lines.push('Connection: close', 'Content-Type: application/json')
  if (token) lines.push(`Authorization: Bearer ${token}`)
  for (const [key, value] of Object.entries(headers ?? {})) lines.push(`${key}: ${value}`)
  return `${lines.join('\r\n')}\r\n`
}

function chunkOf(body: string): string {
  return `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`
}
