import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'

/** What buyers hold while they pay, for admins. */
export const holdsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listHolds: build.query({ ...listEndpoint('listHolds'), providesTags: ['Hold'] }),
    countHolds: build.query({ ...endpoint('countHolds'), providesTags: ['Hold'] }),
    endHold: build.mutation({
      ...endpoint('endHold'),
      // One that was paid or let go meanwhile is no hold any more either.
      invalidatesTags: ['Hold', 'Car', 'Audit'],
    }),
  }),
})

export const { useEndHoldMutation } = holdsApi
