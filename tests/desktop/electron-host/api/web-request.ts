import type { WebRequest as ElectronWebRequest, WebRequestFilter } from 'electron'
import { makeClassStrict } from '../strict.ts'

export interface RequestDetails {
  id: number
  url: string
  method: string
  resourceType: string
  webContentsId: number | undefined
  referrer: string
  timestamp: number
}

export type ResponseHeaders = Record<string, string[]>

interface ListenerResponse {
  cancel?: boolean
  requestHeaders?: Record<string, string | string[]>
  responseHeaders?: Record<string, string | string[]>
}

type Moment = Extract<
  keyof ElectronWebRequest,
  'onBeforeSendHeaders' | 'onHeadersReceived' | 'onErrorOccurred'
>
type Listener = (details: RequestDetails, answer: (answer: ListenerResponse) => void) => void
type Registration = [filterOrListener: WebRequestFilter | Listener | null, listener?: Listener | null]

/** One listener per event. As in Electron, a later listener replaces the earlier one, and null removes it. */
class WebRequest {
  readonly #listeners = new Map<Moment, { matches: (url: string) => boolean; listener: Listener }>()

  onBeforeSendHeaders(...registration: Registration): void {
    this.#set('onBeforeSendHeaders', registration)
  }

  onHeadersReceived(...registration: Registration): void {
    this.#set('onHeadersReceived', registration)
  }

  onErrorOccurred(...registration: Registration): void {
    this.#set('onErrorOccurred', registration)
  }

  #set(moment: Moment, [filterOrListener, givenListener]: Registration): void {
    const filter = typeof filterOrListener === 'object' ? filterOrListener : null
    const listener = typeof filterOrListener === 'function' ? filterOrListener : givenListener
    if (listener === null || listener === undefined) this.#listeners.delete(moment)
    else this.#listeners.set(moment, { matches: matcher(filter), listener })
  }

  /** Resolves with the listener's response, or with an empty response if no listener matches the URL. */
  static ask(webRequest: WebRequest, moment: Moment, details: RequestDetails): Promise<ListenerResponse> {
    const registered = webRequest.#listeners.get(moment)
    if (registered === undefined || !registered.matches(details.url)) return Promise.resolve({})
    return new Promise((resolve) => registered.listener(details, (result) => resolve(result ?? {})))
  }

  /** Notifies the listener that a request has ended. */
  static tell(webRequest: WebRequest, moment: 'onErrorOccurred', details: RequestDetails): void {
    const registered = webRequest.#listeners.get(moment)
    if (registered?.matches(details.url)) registered.listener(details, () => {})
  }
}
makeClassStrict('session.webRequest', WebRequest)

export { WebRequest }

/** Returns a matcher for Electron's URL patterns, in which `*` matches anything. */
function matcher(filter: WebRequestFilter | null): (url: string) => boolean {
  if (filter === null) return () => true
  const patterns = (filter.urls ?? []).map((pattern) => {
    if (pattern === '<all_urls>') return /^/
    return new RegExp(`^${pattern.split('*').map(escape).join('.*')}$`)
  })
  return (url) => patterns.some((pattern) => pattern.test(url))
}

function escape(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
}
