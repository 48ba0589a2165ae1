import { api } from '../../api/api.ts'
import { whenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint, pagedEndpoint } from '../../api/endpoint.ts'

export const changesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCarChanges: build.infiniteQuery({ ...pagedEndpoint('listCarChanges'), providesTags: ['Car'] }),
    listChangeSets: build.infiniteQuery({ ...pagedEndpoint('listChangeSets'), providesTags: ['Car'] }),
    getChangeSet: build.query({ ...endpoint('getChangeSet'), providesTags: ['Car'] }),
    listChangedCars: build.infiniteQuery({ ...pagedEndpoint('listChangedCars'), providesTags: ['Car'] }),
    revertChangeSet: build.mutation({
      ...endpoint('revertChangeSet'),
      invalidatesTags: whenDoneOrStale('Car', 'Category', 'Purchase'),
    }),
  }),
})

export const {
  useListCarChangesInfiniteQuery,
  useListChangeSetsInfiniteQuery,
  useGetChangeSetQuery,
  useListChangedCarsInfiniteQuery,
  useRevertChangeSetMutation,
} = changesApi
