import { api } from '../../api/api.ts'
import { invalidateWhenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint, definePagedEndpoint } from '../../api/endpoint.ts'

const disputesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDisputes: build.infiniteQuery({ ...definePagedEndpoint('listDisputes'), providesTags: ['Dispute'] }),
    countDisputes: build.query({ ...endpoint('countDisputes'), providesTags: ['Dispute'] }),
    getDispute: build.query({ ...endpoint('getDispute'), providesTags: ['Dispute'] }),
    updateDispute: build.mutation({
      ...endpoint('updateDispute'),
      invalidatesTags: invalidateWhenDoneOrStale('Dispute'),
    }),
    submitDispute: build.mutation({
      ...endpoint('submitDispute'),
      invalidatesTags: invalidateWhenDoneOrStale('Dispute', 'Deal', 'Audit'),
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
