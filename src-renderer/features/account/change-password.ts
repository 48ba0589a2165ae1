import type { AppThunk } from '../../session/store.ts'
import { platform } from '../../platform/current.ts'
import { identityMessage, isWrongPassword } from '../../platform/identity-error.ts'
import { accountApi } from './account.api.ts'

export type ChangedPassword =
  { result: 'changed'; isSignedOut: boolean } | { result: 'wrong' } | { result: 'failed'; message: string }

/** Changes the password, and signs the other devices out: whoever knew the old one is out. */
export function changePassword(
  email: string,
  current: string,
  next: string,
): AppThunk<Promise<ChangedPassword>> {
  return async (dispatch) => {
    try {
      const identity = await platform.identity()
      await identity.changePassword(email, current, next)
    } catch (error) {
      if (isWrongPassword(error)) return { result: 'wrong' }
      return { result: 'failed', message: identityMessage(error) }
    }
    const { error } = await dispatch(accountApi.endpoints.revokeSessions.initiate())
    return { result: 'changed', isSignedOut: !error }
  }
}
