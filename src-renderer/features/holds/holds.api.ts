import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'

export const holdsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listHolds: build.query({ ...listEndpoint('listHolds'), providesTags: ['Hold'] }),
    countHolds: build.query({ ...endpoint('countHolds'), providesTags: ['Hold'] }),
    endHold: build.mutation({
      ...endpoint('endHold'),
      // A call also fails if the hold has since been paid or released, so failures invalidate the tags, too.
      invalidatesTags: ['Hold', 'Car', 'Audit'],
    }),
  }),
})

export const { useEndHoldMutation } = holdsApi
