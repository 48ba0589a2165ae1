import { api } from '../../api/api.ts'
import { invalidateWhenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint } from '../../api/endpoint.ts'
import { invalidateOnSuccess } from '../../api/tags.ts'

export const searchesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSearches: build.query({ ...endpoint('listSearches'), providesTags: ['Search'] }),
    addSearch: build.mutation({ ...endpoint('addSearch'), invalidatesTags: invalidateOnSuccess('Search') }),
    updateSearch: build.mutation({
      ...endpoint('updateSearch'),
      invalidatesTags: invalidateWhenDoneOrStale('Search'),
    }),
    deleteSearch: build.mutation({
      ...endpoint('deleteSearch'),
      invalidatesTags: invalidateWhenDoneOrStale('Search'),
    }),
    stopAlerts: build.mutation({ ...endpoint('stopAlerts'), invalidatesTags: invalidateOnSuccess('Search') }),
  }),
})
