import { api } from '../../api/api.ts'
import { invalidateWhenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint } from '../../api/endpoint.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'

import { getRowIds, removeOptimistically } from '../../api/optimistic-removal.ts'

export const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listReports: build.query({ ...listEndpoint('listReports'), providesTags: ['Report'] }),
    countReports: build.query({ ...endpoint('countReports'), providesTags: ['Report'] }),
    decideReport: build.mutation({
      ...endpoint('decideReport'),
      invalidatesTags: invalidateWhenDoneOrStale('Report', 'Audit', 'Car'),
    }),
    deleteReport: build.mutation({
      ...endpoint('deleteReport'),
      ...removeOptimistically(['listReports'], getRowIds),
      invalidatesTags: invalidateWhenDoneOrStale('Report', 'Audit'),
    }),
  }),
})

export const { useListReportsQuery, useDecideReportMutation, useDeleteReportMutation } = reportsApi
