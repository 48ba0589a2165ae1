import { platform } from '../platform/current.ts'
import { startCoolDown } from '../ui/use-cool-down.ts'
import type { AppThunk } from './store.ts'
import { signedIn } from './session.slice.ts'

/** The name of the wait between two verification mails. */
export function verificationWait(uid: string): string {
  return `verify ${uid}`
}

/**
 * Mails the signed-in user the link that proves their address. Throws what the identity service says.
 * @returns false where it does not know them here: they sign in once more first
 */
export function mailVerification(): AppThunk<Promise<boolean>> {
  return async (_dispatch, getState) => {
    const identity = await platform.identity()
    const uid = getState().session.me?.uid ?? ''
    if (!(await identity.knows(uid))) return false
    await identity.mailVerification()
    startCoolDown(verificationWait(uid))
    return true
  }
}

/**
 * Finds out whether the signed-in user has verified their address meanwhile, here or on another device; the session
 * goes on. Throws what the identity service or the server says.
 * @returns `unknown` where the identity service does not know them here: they sign in once more first
 */
export function refreshVerification(): AppThunk<Promise<'verified' | 'unverified' | 'unknown'>> {
  return async (dispatch, getState) => {
    const { me } = getState().session
    if (!me) return 'unknown'
    if (me.emailVerified) return 'verified'
    const identity = await platform.identity()
    if (!(await identity.knows(me.uid))) return 'unknown'
    const fresh = await identity.refreshEmail()
    if (!fresh) return 'unverified'
    dispatch(signedIn(fresh))
    return 'verified'
  }
}
