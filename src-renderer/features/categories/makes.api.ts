import { api } from '../../api/api.ts'
import { whenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint, pagedEndpoint } from '../../api/endpoint.ts'
import { unlessFailed } from '../../api/tags.ts'

const makesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMakes: build.infiniteQuery({ ...pagedEndpoint('listCategories'), providesTags: ['Category'] }),
    addCategory: build.mutation({
      ...endpoint('addCategory'),
      invalidatesTags: unlessFailed('Category', 'Audit'),
    }),
    updateCategory: build.mutation({
      ...endpoint('updateCategory'),
      invalidatesTags: whenDoneOrStale('Category', 'Car', 'Audit'),
    }),
    deleteCategory: build.mutation({
      ...endpoint('deleteCategory'),
      invalidatesTags: whenDoneOrStale('Category', 'Audit'),
    }),
  }),
})

export const {
  useListMakesInfiniteQuery,
  useAddCategoryMutation,
  useUpdateCategoryMutation,
  useDeleteCategoryMutation,
} = makesApi
