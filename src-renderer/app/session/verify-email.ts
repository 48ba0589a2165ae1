import { accountApi } from '../../features/account/account.api.ts'
import { startCoolDown } from '../../ui/use-cool-down.ts'
import type { AppThunk } from '../store.ts'
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
    const { sendVerificationMail } = await import('../../platform/firebase-account.ts')
    const uid = getState().session.me?.uid ?? ''
    const isSent = await sendVerificationMail(uid)
    if (isSent) startCoolDown(verificationWait(uid))
    return isSent
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
    const { readVerification } = await import('../../platform/firebase-account.ts')
    const found = await readVerification(me.uid)
    if (typeof found === 'string') return found
    const headers = { authorization: `Bearer ${found.idToken}` }
    const fresh = await dispatch(accountApi.endpoints.refreshEmail.initiate({ headers })).unwrap()
    dispatch(signedIn(fresh))
    return 'verified'
  }
}
