import { api } from '../../api/api.ts'
import { whenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint, pagedEndpoint } from '../../api/endpoint.ts'

const disputesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDisputes: build.infiniteQuery({ ...pagedEndpoint('listDisputes'), providesTags: ['Dispute'] }),
    countDisputes: build.query({ ...endpoint('countDisputes'), providesTags: ['Dispute'] }),
    getDispute: build.query({ ...endpoint('getDispute'), providesTags: ['Dispute'] }),
    updateDispute: build.mutation({
      ...endpoint('updateDispute'),
      invalidatesTags: whenDoneOrStale('Dispute'),
    }),
    submitDispute: build.mutation({
      ...endpoint('submitDispute'),
      invalidatesTags: whenDoneOrStale('Dispute', 'Deal', 'Audit'),
    }),
  }),
})

export const {
  useListDisputesInfiniteQuery,
  useCountDisputesQuery,
  useGetDisputeQuery,
  useUpdateDisputeMutation,
  useSubmitDisputeMutation,
} = disputesApi
