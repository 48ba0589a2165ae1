import { apiPath } from '../../contract/api/paths.ts'
import { isAccountDeleted } from './is-account-deleted.ts'
import type { SessionEnd } from './platform.ts'
import { tokenStore } from './token-store.ts'

/** Maximum time in milliseconds to wait for the reason why the session ended. */
const REASON_LIMIT_MS = 3000

export interface WebSession {
  /** Fetches a new app token for the user whom the identity service knows. */
  open: () => Promise<void>
  reportSessionEnd: (end: SessionEnd) => void
}

/**
 * Handles an app token that the server rejected. An expired token is renewed. Any other rejection
 * means that another device has signed this one out, so the session ends.
 * @returns true if there is a valid token now
 */
export async function renewOrEnd(
  staleToken: string,
  response: Response,
  session: WebSession,
): Promise<boolean> {
  if (!hasExpired(staleToken, response)) {
    // There is no need to wait: deleting the app token has already signed the device out.
    void import('./firebase.ts').then((identity) => identity.signOutOfIdentity()).catch(() => undefined)
    return end(staleToken, session)
  }
  try {
    await session.open()
    return true
  } catch {
    // The old token is invalid, regardless of the failure that prevented a new one.
    return end(staleToken, session)
  }
}

async function end(staleToken: string, session: WebSession): Promise<boolean> {
  const reason = await queryEndReason(staleToken)
  const token = tokenStore.read()
  // Another tab may have signed in since.
  if (token !== staleToken) return token !== null
  tokenStore.clear()
  session.reportSessionEnd(reason)
  return false
}

/**
 * Asks the server why the session ended. A public read with a stale token does not return the
 * reason, so this takes a separate request.
 */
async function queryEndReason(staleToken: string): Promise<SessionEnd> {
  const headers = { authorization: `Bearer ${staleToken}` }
  const signal = AbortSignal.timeout(REASON_LIMIT_MS)
  const response = await fetch(apiPath('getMe'), { headers, signal }).catch(() => null)
  return response && isAccountDeleted(response) ? 'deleted' : 'expired'
}

/**
 * Reports whether the app token had expired when the server rejected it, or cannot be read. The
 * device's clock may be wrong, so the server's is used.
 */
function hasExpired(token: string, response: Response): boolean {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const { exp } = JSON.parse(atob(payload)) as { exp: number }
    const rejectedAt = Date.parse(response.headers.get('date') ?? '')
    return exp * 1000 <= (Number.isNaN(rejectedAt) ? Date.now() : rejectedAt)
  } catch {
    return true
  }
}
