import { api } from '../../api/api.ts'
import { endpoint, pagedEndpoint } from '../../api/endpoint.ts'
import { unlessFailed } from '../../api/tags.ts'

/** The reports one has made oneself. */
export const myReportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMyReports: build.infiniteQuery({ ...pagedEndpoint('listMyReports'), providesTags: ['Report'] }),
    addReport: build.mutation({ ...endpoint('addReport'), invalidatesTags: unlessFailed('Report') }),
    deleteMyReport: build.mutation({ ...endpoint('deleteReport'), invalidatesTags: unlessFailed('Report') }),
  }),
})
