import { apiPath } from '../../contract/api/paths.ts'
import { isAccountDeleted } from './is-account-deleted.ts'
import type { SessionEnd } from './platform.ts'
import { tokenStore } from './token-store.ts'

/** How long calls that found the token stale wait to learn why. */
const REASON_LIMIT_MS = 3000

export interface WebSession {
  /** Fetches a new app token for whom the identity service knows. */
  open: () => Promise<void>
  reportSessionEnd: (end: SessionEnd) => void
}

/**
 * Deals with an app token that the server refused: one whose time was over is renewed, any other ends here, since this
 * device was signed out on another one and stays so.
 * @returns whether there is a good token now
 */
export async function renewOrEnd(stale: string, refusal: Response, session: WebSession): Promise<boolean> {
  if (!hasRunOut(stale, refusal)) {
    // Nobody waits for it: without its app token the device is out already.
    void import('./firebase.ts').then((identity) => identity.signOutOfIdentity()).catch(() => undefined)
    return end(stale, session)
  }
  try {
    await session.open()
    return true
  } catch {
    // Whatever stands in the way of a new token, the old one is no good.
    return end(stale, session)
  }
}

async function end(stale: string, session: WebSession): Promise<boolean> {
  const why = await queryEndReason(stale)
  const token = tokenStore.read()
  // Another tab may have signed in meanwhile.
  if (token !== stale) return token !== null
  tokenStore.clear()
  session.reportSessionEnd(why)
  return false
}

/** A public read, which may be the first to find a token stale, doesn't say why it is. */
async function queryEndReason(stale: string): Promise<SessionEnd> {
  const headers = { authorization: `Bearer ${stale}` }
  const signal = AbortSignal.timeout(REASON_LIMIT_MS)
  const refusal = await fetch(apiPath('getMe'), { headers, signal }).catch(() => null)
  return refusal && isAccountDeleted(refusal) ? 'deleted' : 'expired'
}

/**
 * Whether the app token's time was over when the server refused it; true, too, where it cannot be read. By the server's
 * clock: the device's may be wrong.
 */
function hasRunOut(token: string, refusal: Response): boolean {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const { exp } = JSON.parse(atob(payload)) as { exp: number }
    const at = Date.parse(refusal.headers.get('date') ?? '')
    return exp * 1000 <= (Number.isNaN(at) ? Date.now() : at)
  } catch {
    return true
  }
}
