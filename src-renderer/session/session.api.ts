import { api } from '../api/api.ts'
import { endpoint } from '../api/endpoint.ts'

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    // No tag: nobody subscribes to it, and an invalidation would throw the answer away while it is on its way.
    getMe: build.query(endpoint('getMe')),
    logOut: build.mutation(endpoint('logOut')),
  }),
})
