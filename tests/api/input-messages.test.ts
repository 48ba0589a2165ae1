import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { problems, ProblemError, type Problem, type ProblemCode } from '../../contract/api/problems.ts'
import { strings } from '../../contract/strings.ts'
import { call } from '../support/api-client.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { buildValidRequest, endpointNames, namesWithBody } from './requests.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

const partNames = ['params', 'query', 'body'] as const
type Part = (typeof partNames)[number]

const requestParts = endpointNames.flatMap((name) =>
  partNames.filter((part) => (endpoints[name] as Endpoint)[part]).map((part) => ({ name, part })),
)

/**
 * Wrong values: of the wrong type, too long, too small, too large, or not among the options. An `undefined`
 * value is omitted from the request.
 */
const wrongValues: Record<Part, unknown[]> = {
  params: ['x'.repeat(3000), 'a b', '-1', 'ä'],
  query: ['x'.repeat(3000), 'no such option', '-1', '1.5', '99999999999', ['a', 'b']],
  body: [
    undefined,
    null,
    true,
    -1.3,
    1e30,
    '',
    'no such option',
    'a\u0001b',
    'x'.repeat(20_000),
    [],
    Array.from({ length: 300 }, () => 'x'),
    [[1]],
    {},
    { a: 1 },
  ],
}

describe.each(requestParts)('$name with invalid $part', ({ name, part }) => {
  it.each(fieldPaths((endpoints[name] as Endpoint)[part]!).map((path) => [path.join('.'), path]))(
    'explains invalid values of %s in full sentences',
    async (field, path) => {
      const rejections: Problem[] = []
      let request = await buildValidRequest(app, name)
      for (const value of wrongValues[part]) {
        const wrongRequest = { ...request, [part]: withValue(request[part], path, value) }
        const response = await call(app.url, name, wrongRequest)
        if (response.body.code === 'invalid-input') rejections.push(response.body)
        else if (response.status < 400) request = await buildValidRequest(app, name)
      }
      expect(rejections.flatMap(({ errors }) => errors?.map((error) => error.path) ?? [])).toContain(field)
      expect(rejections.flatMap(badSentences)).toEqual([])
    },
  )
})

describe.each(namesWithBody)('%s', (name) => {
  it.each(['[]', '[1]', '{"":1}'])('responds to %s in sentences', async (body) => {
    const request = await buildValidRequest(app, name)
    const headers = { 'content-type': 'application/json' }
    const response = await call(app.url, name, { ...request, body, headers })
    expect(response.status < 400 ? [] : badSentences(response.body)).toEqual([])
  })
})

it.each(Object.keys(problems) as ProblemCode[])('%s has a full sentence as its message', (code) => {
  expect(isSentence(new ProblemError(code).message)).toBe(true)
})

/** Strings that the product specification prescribes verbatim. */
const quotedTexts = new Set<unknown>(Object.values(strings).flatMap((group) => Object.values(group)))

/** Validator and programming terms that users would not understand. */
const VALIDATOR_WORDS =
  /invalid (input|option|string|number|key|value|element|discriminator)|\bexpected\b|\breceived\b|too (big|small)|unrecognized|must (match|include|start|end)|\b(pattern|regex|NaN|undefined|null|boolean|enum|literal|union)\b|[<>]=?\d|\|/i

/** Returns the strings in an error response that are not proper sentences for the user. */
function badSentences({ detail, message, errors = [] }: Problem): string[] {
  const badErrors = errors.filter((error) => !isSentence(error.message, error.path))
  return [
    ...badErrors.map(({ path, message: text }) => `${path} ${text}`),
    ...(isSentence(detail) && detail === message ? [] : [detail]),
  ]
}

function isSentence(text: string, path = ''): boolean {
  if (quotedTexts.has(text)) return true
  // A one-word field name may also be plain English, such as 'images' or 'rating', so it does not count as a
  // path.
  const namesPath = /[._]|[a-z][A-Z]/.test(path) && text.includes(path)
  const hasPrefix = /^[\w.-]+: /.test(text)
  return /^[A-Z0-9“"].*[.!?]$/s.test(text) && !VALIDATOR_WORDS.test(text) && !hasPrefix && !namesPath
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

/** Returns the paths of all values in a schema, including list items and fields of nested objects. */
function fieldPaths(schema: z.ZodType): string[][] {
  const collectPaths = (node: JsonSchema, path: string[]): string[][] => {
    const nodes = [node, ...(node.anyOf ?? [])]
    const childPaths = nodes.flatMap(({ properties = {}, items }) => [
      ...Object.entries(properties).flatMap(([key, field]) => collectPaths(field, [...path, key])),
      ...(items ? collectPaths(items, [...path, '0']) : []),
    ])
    return path.length > 0 ? [path, ...childPaths] : childPaths
  }
  return collectPaths(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, [])
}

function withValue(holder: unknown, [key, ...remainingKeys]: string[], value: unknown): unknown {
  if (key === undefined) return value
  if (key === '0') return [withValue((holder as unknown[] | undefined)?.[0], remainingKeys, value)]
  const record = (holder ?? {}) as Record<string, unknown>
  return { ...record, [key]: withValue(record[key], remainingKeys, value) }
}
