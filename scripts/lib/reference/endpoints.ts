import * as z from 'zod'
import type { Caller, Endpoint } from '../../../contract/api/endpoint.ts'
import { endpoints } from '../../../contract/api/endpoints.ts'
import { limits, type LimitClass } from '../../../contract/api/limits.ts'
import { apiPath, getMethodAndPath, paths, type EndpointName } from '../../../contract/api/paths.ts'
import { problemCodes } from '../../../server/features/system/openapi.ts'
import { endpointGroups } from './endpoint-groups.ts'
import { code, table } from './markdown.ts'
import { writePage } from './write-page.ts'

const callers: Record<Caller, string> = {
  anyone: 'Anyone. A token is optional and can reveal more data',
  identity: 'The owner of a Firebase ID token',
  'identity-or-user': 'A signed-in user, or the owner of a Firebase ID token',
  user: 'A signed-in user',
  'seller-or-admin': 'A seller or an admin',
  admin: 'An admin',
  stripe: 'Stripe, with a signed webhook event',
  operator: 'A monitoring system with `METRICS_TOKEN`, or in a local sandbox from this machine',
}

const limitPurposes: Record<LimitClass, string> = {
  R0: 'Public reads, and all requests without a valid sign-in',
  R1: 'Reads by signed-in users',
  W1: 'Writes',
  W2: 'Writes that users rarely make',
  J: 'Exchanges of a Firebase ID token for an API token',
  P: 'Payment attempts that place a new hold on a car, in addition to the limit of the endpoint',
  N: 'Links in newsletters',
  F: 'Fetches of feeds',
  U: 'Photo uploads and newsletter sign-ups',
}

const commonParameters: Readonly<Record<string, string>> = {
  limit: 'Maximum number of rows, 100 by default and at most 200',
  cursor: 'Next page, from the `Link` header of the previous response',
  offset: 'Number of rows to skip, as an alternative to `cursor`',
  from: 'ID of the row at which the page begins, as an alternative to `offset`',
  sort: 'Sort order. A minus sign in front of the name sorts in descending order',
  q: 'Search terms',
  state: 'Only rows in this state',
  format: '`csv` or `xlsx` to export the complete list as a file',
  mine: 'For admins: only their own cars or sales',
  proof: '`confirmed` or `unconfirmed`: only users whose email address is, or is not, confirmed',
  badge: '`verified` or `unverified`: only sellers whom an admin has, or has not, verified',
}

export function endpointsPage(): Promise<string> {
  const listed = endpointGroups.flatMap(({ names }) => names)
  const missing = (Object.keys(paths) as EndpointName[]).filter((name) => !listed.includes(name))
  if (missing.length > 0) throw new Error(`No group of endpoint-groups.ts has ${missing.join(', ')}.`)

  return writePage({
    title: 'Endpoints',
    intro: [
      'This page lists every endpoint of the API: its method, path, callers, parameters, limit, and problems.',
      'The [API guide](../developers/api.md) shows how to call them.',
      'A question mark marks an optional parameter or field.',
      'A running server has the full schemas at `/api/openapi.json`.',
      '[Problem codes](problems.md) has the status and the text of each problem.',
      'Most endpoints can also return `internal`, `overloaded`, and the problems of a malformed request.',
    ],
    body: [
      '## Callers',
      table(
        ['Caller', 'Access'],
        Object.entries(callers).map(([name, text]) => [code(name), `${text}.`]),
      ),
      '## Rate limits',
      'Each endpoint belongs to a class, which limits the number of requests in a time window.\nRequests are counted per user if the caller is signed in, and per IP address otherwise.\nRequests without a token count toward `R0` if their class has no limit per IP address.',
      table(['Class', 'Requests', 'Per IP address', 'Per user', 'Per seller', 'Window'], limitRows()),
      '## Common query parameters',
      'These parameters have the same meaning in every list that accepts them.',
      table(
        ['Parameter', 'Meaning'],
        Object.entries(commonParameters).map(([name, text]) => [code(name), `${text}.`]),
      ),
      ...endpointGroups.flatMap(({ title, names }) => [`## ${title}`, ...names.map(formatEndpointSection)]),
    ],
  })
}

function limitRows(): string[][] {
  const shares: Record<LimitClass, { ip?: number; user?: number; seller?: number; seconds: number }> = limits
  const purposes: Readonly<Record<string, string>> = limitPurposes
  return Object.entries(shares).map(([name, { ip, user, seller, seconds }]) => [
    code(name),
    `${purposes[name]}.`,
    ...[ip, user, seller].map((count) => String(count ?? '')),
    `${seconds} s`,
  ])
}

function formatEndpointSection(name: EndpointName): string {
  const endpoint: Endpoint = endpoints[name]
  const problems = problemCodes(endpoint).map(code).join(', ')
  const facts = [
    `Operation: ${code(name)}`,
    `Caller: ${code(endpoint.who)}${describeOwner(endpoint)}`,
    ...listParameters(endpoint),
    endpoint.contentType && `Response: ${code(endpoint.contentType)}`,
    endpoint.limit && `Limit: ${code(endpoint.limit)}`,
    problems && `Problems: ${problems}`,
  ]
  const list = facts.filter((fact) => fact).map((fact) => `- ${fact}`)
  const { method } = getMethodAndPath(name)
  return `### ${code(`${method} ${apiPath(name)}`)}\n\n${endpoint.summary}.\n\n${list.join('\n')}`
}

function describeOwner({ row, self, who }: Endpoint): string {
  if (row === 'owner') return ', only for their own data'
  if (row === 'owner-or-admin') return ', only for their own data unless they are an admin'
  if (!self) return ''
  return `, only for their own email address${who === 'identity' ? '' : ' unless they are an admin'}`
}

function listParameters({ query, body, upload, idempotencyKey, needsConfirmedAddress }: Endpoint): string[] {
  const lists = {
    Query: listFields(query),
    Body: listFields(body),
    File: upload ? [upload] : [],
    Headers: idempotencyKey ? ['Idempotency-Key'] : [],
  }
  const facts = Object.entries(lists)
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `${kind}: ${code(names.join(', '))}`)
  return needsConfirmedAddress
    ? [...facts, 'Requires a confirmed email address if `UNPROVEN_ADDRESSES` is `browse`']
    : facts
}

/** Returns the field names of a schema. Optional fields end with a question mark. */
function listFields(schema: z.ZodType | undefined): string[] {
  if (!schema) return []
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`))
}
