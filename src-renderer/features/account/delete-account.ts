import { api } from '../../api/api.ts'
import { callApi } from '../../api/base-query.ts'
import { following } from '../../session/following.ts'
import { forgetPerson } from '../../session/forget-person.ts'
import { asOneself, type Proof } from '../../session/as-oneself.ts'
import { sessionSlice } from '../../session/session.slice.ts'
import type { AppThunk } from '../../session/store.ts'
import { platform } from '../../platform/current.ts'
import { identityMessage } from '../../platform/identity-error.ts'
import type { IdentityService } from '../../platform/identity.ts'

/**
 * Deletes the account of whoever proves once more to be its owner.
 * @returns what went wrong, in words; null where the account is gone. `forgetAccount` is then next.
 */
export function deleteAccount(proof: Proof): AppThunk<Promise<string | null>> {
  return async (dispatch) => {
    try {
      return await dispatch(asOneself(proof, (identity) => dispatch(deleteHereAndThere(identity))))
    } catch (error) {
      return identityMessage(error)
    }
  }
}

function deleteHereAndThere(identity: IdentityService): AppThunk<Promise<string | null>> {
  return async () => {
    following.stop()
    // Past the cache, which breaks its calls off where another tab finds the session ended before the answer is here.
    const { error } = await callApi({ name: 'deleteMe' }, new AbortController().signal)
    if (error) {
      following.resume()
      return error.message
    }
    // The address is free again. Where this fails, the account that is left opens nothing: the server knows it is deleted.
    await identity.deleteAccount().catch(() => undefined)
    return null
  }
}

/** Like signing out, but the server has ended all sessions already, and nothing of the account stays in the browser. */
export function forgetAccount(): AppThunk<Promise<void>> {
  return async (dispatch) => {
    await platform.session.close()
    dispatch(sessionSlice.actions.signedOut({ isExpired: false }))
    dispatch(api.util.resetApiState())
    await forgetPerson()
  }
}
