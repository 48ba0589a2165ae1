import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getMethodAndPath } from '../../contract/api/paths.ts'
import { call } from '../support/api-client.ts'
import { buildPerson, type Person } from '../support/factories.ts'
import { forgeSignature } from '../support/forged-signature.ts'
import { openRaw, sendRaw, parseStatus, type RawConnection } from '../support/raw-http.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startTestServer({ env: { REQUEST_SECONDS: '1' } })
  person = await buildPerson(server.ctx)
})
afterAll(() => server.close())

const review = (length: number, more: string[] = []) =>
  [
    `POST /api${getMethodAndPath('addReview').path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${person.token}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    ...more,
    '\r\n',
  ].join('\r\n')

async function beginRequest(bytes: string): Promise<RawConnection> {
  const connection = await openRaw(server.url)
  connection.write(bytes)
  return connection
}

/** Sends one byte at a time to keep an otherwise idle connection open. */
async function dripInto({ write, answer: response }: RawConnection): Promise<string> {
  const dripTimer = setInterval(() => write(' '), 100)
  return response.finally(() => clearInterval(dripTimer))
}

const tooSlow = {
  status: 408,
  isProblem: true,
  closes: true,
  body: { status: 408, code: 'request-too-slow' },
}

function parseResponse(response: string) {
  const start = response.indexOf('{')
  const head = response.slice(0, start).toLowerCase()
  return {
    status: parseStatus(response),
    isProblem: head.includes('\ncontent-type: application/problem+json'),
    closes: head.includes('\nconnection: close'),
    body: JSON.parse(response.slice(start)) as unknown,
  }
}

describe.concurrent('a request that does not arrive completely', () => {
  it.each([
    ['no bytes', ''],
    ['half a line', 'GET /api/hea'],
    ['half its headers', 'GET /api/healthz HTTP/1.1\r\nHost: localhost\r\nX-A: '],
  ])('is rejected and its connection closed after %s', async (_, bytes) => {
    expect(parseResponse(await (await beginRequest(bytes)).answer)).toMatchObject(tooSlow)
  })

  it.each([
    ['half a body', () => `${review(20)}{"rating":`],
    ['half a packed body', () => `${review(50, ['Content-Encoding: gzip'])}\x1f\x8b\x08`],
    [
      'an event of Stripe’s that stops',
      () =>
        `POST /api/webhooks/stripe HTTP/1.1\r\nHost: localhost\r\nStripe-Signature: ${forgeSignature()}\r\nContent-Length: 9\r\n\r\n{`,
    ],
    [
      'a chunk that stops',
      () => `${review(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked')}14\r\n{"rating":5`,
    ],
  ])('is rejected and its connection closed after %s', async (_, bytes) => {
    expect(parseResponse(await (await beginRequest(bytes())).answer)).toMatchObject(tooSlow)
    const reviews = await server.ctx.db.selectFrom('reviews').select('id').execute()
    expect(reviews).toEqual([])
  })

  it('is rejected if it arrives one byte at a time', async () => {
    expect(parseResponse(await dripInto(await beginRequest(review(1000))))).toMatchObject(tooSlow)
  })

  const partialRequest = (line: string, more: string[] = ['Content-Length: 1000']) =>
    [`${line} HTTP/1.1`, 'Host: localhost', ...more, '\r\n--b'].join('\r\n')
  const upload = ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 1000']

  it.each([
    ['a cached response', 200, partialRequest('GET /api/category')],
    ['an unknown endpoint', 404, partialRequest('POST /api/nowhere')],
    ['a page', 404, partialRequest('GET /nowhere')],
    ['a photo under another key', 400, partialRequest('POST /api/1/upload?key=none', upload)],
    [
      'a photo that is too large',
      413,
      partialRequest('POST /api/1/upload?key=kerblight', [upload[0]!, 'Content-Length: 100000000']),
    ],
    ['a photo that is not a form', 415, partialRequest('POST /api/1/upload?key=kerblight', [upload[1]!])],
    ['an import of a signed-out user', 401, partialRequest('POST /api/imports', upload)],
  ])('is closed if it keeps sending after the response, with %s', async (_, status, bytes) => {
    await call(server.url, 'listCategories')
    const response = await dripInto(await beginRequest(bytes))
    expect(parseStatus(response)).toBe(status)
    expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  it('may be an upload, which has its own time limit', async () => {
    const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer()
    const form = new FormData()
    form.set('image', new Blob([new Uint8Array(jpeg)]), 'a.jpg')
    const fullResponse = new Response(form)
    const body = Buffer.from(await fullResponse.arrayBuffer())
    const connection = await beginRequest(
      [
        'POST /api/1/upload?key=kerblight HTTP/1.1',
        'Host: localhost',
        'Connection: close',
        `Content-Type: ${fullResponse.headers.get('content-type')}`,
        `Content-Length: ${body.length}`,
        '\r\n',
      ].join('\r\n'),
    )
    connection.write(body.subarray(0, 100))
    // In the meantime, another kind of request exceeds its time limit, but the upload may continue.
    expect(parseResponse(await (await beginRequest(review(20))).answer)).toMatchObject(tooSlow)
    connection.write(body.subarray(100))
    expect(parseStatus(await connection.answer)).toBe(200)
  })
})

describe('input that is not valid HTTP', () => {
  it.each([
    ['junk', 'hello\r\n\r\n', 400, 'malformed-request'],
    [
      'more headers than anybody has',
      `GET / HTTP/1.1\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`,
      431,
      'headers-too-large',
    ],
  ])('is rejected with a problem response if it is %s', async (_, bytes, status, code) => {
    const response = await sendRaw(server.url, bytes)
    expect(parseStatus(response)).toBe(status)
    expect(JSON.parse(response.slice(response.indexOf('{')))).toMatchObject({ status, code })
  })
})
