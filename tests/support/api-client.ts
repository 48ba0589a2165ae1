import { fillPath, methodAndPath, type EndpointName } from '../../contract/paths.ts'
import type { Problem } from '../../contract/problems.ts'

export interface ApiRequest {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  token?: string | undefined
  headers?: Record<string, string>
}

export interface ApiAnswer<T> {
  status: number
  headers: Headers
  /** The parsed JSON, or the text of any other answer. */
  body: T
}

/** Calls an endpoint of the contract by its name, with whatever is given: right or wrong. */
export async function call<T = Problem>(
  url: string,
  name: EndpointName,
  { params, query, body, token, headers }: ApiRequest = {},
): Promise<ApiAnswer<T>> {
  const { method, path } = methodAndPath(name)
  const target = new URL(`/api${fillPath(path, params)}`, url)
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
      body: body instanceof FormData || typeof body === 'string' ? body : JSON.stringify(body),
    }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T }
}
