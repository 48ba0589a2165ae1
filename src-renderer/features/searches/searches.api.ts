import { api } from '../../api/api.ts'
import { whenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint } from '../../api/endpoint.ts'
import { unlessFailed } from '../../api/tags.ts'

export const searchesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSearches: build.query({ ...endpoint('listSearches'), providesTags: ['Search'] }),
    addSearch: build.mutation({ ...endpoint('addSearch'), invalidatesTags: unlessFailed('Search') }),
    updateSearch: build.mutation({ ...endpoint('updateSearch'), invalidatesTags: whenDoneOrStale('Search') }),
    deleteSearch: build.mutation({ ...endpoint('deleteSearch'), invalidatesTags: whenDoneOrStale('Search') }),
    stopAlerts: build.mutation({ ...endpoint('stopAlerts'), invalidatesTags: unlessFailed('Search') }),
  }),
})
