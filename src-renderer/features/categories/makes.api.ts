import { api } from '../../api/api.ts'
import { invalidateWhenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint, definePagedEndpoint } from '../../api/endpoint.ts'
import { invalidateOnSuccess } from '../../api/tags.ts'

const makesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMakes: build.infiniteQuery({ ...definePagedEndpoint('listCategories'), providesTags: ['Category'] }),
    addCategory: build.mutation({
      ...endpoint('addCategory'),
      invalidatesTags: invalidateOnSuccess('Category', 'Audit'),
    }),
    updateCategory: build.mutation({
      ...endpoint('updateCategory'),
      invalidatesTags: invalidateWhenDoneOrStale('Category', 'Car', 'Audit'),
    }),
    deleteCategory: build.mutation({
      ...endpoint('deleteCategory'),
      invalidatesTags: invalidateWhenDoneOrStale('Category', 'Audit'),
    }),
  }),
})

export const {
  useListMakesInfiniteQuery,
  useAddCategoryMutation,
  useUpdateCategoryMutation,
  useDeleteCategoryMutation,
} = makesApi
