import { api } from '../../api/api.ts'
import { invalidateWhenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint, definePagedEndpoint } from '../../api/endpoint.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'

export const changesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCarChanges: build.infiniteQuery({ ...definePagedEndpoint('listCarChanges'), providesTags: ['Car'] }),
    listChangeSets: build.query({ ...listEndpoint('listChangeSets'), providesTags: ['Car'] }),
    countChangeSets: build.query({ ...endpoint('countChangeSets'), providesTags: ['Car'] }),
    getChangeSet: build.query({ ...endpoint('getChangeSet'), providesTags: ['Car'] }),
    listChangedCars: build.infiniteQuery({
      ...definePagedEndpoint('listChangedCars'),
      providesTags: ['Car'],
    }),
    revertChangeSet: build.mutation({
      ...endpoint('revertChangeSet'),
      invalidatesTags: invalidateWhenDoneOrStale('Car', 'Category', 'Purchase'),
    }),
  }),
})

export const {
  useListCarChangesInfiniteQuery,
  useGetChangeSetQuery,
  useListChangedCarsInfiniteQuery,
  useRevertChangeSetMutation,
} = changesApi
