import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { apiPath } from '../../contract/api/paths.ts'
import { offlineProblem, ProblemFailure, readProblem } from '../api/problem.ts'
import type { Platform, SessionEnd } from './platform.ts'
import { saveFile } from './save-file.ts'
import { tokenStore } from './token-store.ts'

const endListeners = new Set<(end: SessionEnd) => void>()
let renewal: Promise<boolean> | undefined

/**
 * The platform of a browser tab. The app token is stored in localStorage and sent as a bearer
 * token.
 */
export const webPlatform: Platform = {
  can: { checkout: true, popupSignIn: true, print: true },
  consoleVersion: null,
  density: 'comfortable',
  address: (path) => location.origin + path,
  readConfig,
  fetch: fetchWithSession,
  upload,
  identity: async () => (await import('./firebase-identity.ts')).firebaseIdentity,
  session: {
    open: () => open({ isFresh: false }),
    restore: async () => tokenStore.read() !== null,
    close: async () => tokenStore.clear(),
    isRemembered: () => true,
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
  openSite: (url) => location.assign(url),
  print: () => print(),
  saveFile,
  console: null,
}

async function readConfig(): Promise<EndpointOutput<'getConfig'>> {
  const response = await fetch(apiPath('getConfig')).catch(() => {
    throw new ProblemFailure(offlineProblem)
  })
  if (!response.ok) throw new ProblemFailure(await readProblem(response))
  return (await response.json()) as EndpointOutput<'getConfig'>
}

async function fetchWithSession(path: string, init: RequestInit = {}): Promise<Response> {
  // A call with its own credentials, such as an ID token, bypasses the session.
  if (new Headers(init.headers).has('authorization')) return fetch(path, init)
  const token = tokenStore.read()
  const response = await send(path, init, token)
  if (token === null || !isExpired(response)) return response
  if (await renewOnce(token, response)) return send(path, init, tokenStore.read())
  return response
}

function send(path: string, init: RequestInit, token: string | null): Promise<Response> {
  const headers = new Headers(init.headers)
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  return fetch(path, { ...init, headers })
}

/**
 * Reports whether the token is stale. Public endpoints then respond as to a visitor, and report it
 * in a header.
 */
function isExpired(response: Response): boolean {
  return response.status === 401 || response.headers.get('x-session') === 'expired'
}

/**
 * Renews the token once for all calls that found it stale.
 * @param staleToken the rejected token; another call may have replaced it since
 */
function renewOnce(staleToken: string, rejection: Response): Promise<boolean> {
  if (tokenStore.read() !== staleToken) return Promise.resolve(tokenStore.read() !== null)
  // If the renewal code fails to load, the response stays unchanged, and the next call tries again.
  renewal ??= renew(staleToken, rejection)
    .catch(() => false)
    .finally(() => {
      renewal = undefined
    })
  return renewal
}

async function renew(staleToken: string, rejection: Response): Promise<boolean> {
  const { renewOrEnd } = await import('./renew-session.ts')
  return renewOrEnd(staleToken, rejection, { open: () => open({ isFresh: true }), reportSessionEnd })
}

function reportSessionEnd(end: SessionEnd): void {
  for (const listener of endListeners) listener(end)
}

async function open(options: { isFresh: boolean }): Promise<void> {
  const { getIdentityProof } = await import('./firebase.ts')
  const proof = await getIdentityProof(options)
  if (!proof) throw new Error('Sign in again.')
  const { idToken, email } = proof
  const response = await send(`${apiPath('getToken')}?${new URLSearchParams({ email })}`, {}, idToken)
  if (!response.ok) throw new ProblemFailure(await readProblem(response))
  const { token } = (await response.json()) as EndpointOutput<'getToken'>
  tokenStore.write(token)
}

async function upload(
  url: string,
  form: FormData,
  onProgress?: (fraction: number) => void,
): Promise<Response> {
  const { postForm } = await import('./post-form.ts')
  const token = tokenStore.read()
  return postForm(url, form, token === null ? {} : { authorization: `Bearer ${token}` }, onProgress)
}
