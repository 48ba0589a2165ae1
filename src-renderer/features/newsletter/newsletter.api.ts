import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'

export const newsletterApi = api.injectEndpoints({
  endpoints: (build) => ({
    subscribe: build.mutation(endpoint('subscribe')),
    confirmSubscription: build.mutation(endpoint('confirmSubscription')),
    unsubscribe: build.mutation(endpoint('unsubscribe')),
  }),
})
