import type * as z from 'zod'
import { problem, type Rejection } from '../../contract/desktop/desktop-channels.ts'
import { apiPath, getMethodAndPath, type EndpointName } from '../../contract/api/paths.ts'
import { buildRequestOptions, readJsonResponse, type Fetch } from './json-response.ts'

export interface ApiCall {
  name: EndpointName
  /** The caller's credential, which the page never receives. */
  token: string
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** Sent instead of a JSON body. */
  form?: FormData
  timeoutMs?: number
}

const TIMEOUT_MS = 20_000

/** Calls the API on behalf of the main process. Never rejects. */
export async function callApi<T>(
  { fetch, apiOrigin }: { fetch: Fetch; apiOrigin: string },
  { name, token, params, query = {}, body, form, timeoutMs = TIMEOUT_MS }: ApiCall,
  output: z.ZodType<T>,
): Promise<{ ok: true; data: T } | Rejection> {
  const { method } = getMethodAndPath(name)
  const search = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`
  try {
    const request = await encode(body, form)
    const response = await fetch(apiOrigin + apiPath(name, params) + search, {
      ...buildRequestOptions(AbortSignal.timeout(timeoutMs)),
      method,
      headers: { accept: 'application/json', authorization: `Bearer ${token}`, ...request?.headers },
      ...(request && { body: request.body }),
    })
    return judge(response, await readJsonResponse(response), output)
  } catch {
    return createRejection('offline', 0, 'We can’t reach Kerblight. Check your connection.')
  }
}

/** Encodes a body. A form is sent in one piece, because its length must be known in advance. */
async function encode(body: unknown, form: FormData | undefined) {
  if (form) {
    const encoded = new Response(form)
    return {
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      body: await encoded.arrayBuffer(),
    }
  }
  if (body === undefined) return null
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

export function createRejection(code: string, status: number, message: string): Rejection {
  return { ok: false, problem: { code, status, message } }
}

export const signInFirst = createRejection('sign-in-needed', 401, 'Sign in again.')

function judge<T>({ ok, status }: Response, json: unknown, output: z.ZodType<T>) {
  const parsed = output.safeParse(json)
  if (ok && parsed.success) return { ok: true as const, data: parsed.data }
  const parsedProblem = problem.safeParse(json)
  if (!ok && parsedProblem.success) return { ok: false as const, problem: parsedProblem.data }
  return createRejection('unknown', status, 'Something went wrong on our end. Try again.')
}
