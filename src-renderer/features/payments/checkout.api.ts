import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { invalidateOnSuccess } from '../../api/tags.ts'

export const checkoutApi = api.injectEndpoints({
  endpoints: (build) => ({
    createPaymentIntent: build.mutation(endpoint('createPaymentIntent')),
    addDeposit: build.mutation(endpoint('addDeposit')),
    cancelAttempt: build.mutation({
      ...endpoint('cancelAttempt'),
      invalidatesTags: invalidateOnSuccess('Purchase', 'Car'),
    }),
    savePayment: build.mutation({
      ...endpoint('savePayment'),
      invalidatesTags: invalidateOnSuccess('Purchase', 'Car', 'Category', 'Report'),
    }),
  }),
})
