import { fc } from '../support/fast-check.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { call } from '../support/api-client.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import {
  buildValidRequest,
  endpointNames,
  listSchemaFields,
  namesWithBody,
  countDatabaseWrites,
} from './requests.ts'

/** Number of random runs. `npm run test:full` raises it. */
const RANDOM_RUNS = Number(process.env.FUZZ_RUNS ?? 10)

let app: TestApp
beforeAll(async () => {
  // Stripe events are held so that nothing writes in the background. Any database change is therefore caused
  // by the request.
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

it('detects the database writes of a valid request', async () => {
  const request = await buildValidRequest(app, 'addReview')
  const writesBefore = await countDatabaseWrites(app)
  expect((await call(app.url, 'addReview', request)).status).toBe(200)
  expect(await countDatabaseWrites(app)).not.toBe(writesBefore)
})

type Part = 'params' | 'query' | 'body'
const requestParts = endpointNames.flatMap((name) =>
  (['params', 'query', 'body'] as const)
    .filter((part) => (endpoints[name] as Endpoint)[part])
    .map((part) => ({ name, part })),
)

/** Values that no field of the contract accepts. */
const invalidValues: Record<Part, Record<string, unknown>> = {
  params: { 'a NUL character': 'a\0b', 'a text that is too long': 'x'.repeat(5000) },
  query: {
    'the same key twice': ['a', 'b'],
    'a NUL character': 'a\0b',
    'a text that is too long': 'x'.repeat(5000),
  },
  body: {
    'a NUL character': 'a\0b',
    'an object': { a: 1 },
    'a list of lists': [['a']],
    'a text that is too long': 'x'.repeat(20_000),
    'a boolean': true,
    'a negative number with a fraction': -1.234,
  },
}

describe.each(requestParts)('$name with bad $part', ({ name, part }) => {
  const schema = (endpoints[name] as Endpoint)[part]!
  const fields = listSchemaFields(schema)

  it.each(Object.entries(invalidValues[part]))(
    'is rejected, and the error names the field that has %s',
    async (_, value) => {
      for (const field of fields) {
        const request = await buildValidRequest(app, name)
        const writesBefore = await countDatabaseWrites(app)
        const badRequest = { ...request, [part]: { ...(request[part] as object), [field]: value } }
        const response = await call(app.url, name, badRequest)
        // A field that holds objects or lists may accept these values according to its schema, so they are
        // skipped.
        if (schema.safeParse(badRequest[part]).success && !JSON.stringify(value).includes('\\u0000')) continue
        expect(response.status, `${field}: ${JSON.stringify(response.body)}`).toBe(400)
        expect(
          response.body.errors?.some(({ path }) => path.split('.')[0] === field),
          JSON.stringify(response.body),
        ).toBe(true)
        expect(await countDatabaseWrites(app)).toBe(writesBefore)
      }
    },
  )
})

describe.each(namesWithBody)('%s', (name) => {
  it.each([
    ['that reaches for the prototype', '{"__proto__":{"role":"admin"}}', '__proto__'],
    ['that names a constructor', '{"constructor":{"prototype":{"role":"admin"}}}', 'constructor'],
    ['that is nested too deeply', `{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`, 'a'],
  ])('rejects a body %s', async (_, body, field) => {
    const { request, response } = await send(name, body)
    expect(response.status, JSON.stringify(request)).toBe(400)
    expect(response.body.errors?.[0]?.path.startsWith(field)).toBe(true)
  })

  it.each([
    ['that is not JSON', '{"a":', 400, 'invalid-json'],
    ['that is not an object', '"text"', 400, 'invalid-json'],
    ['that is a list', '[]', 400, 'invalid-input'],
    ['that is too large', JSON.stringify({ a: 'x'.repeat(200_000) }), 413, 'body-too-large'],
  ])('rejects a body %s', async (_, body, status, code) => {
    const { response } = await send(name, body)
    expect(response.body).toMatchObject({ status, code })
  })

  it('rejects a body with a content type other than JSON', async () => {
    const request = await buildValidRequest(app, name)
    const headers = { 'content-type': 'text/plain' }
    const response = await call(app.url, name, { ...request, body: 'hello', headers })
    expect(response.body).toMatchObject({ status: 415, code: 'unsupported-media-type' })
  })
})

describe.each(requestParts)('random $part for $name', ({ name, part }) => {
  it('never causes a 5xx response, and a rejection changes nothing', async () => {
    const fields = listSchemaFields((endpoints[name] as Endpoint)[part]!)
    const values =
      part === 'body' ? fc.jsonValue({ maxDepth: 3 }) : fc.string({ unit: 'binary', minLength: 1 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), values, async (field, value) => {
        const request = await buildValidRequest(app, name)
        const writesBefore = await countDatabaseWrites(app)
        const badRequest = { ...request, [part]: { ...(request[part] as object), [field]: value } }
        const response = await call(app.url, name, badRequest)
        expect(
          response.status,
          JSON.stringify({ bad: badRequest[part], response: response.body }),
        ).toBeLessThan(500)
        if (response.status >= 400) expect(await countDatabaseWrites(app)).toBe(writesBefore)
      }),
      { numRuns: RANDOM_RUNS },
    )
  })
})

async function send(name: EndpointName, body: string) {
  const request = {
    ...(await buildValidRequest(app, name)),
    body,
    headers: { 'content-type': 'application/json' },
  }
  const writesBefore = await countDatabaseWrites(app)
  const response = await call(app.url, name, request)
  expect(await countDatabaseWrites(app)).toBe(writesBefore)
  return { request, response }
}
