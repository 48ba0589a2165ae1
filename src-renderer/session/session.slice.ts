import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import type { ApiProblem } from '../api/problem.ts'

export type Me = EndpointOutput<'getMe'>

/**
 * Who is signed in. A slice and not only the `getMe` query, because it must say 'loading' before the first answer,
 * and outlive the cache that is emptied when the user changes.
 */
export interface SessionState {
  status: 'loading' | 'in' | 'out' | 'unreachable'
  me: Me | null
  /** Why the session could not be checked. */
  problem: ApiProblem | null
  /** True where it ended by itself: the sign-in page says so. */
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

/** Also what a change of one's own record answers: it shows everywhere at once. */
export const { signedIn } = sessionSlice.actions
