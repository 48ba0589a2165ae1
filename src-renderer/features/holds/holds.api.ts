import { api } from '../../api/api.ts'
import { endpoint, pagedEndpoint } from '../../api/endpoint.ts'

/** What buyers hold while they pay, for admins. */
const holdsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listHolds: build.infiniteQuery({ ...pagedEndpoint('listHolds'), providesTags: ['Hold'] }),
    endHold: build.mutation({
      ...endpoint('endHold'),
      // One that was paid or let go meanwhile is no hold any more either.
      invalidatesTags: ['Hold', 'Car', 'Audit'],
    }),
  }),
})

export const { useListHoldsInfiniteQuery, useEndHoldMutation } = holdsApi
