import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'

/** The endpoints for cars that are held for paying buyers. They are only for admins. */
export const holdsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listHolds: build.query({ ...listEndpoint('listHolds'), providesTags: ['Hold'] }),
    countHolds: build.query({ ...endpoint('countHolds'), providesTags: ['Hold'] }),
    endHold: build.mutation({
      ...endpoint('endHold'),
      // A failed call invalidates the tags, too, because it fails if the hold has been paid or released in
      // the meantime.
      invalidatesTags: ['Hold', 'Car', 'Audit'],
    }),
  }),
})

export const { useEndHoldMutation } = holdsApi
