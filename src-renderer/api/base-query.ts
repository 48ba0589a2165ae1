import type { BaseQueryFn, QueryReturnValue } from '@reduxjs/toolkit/query/react'
import { apiPath, getMethodAndPath, type EndpointName } from '../../contract/api/paths.ts'
import { platform } from '../platform/current.ts'
import { waitForPressEnd } from './press-tracker.ts'
import { offlineProblem, readProblem, type ApiProblem } from './problem.ts'
import { recordServerTime } from './server-clock.ts'

/** A contract call with its data, as built by `endpoint()`. */
export interface ApiCall {
  name: EndpointName
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  headers?: Record<string, string> | undefined
}

/** Paging data from the headers of a list response. */
export interface ResponseMeta {
  total: number | null
  nextCursor: string | null
  /** The offset of the page's first item, or null unless the page was requested by row. */
  offset: number | null
}

/**
 * Sends a contract call through the platform's fetch, and converts the response to data or a
 * problem.
 */
export const baseQuery: BaseQueryFn<ApiCall, unknown, ApiProblem, object, ResponseMeta> = async (
  call,
  { signal, forced },
) => {
  const result = await callApi(call, signal)
  // Rerendering during a press could move the pressed control and send the click to another
  // element.
  if (forced) await waitForPressEnd()
  return result
}

/**
 * The console's version check, or undefined in browsers. It is cached: another import would take
 * extra turns of the event loop.
 */
let gate: typeof import('./console-gate.ts') | undefined

export async function callApi(
  call: ApiCall,
  signal: AbortSignal,
): Promise<QueryReturnValue<unknown, ApiProblem, ResponseMeta>> {
  if (platform.consoleVersion !== null) gate ??= await import('./console-gate.ts')
  const rejection = await gate?.rejectOldConsole(call.name)
  if (rejection) return { error: rejection }
  const { method } = getMethodAndPath(call.name)
  const hasBody = call.body !== undefined
  const init: RequestInit = {
    method,
    signal,
    headers: {
      accept: 'application/json',
      ...(hasBody && { 'content-type': 'application/json' }),
      ...call.headers,
    },
    ...(hasBody && { body: JSON.stringify(call.body) }),
  }

  try {
    const response = await platform.fetch(apiPath(call.name, call.params) + toSearch(call.query), init)
    recordServerTime(response.headers)
    if (!response.ok) {
      const error = await readProblem(response)
      gate?.recordRejection(error)
      return { error }
    }
    return { data: await readBody(response), meta: readMeta(response.headers) }
  } catch (error) {
    // An aborted call is not a problem to report; RTK Query discards its result.
    if (signal.aborted) throw error
    return { error: offlineProblem }
  }
}

export function toSearch(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]): [string, string] => [key, String(value)])
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? null : JSON.parse(text)
}

/** Reads `X-Total-Count`, `X-Offset`, and the cursor in `Link: <…?cursor=abc>; rel="next"`. */
export function readMeta(headers: Headers): ResponseMeta {
  const numberIn = (name: string) => {
    const value = headers.get(name)
    return value === null ? null : Number(value)
  }
  const link = headers.get('link') ?? ''
  const next = link.includes('rel="next"') ? /[?&]cursor=([\w-]+)/.exec(link) : null
  return { total: numberIn('x-total-count'), nextCursor: next?.[1] ?? null, offset: numberIn('x-offset') }
}
