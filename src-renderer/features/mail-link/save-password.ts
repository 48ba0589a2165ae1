import { loadMe } from '../../session/session.ts'
import type { AppThunk } from '../../session/store.ts'
import { callAs } from '../../api/call-as.ts'
import type { MailLink } from '../../platform/firebase-mail-link.ts'
import { identityMessage } from '../../platform/identity-error.ts'

export type SavedPassword =
  { result: 'saved'; isSignedOut: boolean } | { result: 'stale' } | { result: 'failed'; message: string }

/**
 * Saves the new password and ends every session of its owner: whoever had the old one is out. The server believes the
 * new password's own ID token.
 */
export function savePassword(link: MailLink, password: string): AppThunk<Promise<SavedPassword>> {
  return async (dispatch, getState) => {
    try {
      const { resetPassword } = await import('../../platform/firebase-mail-link.ts')
      if (!(await resetPassword(link, password))) return { result: 'stale' }
    } catch (error) {
      return { result: 'failed', message: identityMessage(error) }
    }
    try {
      const { idTokenByPassword } = await import('../../platform/firebase-mail-link.ts')
      await callAs(await idTokenByPassword(link.email, password), 'revokeSessions', {})
    } catch {
      // The password is saved all the same; the page says what is left to do.
      return { result: 'saved', isSignedOut: false }
    }
    if (getState().session.status === 'in') await dispatch(loadMe())
    return { result: 'saved', isSignedOut: true }
  }
}
