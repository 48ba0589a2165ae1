import { fc } from '../support/fast-check.ts'
import { expect } from 'vitest'
import type { EndpointName } from '../../contract/api/paths.ts'
import { call } from '../support/api-client.ts'
import type { TestServer } from '../support/server.ts'
import type { BothEngines } from './both-engines.ts'

/** Generates search input that matches one of these strings, or something else. */
export function generateSearchInput(texts: readonly string[], max: number): fc.Arbitrary<string> {
  const part = fc
    .tuple(fc.constantFrom(...texts), fc.nat(), fc.nat({ max: 8 }), fc.nat({ max: 5 }))
    .map(([text, from, size, variant]) => changed(partOf([...text], from, size), variant))
  return fc
    .oneof(
      {
        weight: 6,
        arbitrary: fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
      { weight: 1, arbitrary: fc.constantFrom(...texts) },
      { weight: 1, arbitrary: fc.constant('long '.repeat(40)) },
    )
    .map((typed) =>
      typed
        .replaceAll(/[\u0000-\u001f]/g, ' ')
        .slice(0, max)
        .toWellFormed(),
    )
}

const partOf = (letters: readonly string[], from: number, size: number) =>
  letters
    .slice(from % letters.length)
    .slice(0, size + 1)
    .join('')

/**
 * Returns the word unchanged or altered: in uppercase or lowercase, with decomposed diacritics, or next to a
 * special character.
 */
const changed = (word: string, variant: number) =>
  [word, word.toUpperCase(), word.toLowerCase(), word.normalize('NFD'), `"${word}`, `${word}*`][variant]!

export interface EngineResponse {
  status: number
  /** Row IDs in order if the response is a list. */
  body: unknown
  total: string | null
  offset: string | null
  /** Cursor of the next page, or null on the last page. */
  cursor: string | null
}

/** Queries both engines and expects identical responses. */
export async function queryBoth(
  { sqlite, postgres }: BothEngines<unknown>,
  name: EndpointName,
  query: object,
  token?: string,
): Promise<EngineResponse> {
  const [sqliteResponse, postgresResponse] = await Promise.all(
    [sqlite, postgres].map((server) => read(server, name, query, token)),
  )
  expect(postgresResponse, `${name} ${JSON.stringify(query)}`).toEqual(sqliteResponse)
  return sqliteResponse!
}

async function read(
  server: TestServer,
  name: EndpointName,
  query: object,
  token?: string,
): Promise<EngineResponse> {
  const { status, body, headers } = await call<unknown>(server.url, name, { query: { ...query }, token })
  const cursor = /[?&]cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1]
  return {
    status,
    body: status === 200 && Array.isArray(body) ? body.map(({ _id }: { _id: string }) => _id) : body,
    total: headers.get('x-total-count'),
    offset: headers.get('x-offset'),
    cursor: cursor === undefined ? null : decodeURIComponent(cursor),
  }
}
