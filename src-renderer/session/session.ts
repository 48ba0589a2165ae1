import { strings } from '../../contract/strings.ts'
import { api } from '../api/api.ts'
import { toProblem } from '../api/problem.ts'
import type { AppThunk } from './store.ts'
import { platform } from '../platform/current.ts'
import { toast } from '../ui/overlays/toast.ts'
import { following } from './following.ts'
import { resumePoint } from './resume-point.ts'
import { sessionApi } from './session.api.ts'
import { sessionSlice } from './session.slice.ts'

const { checking, signedIn, signedOut, unreachable } = sessionSlice.actions

const NO_KEYCHAIN = 'This computer has no keychain to store your session.'

/**
 * Checks at startup whether there is a session that the server still accepts, which ends the
 * loading state.
 */
export function restoreSession(): AppThunk<Promise<void>> {
  return async (dispatch) => {
    if (await platform.session.restore()) await dispatch(loadMe())
    else dispatch(signedOut({ isExpired: false }))
  }
}

/**
 * Opens the session of a user whom the identity service has just authenticated. Throws
 * ProblemFailure.
 */
export function openSession(): AppThunk<Promise<void>> {
  return async (dispatch) => {
    await platform.session.open()
    if (!platform.session.isRemembered())
      toast.info('You’ll be signed out when you quit', { detail: NO_KEYCHAIN })
    dispatch(api.util.resetApiState())
    await dispatch(loadMe())
  }
}

/** Refetches the signed-in user. */
export function loadMe(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    if (getState().session.status !== 'in') dispatch(checking())
    const response = await dispatch(
      sessionApi.endpoints.getMe.initiate(undefined, { subscribe: false, forceRefetch: true }),
    )
    if (response.data) return void dispatch(signedIn(response.data))
    const problem = toProblem(response.error)
    if (problem.status === 401) dispatch(signedOut({ isExpired: true }))
    // A signed-in user stays signed in: the open page is more useful than this error.
    else if (getState().session.status !== 'in') dispatch(unreachable(problem))
  }
}

/** Signs out on the server, on this device, and in the identity service. */
export function endSession(): AppThunk<Promise<void>> {
  return async (dispatch) => {
    following.stop()
    // The user wants to sign out even if the server is unreachable. The session on the server then
    // lasts until its token expires.
    await dispatch(sessionApi.endpoints.logOut.initiate())
    await platform.session.close()
    dispatch(signedOut({ isExpired: false }))
    dispatch(api.util.resetApiState())
    resumePoint.clear()
    toast.success(strings.session.loggedOut)
    const identity = await platform.identity()
    await identity.signOut().catch(() => undefined)
  }
}

/**
 * Handles session ends that this page did not cause: the token expired, or another tab signed in or
 * out.
 */
export function watchSession(): AppThunk<() => void> {
  return (dispatch, getState) =>
    platform.session.onEnd((end) => {
      if (end === 'elsewhere') {
        dispatch(api.util.resetApiState())
        return void dispatch(restoreSession())
      }
      if (getState().session.status === 'in') dispatch(api.util.resetApiState())
      dispatch(signedOut({ isExpired: true }))
      if (end === 'deleted')
        void import('./clear-account-data.ts').then(({ clearAccountData }) => clearAccountData())
    })
}
