import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { invalidateOnSuccess } from '../../api/tags.ts'

export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Cars and reviews also show the user's name and photo.
    updateMe: build.mutation({
      ...endpoint('updateMe'),
      invalidatesTags: invalidateOnSuccess('Me', 'Car', 'Review', 'User'),
    }),
    exportMe: build.mutation(endpoint('exportMe')),
    listSessions: build.query({ ...endpoint('listSessions'), providesTags: ['Session'] }),
    revokeSession: build.mutation({
      ...endpoint('revokeSession'),
      invalidatesTags: invalidateOnSuccess('Session'),
    }),
    revokeSessions: build.mutation({
      ...endpoint('revokeSessions'),
      invalidatesTags: invalidateOnSuccess('Session'),
    }),
  }),
})

export const {
  useUpdateMeMutation,
  useExportMeMutation,
  useListSessionsQuery,
  useRevokeSessionMutation,
  useRevokeSessionsMutation,
} = accountApi
