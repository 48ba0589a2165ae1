import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { unlessFailed } from '../../api/tags.ts'

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMe: build.query({ ...endpoint('getMe'), providesTags: ['Me'] }),
    saveUser: build.mutation(endpoint('saveUser')),
    refreshEmail: build.mutation(endpoint('refreshEmail')),
    revokeSessions: build.mutation({
      ...endpoint('revokeSessions'),
      invalidatesTags: unlessFailed('Session'),
    }),
    logOut: build.mutation(endpoint('logOut')),
  }),
})
