import { api } from '../../api/api.ts'
import { invalidateWhenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint } from '../../api/endpoint.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'

export const importsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listImports: build.query({ ...listEndpoint('listImports'), providesTags: ['Import'] }),
    countImports: build.query({ ...endpoint('countImports'), providesTags: ['Import'] }),
    getImport: build.query({ ...endpoint('getImport'), providesTags: ['Import'] }),
    listImportRows: build.query({ ...listEndpoint('listImportRows'), providesTags: ['Import'] }),
    deleteImport: build.mutation({
      ...endpoint('deleteImport'),
      invalidatesTags: invalidateWhenDoneOrStale('Import'),
    }),
    setImportColumns: build.mutation({
      ...endpoint('setImportColumns'),
      invalidatesTags: invalidateWhenDoneOrStale('Import'),
    }),
    setImportValues: build.mutation({
      ...endpoint('setImportValues'),
      invalidatesTags: invalidateWhenDoneOrStale('Import'),
    }),
    setImportAnswers: build.mutation({
      ...endpoint('setImportAnswers'),
      invalidatesTags: invalidateWhenDoneOrStale('Import'),
    }),
    listPictureHosts: build.query({ ...endpoint('listPictureHosts'), providesTags: ['Import'] }),
    setPictureHosts: build.mutation({
      ...endpoint('setPictureHosts'),
      invalidatesTags: invalidateWhenDoneOrStale('Import'),
    }),
    applyImport: build.mutation({
      ...endpoint('applyImport'),
      invalidatesTags: invalidateWhenDoneOrStale('Import'),
    }),
  }),
})

export const {
  useGetImportQuery,
  useLazyListImportRowsQuery,
  useDeleteImportMutation,
  useSetImportColumnsMutation,
  useSetImportValuesMutation,
  useSetImportAnswersMutation,
  useLazyListPictureHostsQuery,
  useSetPictureHostsMutation,
  useApplyImportMutation,
} = importsApi
