import { api } from '../../api/api.ts'
import { whenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint, pagedEndpoint } from '../../api/endpoint.ts'
import { placedEndpoint } from '../../api/placed-endpoint.ts'

import { idOf, leaveAtOnce } from '../../api/leave-at-once.ts'

/** Reports as admins decide them, and as sellers see those on their cars. */
export const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listReports: build.infiniteQuery({ ...pagedEndpoint('listReports'), providesTags: ['Report'] }),
    placeReports: build.query({ ...placedEndpoint('listReports'), providesTags: ['Report'] }),
    countReports: build.query({ ...endpoint('countReports'), providesTags: ['Report'] }),
    decideReport: build.mutation({
      ...endpoint('decideReport'),
      invalidatesTags: whenDoneOrStale('Report', 'Audit', 'Car'),
    }),
    deleteReport: build.mutation({
      ...endpoint('deleteReport'),
      ...leaveAtOnce(['listReports', 'placeReports'], idOf),
      invalidatesTags: whenDoneOrStale('Report', 'Audit'),
    }),
  }),
})

export const {
  useListReportsInfiniteQuery,
  usePlaceReportsQuery,
  useDecideReportMutation,
  useDeleteReportMutation,
} = reportsApi
