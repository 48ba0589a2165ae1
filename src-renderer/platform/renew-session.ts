import { apiPath } from '../../contract/api/paths.ts'
import { isAccountDeleted } from './is-account-deleted.ts'
import type { SessionEnd } from './platform.ts'
import { tokenStore } from './token-store.ts'

/**
 * Maximum time, in milliseconds, for which calls with a stale token wait for the reason that the session
 * ended.
 */
const REASON_LIMIT_MS = 3000

export interface WebSession {
  /** Fetches a new app token for the user whom the identity service knows. */
  open: () => Promise<void>
  reportSessionEnd: (end: SessionEnd) => void
}

/**
 * Handles an app token that the server rejected. An expired token is renewed. Any other rejection ends the
 * session here, because another device has signed this one out.
 * @returns true if there is a valid token now
 */
export async function renewOrEnd(stale: string, response: Response, session: WebSession): Promise<boolean> {
  if (!hasRunOut(stale, response)) {
    // The code does not wait for this, because deleting the app token has already signed the device out.
    void import('./firebase.ts').then((identity) => identity.signOutOfIdentity()).catch(() => undefined)
    return end(stale, session)
  }
  try {
    await session.open()
    return true
  } catch {
    // The old token is invalid, no matter what prevented a new one.
    return end(stale, session)
  }
}

async function end(stale: string, session: WebSession): Promise<boolean> {
  const why = await queryEndReason(stale)
  const token = tokenStore.read()
  // Another tab may have signed in in the meantime.
  if (token !== stale) return token !== null
  tokenStore.clear()
  session.reportSessionEnd(why)
  return false
}

/**
 * Asks the server why the session ended. This needs its own request, because a public read that finds a stale
 * token does not return the reason.
 */
async function queryEndReason(stale: string): Promise<SessionEnd> {
  const headers = { authorization: `Bearer ${stale}` }
  const signal = AbortSignal.timeout(REASON_LIMIT_MS)
  const response = await fetch(apiPath('getMe'), { headers, signal }).catch(() => null)
  return response && isAccountDeleted(response) ? 'deleted' : 'expired'
}

/**
 * Reports whether the app token had expired when the server rejected it; also true if the token cannot be
 * read. The server's clock is used, because the device's clock may be wrong.
 */
function hasRunOut(token: string, response: Response): boolean {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const { exp } = JSON.parse(atob(payload)) as { exp: number }
    const at = Date.parse(response.headers.get('date') ?? '')
    return exp * 1000 <= (Number.isNaN(at) ? Date.now() : at)
  } catch {
    return true
  }
}
