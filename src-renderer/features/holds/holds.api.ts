import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'

/** The endpoints for the cars that buyers hold while they pay, for admins. */
export const holdsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listHolds: build.query({ ...listEndpoint('listHolds'), providesTags: ['Hold'] }),
    countHolds: build.query({ ...endpoint('countHolds'), providesTags: ['Hold'] }),
    endHold: build.mutation({
      ...endpoint('endHold'),
      // A failed call invalidates, too: a hold that has been paid or released since is no longer a hold.
      invalidatesTags: ['Hold', 'Car', 'Audit'],
    }),
  }),
})

export const { useEndHoldMutation } = holdsApi
