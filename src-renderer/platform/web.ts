import type { EndpointOutput } from '../../contract/endpoint.ts'
import { ProblemFailure, readProblem } from '../api/problem.ts'
import type { IdentityProof, Platform, SessionEnd } from './platform.ts'
import { tokenStore } from './token-store.ts'

const endListeners = new Set<(end: SessionEnd) => void>()
let renewal: Promise<boolean> | undefined

/** A browser tab: the token in localStorage, sent as bearer. */
export const webPlatform: Platform = {
  can: { checkout: true, popupSignIn: true, print: true },
  consoleVersion: null,
  density: 'comfortable',
  fetch: fetchWithSession,
  upload,
  session: {
    open,
    restore: async () => tokenStore.read() !== null,
    close: async () => tokenStore.clear(),
    onEnd(listener) {
      endListeners.add(listener)
      const stop = tokenStore.onOtherTab(() => listener('elsewhere'))
      return () => {
        endListeners.delete(listener)
        stop()
      }
    },
  },
  openExternal: (url) => void window.open(url, '_blank', 'noopener'),
  saveFile,
}

async function fetchWithSession(path: string, init: RequestInit = {}): Promise<Response> {
  // A call that brings its own proof, such as an ID token, is none of the session's business.
  if (new Headers(init.headers).has('authorization')) return fetch(path, init)
  const token = tokenStore.read()
  const response = await send(path, init, token)
  if (token === null || !isExpired(response)) return response
  if (await renewOnce(token)) return send(path, init, tokenStore.read())
  return response
}

function send(path: string, init: RequestInit, token: string | null): Promise<Response> {
  const headers = new Headers(init.headers)
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  return fetch(path, { ...init, headers })
}

/** Public reads answer to a stale token as to a stranger, and say so in a header. */
function isExpired(response: Response): boolean {
  return response.status === 401 || response.headers.get('x-session') === 'expired'
}

/**
 * Tries once, for all calls that found the token stale: a fresh ID token, and with it a new app token.
 * @param stale the token that was refused; somebody may have replaced it meanwhile
 */
function renewOnce(stale: string): Promise<boolean> {
  if (tokenStore.read() !== stale) return Promise.resolve(tokenStore.read() !== null)
  renewal ??= renew().finally(() => {
    renewal = undefined
  })
  return renewal
}

async function renew(): Promise<boolean> {
  try {
    const { freshIdentity } = await import('./firebase.ts')
    const proof = await freshIdentity()
    if (proof) {
      await open(proof)
      return true
    }
  } catch {
    // Whatever stands in the way of a new token, the old one is no good.
  }
  tokenStore.clear()
  for (const listener of endListeners) listener('expired')
  return false
}

async function open({ idToken, email }: IdentityProof): Promise<void> {
  const response = await send(`/api/jwt?${new URLSearchParams({ email })}`, {}, idToken)
  if (!response.ok) throw new ProblemFailure(await readProblem(response))
  const { token } = (await response.json()) as EndpointOutput<'getToken'>
  tokenStore.write(token)
}

/** XMLHttpRequest, because fetch does not tell how much of a body has gone. */
function upload(url: string, form: FormData, onProgress?: (fraction: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    const token = tokenStore.read()
    // Another company's image host gets its key, never our token.
    if (token !== null && new URL(url).origin === location.origin) {
      request.setRequestHeader('authorization', `Bearer ${token}`)
    }
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      resolve(new Response(request.responseText, { status: request.status }))
    })
    request.addEventListener('error', () => reject(new TypeError('The upload did not go through')))
    request.send(form)
  })
}

function saveFile(name: string, contents: Blob): void {
  const url = URL.createObjectURL(contents)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
