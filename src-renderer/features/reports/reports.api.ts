import { api } from '../../api/api.ts'
import { endpoint, pagedEndpoint } from '../../api/endpoint.ts'
import { unlessFailed } from '../../api/tags.ts'

/** Reports as admins decide them, and as sellers see those on their cars. */
export const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listReports: build.infiniteQuery({ ...pagedEndpoint('listReports'), providesTags: ['Report'] }),
    decideReport: build.mutation({
      ...endpoint('decideReport'),
      invalidatesTags: unlessFailed('Report', 'Audit'),
    }),
    deleteReport: build.mutation({
      ...endpoint('deleteReport'),
      invalidatesTags: unlessFailed('Report', 'Audit'),
    }),
  }),
})

export const { useListReportsInfiniteQuery, useDecideReportMutation, useDeleteReportMutation } = reportsApi
