import { api } from '../../api/api.ts'
import { invalidateWhenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint } from '../../api/endpoint.ts'
import { getRowIds, removeOptimistically } from '../../api/optimistic-removal.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'
import { invalidateOnSuccess } from '../../api/tags.ts'

/**
 * The seconds for which an unused preview stays cached. It is short because the typed text keeps changing.
 */
const PREVIEW_SECONDS = 5

export const issuesApi = api.injectEndpoints({
  endpoints: (build) => ({
    countSubscribers: build.query({ ...endpoint('countSubscribers'), providesTags: ['Newsletter'] }),
    listIssues: build.query({ ...listEndpoint('listIssues'), providesTags: ['Newsletter'] }),
    countIssues: build.query({ ...endpoint('countIssues'), providesTags: ['Newsletter'] }),
    getIssue: build.query({ ...endpoint('getIssue'), providesTags: ['Newsletter'] }),
    previewIssue: build.query({ ...endpoint('previewIssue'), keepUnusedDataFor: PREVIEW_SECONDS }),
    addIssue: build.mutation({ ...endpoint('addIssue'), invalidatesTags: invalidateOnSuccess('Newsletter') }),
    updateIssue: build.mutation({
      ...endpoint('updateIssue'),
      invalidatesTags: invalidateWhenDoneOrStale('Newsletter'),
    }),
    deleteIssue: build.mutation({
      ...endpoint('deleteIssue'),
      ...removeOptimistically(['listIssues'], getRowIds),
      invalidatesTags: invalidateWhenDoneOrStale('Newsletter'),
    }),
    testIssue: build.mutation(endpoint('testIssue')),
    sendIssue: build.mutation({
      ...endpoint('sendIssue'),
      invalidatesTags: invalidateWhenDoneOrStale('Newsletter', 'Audit'),
    }),
    stopIssue: build.mutation({
      ...endpoint('stopIssue'),
      invalidatesTags: invalidateWhenDoneOrStale('Newsletter', 'Audit'),
    }),
  }),
})

export const {
  useCountSubscribersQuery,
  useLazyCountSubscribersQuery,
  useGetIssueQuery,
  usePreviewIssueQuery,
  useAddIssueMutation,
  useUpdateIssueMutation,
  useDeleteIssueMutation,
  useTestIssueMutation,
  useSendIssueMutation,
  useStopIssueMutation,
} = issuesApi
