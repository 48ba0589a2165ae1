import type { WebRequest } from 'electron'
import { CONSOLE_VERSION_HEADER, CONTRACT_VERSION } from '../../contract/api/version.ts'
import type { Connection } from './connection.ts'

type Api = Pick<Connection, 'apiOrigin' | 'recordResponse'> & {
  session: Pick<Connection['session'], 'token' | 'rejected'>
}

const everything = { urls: ['http://*/*', 'https://*/*'] }

/**
 * Adds the session to requests to the API, and to no others. A page cannot authenticate itself: its own
 * `Authorization` header is removed, so it always acts as the signed-in user. The main process's requests
 * keep their header. Each hop of a redirect is judged by its own URL. A 401 response, or `X-Session: expired`
 * on a public read, ends the session that was sent with the request.
 */
export function authorizeRequests(webRequest: WebRequest, findApi: () => Api | null): void {
  const sent = new Map<number, string>()

  webRequest.onBeforeSendHeaders(everything, (details, response) => {
    const api = findApi()
    if (api === null) return response({})
    void api.session.token().then((token) => {
      const isOfPage = details.webContentsId !== undefined
      // The credential of a previous hop is not forwarded.
      const headers = withoutProof(details.requestHeaders, (proof) => isOfPage || proof === `Bearer ${token}`)
      if (isApiCall(details, api.apiOrigin)) {
        headers[CONSOLE_VERSION_HEADER] = String(CONTRACT_VERSION)
        if (token !== null && !hasHeader(headers, 'authorization')) {
          headers.Authorization = `Bearer ${token}`
          sent.set(details.id, token)
        }
      }
      response({ requestHeaders: headers })
    })
  })

  webRequest.onHeadersReceived(everything, (details, response) => {
    const token = sent.get(details.id)
    sent.delete(details.id)
    const api = findApi()
    if (api !== null && isApiCall(details, api.apiOrigin)) api.recordResponse()
    if (token !== undefined && isRejection(details)) void api?.session.rejected(token)
    response({})
  })

  webRequest.onErrorOccurred(everything, ({ id }) => void sent.delete(id))
}

/** Reports whether a request is an API call. Preflight requests carry no credentials. */
export function isApiCall({ url, method }: { url: string; method: string }, apiOrigin: string): boolean {
  const parsed = URL.parse(url)
  return parsed?.origin === apiOrigin && parsed.pathname.startsWith('/api/') && method !== 'OPTIONS'
}

function isRejection(details: {
  statusCode: number
  responseHeaders?: Record<string, string[]> | undefined
}): boolean {
  if (details.statusCode === 401) return true
  const header = Object.entries(details.responseHeaders ?? {}).find(
    ([name]) => name.toLowerCase() === 'x-session',
  )
  return header?.[1].includes('expired') ?? false
}

function withoutProof(
  headers: Record<string, string>,
  isDropped: (proof: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => name.toLowerCase() !== 'authorization' || !isDropped(value),
    ),
  )
}

function hasHeader(headers: Record<string, string>, name: string): boolean {
  return Object.keys(headers).some((key) => key.toLowerCase() === name)
}
