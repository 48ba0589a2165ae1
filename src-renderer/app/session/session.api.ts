import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMe: build.query({ ...endpoint('getMe'), providesTags: ['Me'] }),
    saveUser: build.mutation(endpoint('saveUser')),
    logOut: build.mutation(endpoint('logOut')),
  }),
})
