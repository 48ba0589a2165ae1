import { deepEqual } from 'node:assert/strict'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { apiPath, getMethodAndPath, type EndpointName } from '../../contract/api/paths.ts'
import type { Problem } from '../../contract/api/problems.ts'

export interface ApiRequest {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  token?: string | undefined
  headers?: Record<string, string>
}

export interface ApiResponse<T> {
  status: number
  headers: Headers
  /** The response's JSON. For an event stream, this is the first event; for any other response, its text. */
  body: T
}

/**
 * Calls an endpoint by its name in the contract, with valid or invalid input.
 * @throws AssertionError if a successful response lacks a field of the contract or has an extra one
 */
export async function call<T = Problem>(
  url: string,
  name: EndpointName,
  { params, query, body, token, headers }: ApiRequest = {},
): Promise<ApiResponse<T>> {
  const { method } = getMethodAndPath(name)
  const target = new URL(apiPath(name, params), url)
  for (const [key, value] of Object.entries(query ?? {}))
    for (const item of Array.isArray(value) ? value : [value]) target.searchParams.append(key, String(item))
  const response = await fetch(target, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      body: isWritten(body) ? body : JSON.stringify(body),
    }),
  })
  const type = response.headers.get('content-type')
  const isStream = type?.startsWith('text/event-stream')
  const text = isStream ? await firstEvent(response) : await response.text()
  const isJson = isStream || type?.includes('json')
  const parsedBody: unknown = isJson ? JSON.parse(text) : text
  const { contentType, output }: Endpoint = endpoints[name]
  // A list that is exported as a file is not JSON and is not checked.
  if (response.ok && (isJson || contentType !== undefined)) {
    const validated = contentType === undefined || isStream ? parsedBody : text
    deepEqual(output.parse(validated), validated)
  }
  return { status: response.status, headers: response.headers, body: parsedBody as T }
}

/** Reports whether a body is sent unchanged instead of as JSON. */
function isWritten(body: unknown): body is FormData | string | Uint8Array<ArrayBuffer> {
  return body instanceof FormData || typeof body === 'string' || body instanceof Uint8Array
}

/** Returns the data of the first event and closes the connection. */
async function firstEvent(response: Response): Promise<string> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`The stream ended without an event: ${text}`)
    text += value
    const data = /^data: (.*)\n\n/m.exec(text)?.[1]
    if (data === undefined) continue
    await reader.cancel()
    return data
  }
}
