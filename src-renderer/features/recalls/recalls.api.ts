import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'

const recallsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCarRecalls: build.query({ ...endpoint('getCarRecalls'), providesTags: ['Car'] }),
  }),
})

export const { useGetCarRecallsQuery } = recallsApi
