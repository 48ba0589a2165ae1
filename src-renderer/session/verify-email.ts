import { platform } from '../platform/current.ts'
import { startCoolDown } from '../ui/use-cool-down.ts'
import type { AppThunk } from './store.ts'
import { signedIn } from './session.slice.ts'

/** Returns the name of the cool-down for a user's verification emails. */
export function getVerificationWaitName(uid: string): string {
  return `verify ${uid}`
}

/**
 * Emails the signed-in user a verification link.
 * @returns false if the identity service does not know the user on this device; they must sign in
 * again first
 * @throws the identity service's error
 */
export function mailVerification(): AppThunk<Promise<boolean>> {
  return async (_dispatch, getState) => {
    const identity = await platform.identity()
    const uid = getState().session.me?.uid ?? ''
    if (!(await identity.knows(uid))) return false
    await identity.mailVerification()
    startCoolDown(getVerificationWaitName(uid))
    return true
  }
}

/**
 * Checks whether the signed-in user has verified their email address on any device. The session
 * continues.
 * @returns `unknown` if the identity service does not know the user on this device; they must sign
 * in again first
 * @throws the identity service's or the server's error
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
