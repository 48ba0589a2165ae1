import type * as z from 'zod'
import { problem, type Refused } from '../../contract/desktop/desktop-channels.ts'
import { apiPath, methodAndPath, type EndpointName } from '../../contract/api/paths.ts'
import { alone, readJsonAnswer, type Fetch } from './answer.ts'

export interface ApiCall {
  name: EndpointName
  /** The caller's credential, which the page does not have. */
  token: string
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** Sent instead of a body. */
  form?: FormData
  timeoutMs?: number
}

const TIMEOUT_MS = 20_000

/** Calls the API on behalf of the main process. Never rejects. */
export async function callApi<T>(
  { fetch, apiOrigin }: { fetch: Fetch; apiOrigin: string },
  { name, token, params, query = {}, body, form, timeoutMs = TIMEOUT_MS }: ApiCall,
  output: z.ZodType<T>,
): Promise<{ ok: true; data: T } | Refused> {
  const { method } = methodAndPath(name)
  const search = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`
  try {
    const sent = await encode(body, form)
    const response = await fetch(apiOrigin + apiPath(name, params) + search, {
      ...alone(AbortSignal.timeout(timeoutMs)),
      method,
      headers: { accept: 'application/json', authorization: `Bearer ${token}`, ...sent?.headers },
      ...(sent && { body: sent.body }),
    })
    return judge(response, await readJsonAnswer(response), output)
  } catch {
    return refused('offline', 0, 'We can’t reach Kerblight. Check your connection.')
  }
}

/** Encodes the body of a request. A form is sent as a whole, so that its length is known. */
async function encode(body: unknown, form: FormData | undefined) {
  if (form) {
    const whole = new Response(form)
    return {
      headers: { 'content-type': whole.headers.get('content-type') ?? '' },
      body: await whole.arrayBuffer(),
    }
  }
  if (body === undefined) return null
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

export function refused(code: string, status: number, message: string): Refused {
  return { ok: false, problem: { code, status, message } }
}

/**
 * The response to a request for a session without a proof of identity, or with one that is no longer valid.
 */
export const signInFirst = refused('sign-in-needed', 401, 'Sign in again.')

function judge<T>({ ok, status }: Response, answer: unknown, output: z.ZodType<T>) {
  const parsed = output.safeParse(answer)
  if (ok && parsed.success) return { ok: true as const, data: parsed.data }
  const refusal = problem.safeParse(answer)
  if (!ok && refusal.success) return { ok: false as const, problem: refusal.data }
  return refused('unknown', status, 'Something went wrong on our end. Try again.')
}
