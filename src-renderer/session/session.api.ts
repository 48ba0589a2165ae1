import { api } from '../api/api.ts'
import { endpoint } from '../api/endpoint.ts'

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    // This endpoint has no tag: nothing subscribes to it, and an invalidation would discard a
    // response in flight.
    getMe: build.query(endpoint('getMe')),
    logOut: build.mutation(endpoint('logOut')),
  }),
})
