import { api } from '../../api/api.ts'
import { invalidateWhenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint } from '../../api/endpoint.ts'
import { getRowIds, removeOptimistically } from '../../api/optimistic-removal.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'
import { invalidateOnSuccess } from '../../api/tags.ts'

export const myReportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMyReports: build.query({ ...listEndpoint('listMyReports'), providesTags: ['Report'] }),
    addReport: build.mutation({ ...endpoint('addReport'), invalidatesTags: invalidateOnSuccess('Report') }),
    deleteMyReport: build.mutation({
      ...endpoint('deleteReport'),
      ...removeOptimistically(['listMyReports'], getRowIds),
      invalidatesTags: invalidateWhenDoneOrStale('Report'),
    }),
  }),
})
