import { toProblem } from '../../api/problem.ts'
import { api } from '../../api/api.ts'
import { stopFollowing } from '../../app/session/follow-changes.ts'
import { sessionSlice, type Me } from '../../app/session/session.slice.ts'
import type { AppThunk } from '../../app/store.ts'
import { platform } from '../../platform/current.ts'
import { clearBrowserData } from '../../platform/clear-browser-data.ts'
import { identityMessage } from '../../platform/identity-error.ts'
import { accountApi } from './account.api.ts'

export type Proof = { kind: 'password'; password: string } | { kind: 'google' }

/**
 * Deletes the account of whoever proves once more to be its owner.
 * @returns what went wrong, in words; null where the account is gone. `forgetAccount` is then next.
 */
export function deleteAccount(
  { email, uid }: Pick<Me, 'email' | 'uid'>,
  proof: Proof,
): AppThunk<Promise<string | null>> {
  return async (dispatch) => {
    try {
      const { signInWithPassword, signInWithGoogle } = await import('../../platform/firebase.ts')
      const shown =
        proof.kind === 'google' ? await signInWithGoogle() : await signInWithPassword(email, proof.password)
      if (shown.email !== email) return 'This is another account. Please sign in as the one to be deleted.'
    } catch (error) {
      return identityMessage(error)
    }
    const { error } = await dispatch(accountApi.endpoints.deleteMe.initiate())
    if (error) return toProblem(error).message
    stopFollowing()
    await removeIdentity(uid).catch(() => undefined)
    return null
  }
}

/** The address is free again. Where this fails, the account that is left opens nothing: the server knows it is deleted. */
async function removeIdentity(uid: string): Promise<void> {
  const { deleteIdentity } = await import('../../platform/firebase-account.ts')
  await deleteIdentity(uid)
}

/** Like signing out, but the server has ended all sessions already, and nothing of the account stays in the browser. */
export function forgetAccount(): AppThunk<Promise<void>> {
  return async (dispatch) => {
    await platform.session.close()
    dispatch(sessionSlice.actions.signedOut({ isExpired: false }))
    dispatch(api.util.resetApiState())
    const { signOutOfIdentity } = await import('../../platform/firebase.ts')
    await signOutOfIdentity().catch(() => undefined)
    await clearBrowserData()
  }
}
