import * as z from 'zod'
import type { Caller, Endpoint } from '../../../contract/api/endpoint.ts'
import { endpoints } from '../../../contract/api/endpoints.ts'
import { getMethodAndPath, paths, type EndpointName } from '../../../contract/api/paths.ts'
import { problems, type ProblemCode } from '../../../contract/api/problems.ts'

type Json = Record<string, unknown>

/** Builds an OpenAPI 3.1 document from the contract's table of endpoints (spec.openapis.org/oas/v3.1.0). */
export function openApiDocument(publicUrl: string): Json {
  const operations: Record<string, Json> = {}
  for (const name of Object.keys(paths) as EndpointName[]) {
    const { method, path } = getMethodAndPath(name)
    const template = path.replace(/:(\w+)/g, '{$1}')
    operations[template] = {
      ...operations[template],
      [method.toLowerCase()]: operation(name, endpoints[name]),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kerblight',
      version: '1',
      summary: 'A used-car marketplace',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}/api` }],
    paths: operations,
    components: {
      securitySchemes: {
        appToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'From `GET /jwt`' },
        idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A Firebase ID token' },
      },
      schemas: { Problem: problemSchema },
    },
  }
}

/**
 * Returns an endpoint's own problem codes, and those implied by its permitted callers, its input, and its
 * limit.
 */
export function problemCodes(endpoint: Endpoint): ProblemCode[] {
  const codes = new Set<ProblemCode>(endpoint.problems)
  if (endpoint.params || endpoint.query || endpoint.body) codes.add('invalid-input')
  if (!['anyone', 'stripe', 'operator'].includes(endpoint.who)) codes.add('sign-in-needed')
  if (endpoint.who === 'admin' || endpoint.who === 'seller-or-admin') codes.add('not-allowed')
  if (endpoint.who === 'identity' || endpoint.who === 'identity-or-user') codes.add('unsupported-address')
  if (endpoint.self) codes.add('email-mismatch')
  if (endpoint.needsConfirmedAddress) codes.add('address-unproven')
  if (endpoint.limit) codes.add('too-many-requests')
  return [...codes].sort((a, b) => problems[a][0] - problems[b][0])
}

function operation(name: EndpointName, endpoint: Endpoint): Json {
  return {
    operationId: name,
    summary: endpoint.summary,
    security: security[endpoint.who],
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(requestBody(endpoint) && { requestBody: requestBody(endpoint) }),
    responses: responses(endpoint),
  }
}

const security: Record<Caller, Json[]> = {
  anyone: [{}, { appToken: [] }],
  identity: [{ idToken: [] }],
  'identity-or-user': [{ idToken: [] }, { appToken: [] }],
  user: [{ appToken: [] }],
  'seller-or-admin': [{ appToken: [] }],
  admin: [{ appToken: [] }],
  stripe: [],
  operator: [],
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...schemaFields } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => defineProperties(jsonSchema),
  }) as Json
  return schemaFields
}

/** Defines each required property of a record with fixed keys. Zod only lists their names. */
function defineProperties(schema: z.core.JSONSchema.BaseSchema): void {
  const { required, propertyNames, additionalProperties } = schema
  if (!required || !propertyNames || !additionalProperties) return
  schema.properties = Object.fromEntries(required.map((name) => [name, additionalProperties]))
  schema.additionalProperties = false
  delete schema.propertyNames
}

function parameters(location: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']

function requestBody(endpoint: Endpoint): Json | undefined {
  if (endpoint.upload) {
    const form = {
      type: 'object',
      properties: { [endpoint.upload]: { type: 'string', format: 'binary' } },
      required: [endpoint.upload],
    }
    return { required: true, content: { 'multipart/form-data': { schema: form } } }
  }
  if (!endpoint.body) return undefined
  const body = { schema: toSchema(endpoint.body, 'input') }
  const types = ['application/json', ...(endpoint.form ? FORM_TYPES : [])]
  return { required: true, content: Object.fromEntries(types.map((type) => [type, body])) }
}

function responses(endpoint: Endpoint): Json {
  const { contentType: type = 'application/json' } = endpoint
  const responsesByStatus: Json = {
    200: { description: 'Success', content: { [type]: { schema: toSchema(endpoint.output, 'output') } } },
  }
  const codes = problemCodes(endpoint)
  for (const status of new Set(codes.map((code) => problems[code][0]))) {
    const description = codes.filter((code) => problems[code][0] === status).join(', ')
    const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
    responsesByStatus[status] = { description, content }
  }
  return responsesByStatus
}

const problemSchema: Json = {
  type: 'object',
  description: 'RFC 9457 problem details',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'message'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string', description: 'The request’s ID' },
    code: { enum: Object.keys(problems) },
    message: { type: 'string', description: 'The same text as detail' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' }, instead: { type: 'string' } },
      },
    },
    facts: { type: 'object' },
  },
}
