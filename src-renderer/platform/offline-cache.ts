import type { DesktopBridge } from '../../contract/desktop/desktop-bridge.ts'
import { cachedHeaders, type OfflineResponse } from '../../contract/desktop/desktop-channels.ts'
import { recordCachedResponse } from '../api/cached-responses.ts'
import { REACHED } from '../api/live/reached.ts'
import type { Platform } from './platform.ts'

/** Status codes for a server, or a proxy in front of it, that is temporarily unavailable. */
const AWAY = [502, 503, 504]

/**
 * Returns a `fetch` for the API that falls back to cached responses while the API is unreachable.
 * @param visit returns a number that changes with the signed-in user, so that no response is cached
 * for another user
 */
export function fetchOrFind(
  { keep, find }: DesktopBridge['offlineResponses'],
  apiOrigin: string,
  visit: () => number,
): Platform['fetch'] {
  let wasAway = false
  return async (path, init = {}) => {
    const visitAtStart = visit()
    const isRead = (init.method ?? 'GET') === 'GET'
    const [response, failure] = await fetch(apiOrigin + path, { ...init, credentials: 'omit' }).then(
      (apiResponse) => [apiResponse, null] as const,
      (error: unknown) => [null, error] as const,
    )
    const isAway = response === null || AWAY.includes(response.status)
    if (wasAway && !isAway) dispatchEvent(new Event(REACHED))
    wasAway = isAway
    if (isRead && isAway && init.signal?.aborted !== true) {
      const cachedResponse = await find(path).catch(() => null)
      if (cachedResponse) return toResponse(cachedResponse)
    }
    if (response === null) throw failure
    if (isRead && isJson(response)) void note(response.clone())
    return response

    async function note(apiResponse: Response): Promise<void> {
      const headers = Object.fromEntries(
        cachedHeaders.flatMap((name) => {
          const value = apiResponse.headers.get(name)
          return value === null ? [] : [[name, value]]
        }),
      )
      // The body is null if the request was aborted in transit. The caller gets the error from its
      // own copy of the response.
      const body = await apiResponse.text().catch(() => null)
      // A response that is too large to store is not cached.
      if (body !== null && visit() === visitAtStart)
        await keep(path, { body, headers }).catch(() => undefined)
    }
  }
}

function isJson({ ok, headers }: Response): boolean {
  return ok && headers.get('content-type')?.startsWith('application/json') === true
}

function toResponse({ body, headers, at }: OfflineResponse): Response {
  recordCachedResponse(at)
  return new Response(body, { headers })
}
