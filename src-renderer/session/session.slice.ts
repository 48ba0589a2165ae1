import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import type { ApiProblem } from '../api/problem.ts'

export type Me = EndpointOutput<'getMe'>

/**
 * The user's session. It is a slice, not only the `getMe` query: it must be 'loading' before the
 * first response, and outlive the cache, which is cleared when the user changes.
 */
export interface SessionState {
  status: 'loading' | 'in' | 'out' | 'unreachable'
  me: Me | null
  /** Why the session could not be checked, or null if it could. */
  problem: ApiProblem | null
  /** True if the session expired, as the sign-in page then explains. */
  isExpired: boolean
}

const initialState: SessionState = { status: 'loading', me: null, problem: null, isExpired: false }

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    checking: (state) => ({ ...state, status: 'loading', problem: null }),
    signedIn: (_, { payload }: PayloadAction<Me>) => ({
      status: 'in',
      me: payload,
      problem: null,
      isExpired: false,
    }),
    signedOut: (_, { payload }: PayloadAction<{ isExpired: boolean }>) => ({
      ...initialState,
      status: 'out',
      ...payload,
    }),
    unreachable: (_, { payload }: PayloadAction<ApiProblem>) => ({
      ...initialState,
      status: 'unreachable',
      problem: payload,
    }),
  },
})

/**
 * Sets the signed-in user after a sign-in or a change to the user's own record, so that the change is visible
 * everywhere immediately.
 */
export const { signedIn } = sessionSlice.actions
