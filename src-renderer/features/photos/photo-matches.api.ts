import { api } from '../../api/api.ts'
import { invalidateWhenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint } from '../../api/endpoint.ts'

const photoMatchesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPhotoMatches: build.query({
      ...endpoint('listPhotoMatches'),
      providesTags: ['PhotoMatch', 'Car'],
    }),
    closePhotoMatch: build.mutation({
      ...endpoint('closePhotoMatch'),
      invalidatesTags: invalidateWhenDoneOrStale('PhotoMatch', 'Audit'),
    }),
  }),
})

export const { useListPhotoMatchesQuery, useClosePhotoMatchMutation } = photoMatchesApi
