import type { WebRequest as ElectronWebRequest, WebRequestFilter } from 'electron'
import { strictClass } from '../strict.ts'

/** The details that every listener receives. */
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

/**
 * The listeners, one per event. As in Electron, a later listener replaces the earlier one, and null removes
 * it.
 */
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

  #set(moment: Moment, [filterOrListener, given]: Registration): void {
    const filter = typeof filterOrListener === 'object' ? filterOrListener : null
    const listener = typeof filterOrListener === 'function' ? filterOrListener : given
    if (listener === null || listener === undefined) this.#listeners.delete(moment)
    else this.#listeners.set(moment, { matches: matcher(filter), listener })
  }

  /** Resolves with the listener's response, or with an empty response if no listener matches the URL. */
  static ask(of: WebRequest, moment: Moment, details: RequestDetails): Promise<ListenerResponse> {
    const known = of.#listeners.get(moment)
    if (known === undefined || !known.matches(details.url)) return Promise.resolve({})
    return new Promise((resolve) => known.listener(details, (answer) => resolve(answer ?? {})))
  }

  /** Notifies the listener that a request has ended. */
  static tell(of: WebRequest, moment: 'onErrorOccurred', details: RequestDetails): void {
    const known = of.#listeners.get(moment)
    if (known?.matches(details.url)) known.listener(details, () => {})
  }
}
strictClass('session.webRequest', WebRequest)

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
