import { api } from '../../api/api.ts'
import { endpoint, pagedEndpoint } from '../../api/endpoint.ts'
import { unlessFailed } from '../../api/tags.ts'

export const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** For admins all; for sellers those on their cars. */
    listReports: build.infiniteQuery({ ...pagedEndpoint('listReports'), providesTags: ['Report'] }),
    listMyReports: build.infiniteQuery({ ...pagedEndpoint('listMyReports'), providesTags: ['Report'] }),
    addReport: build.mutation({ ...endpoint('addReport'), invalidatesTags: unlessFailed('Report') }),
    decideReport: build.mutation({ ...endpoint('decideReport'), invalidatesTags: unlessFailed('Report') }),
    deleteReport: build.mutation({ ...endpoint('deleteReport'), invalidatesTags: unlessFailed('Report') }),
  }),
})

export const {
  useListReportsInfiniteQuery,
  useListMyReportsInfiniteQuery,
  useAddReportMutation,
  useDecideReportMutation,
  useDeleteReportMutation,
} = reportsApi
